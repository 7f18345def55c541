//! Perft against the published suites.

mod common;

use tabia_chess::{Position, Setup, parse_perft_suite, perft};

/// Compares the counts up to a number of leaves, five times as many in a release build.
fn check(suite: &str, cases_at_least: usize, node_limit: u64) {
    let Some(text) = common::shared(&format!("perft/{suite}")) else { return };
    let node_limit = if cfg!(debug_assertions) { node_limit } else { 5 * node_limit };
    let cases = parse_perft_suite(&text).unwrap_or_else(|error| panic!("{suite}: {error}"));
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
    check("standard.epd", 126, 20_000_000);
}

#[test]
fn tricky() {
    check("tricky-scalachess.perft", 18, 10_000_000);
}

#[test]
fn chess960() {
    check("fischer.epd", 480, 1_500_000);
}

#[test]
fn random() {
    check("perft-marcel.epd", 1000, 1_000_000);
}

#[test]
fn few_pieces() {
    check("perft-cw.epd", 170, 3_000_000);
}

#[test]
fn en_passant() {
    check("ferdy_perft_enpassant_1.epd", 3760, 700_000);
}

#[test]
fn any_depth_is_survived() {
    // Both sides have exactly one move, forever.
    let forced = "2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - - 0 1";
    let position = forced.parse::<Setup>().unwrap().position_lenient().unwrap();
    assert_eq!(perft(&position, 32), 1);
    assert_eq!(perft(&position, u32::MAX), 1);
}
