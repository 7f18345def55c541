//! Perft against the published suites.

mod common;

use tabia_chess::{Position, Setup, perft};

/// One position and its counts by depth.
struct Case {
    fen: String,
    counts: Vec<(u32, u64)>,
}

/// Reads `FEN ;D1 20 ;D2 400` lines and `epd`/`perft d n` blocks.
fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().map(|line| line.trim_matches(['\0', ' ', '\t', '\r'])) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("id ") {
            continue;
        }
        if let Some(fen) = line.strip_prefix("epd ") {
            cases.push(Case { fen: fen.into(), counts: Vec::new() });
        } else if let Some(count) = line.strip_prefix("perft ") {
            let (depth, nodes) = count.split_once(' ').expect("depth and count");
            let case = cases.last_mut().expect("epd before perft");
            case.counts.push((depth.parse().expect("depth"), nodes.trim().parse().expect("count")));
        } else {
            let mut parts = line.split(';');
            let fen = parts.next().expect("a FEN").trim().into();
            let counts = parts
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(|part| {
                    let (depth, nodes) = part.trim_start_matches('D').split_once(' ').expect("D and count");
                    (depth.parse().expect("depth"), nodes.trim().parse().expect("count"))
                })
                .collect();
            cases.push(Case { fen, counts });
        }
    }
    cases
}

fn check(suite: &str, cases_at_least: usize, node_limit: u64) {
    let Some(text) = common::shared(&format!("perft/{suite}")) else { return };
    let cases = read(&text);
    assert!(cases.len() >= cases_at_least, "{suite}: only {} positions read", cases.len());
    for case in cases {
        let setup: Setup = case.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", case.fen));
        let position: Position =
            setup.position_lenient().unwrap_or_else(|error| panic!("{}: {error}", case.fen));
        for (depth, nodes) in case.counts.into_iter().filter(|&(_, nodes)| nodes <= node_limit) {
            assert_eq!(perft(&position, depth), nodes, "{suite}: {} depth {depth}", case.fen);
        }
    }
}

#[test]
fn standard() {
    check("standard.epd", 126, 5_000_000);
}

#[test]
fn tricky() {
    check("tricky-scalachess.perft", 10, 1_000_000);
}

#[test]
fn chess960() {
    check("fischer.epd", 480, 400_000);
}

#[test]
fn random() {
    check("perft-marcel.epd", 1000, 400_000);
}

#[test]
fn few_pieces() {
    check("perft-cw.epd", 170, 500_000);
}

#[test]
fn en_passant() {
    check("ferdy_perft_enpassant_1.epd", 3760, 200_000);
}
