//! `genfens`, as called by `OpenBench`'s client.

mod common;

use std::fs;
use std::process::Command;

use common::Folder;
use tabia_chess::{Position, Setup};

/// Returns the FENs that the client would take from the output: what follows `genfens ` in lines that begin
/// with `info string genfens `.
fn fens(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tabia")).args(arguments).current_dir(&folder.0).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{line}")).to_owned())
        .collect()
}

fn position(fen: &str) -> Position {
    // The client takes the fifth and sixth fields as the counters; there must be no seventh.
    let fields: Vec<&str> = fen.split(' ').collect();
    assert_eq!(fields.len(), 6, "{fen}");
    assert!(fields[4..].iter().all(|field| field.parse::<u32>().is_ok()), "{fen}");
    fen.parse::<Setup>().unwrap().position().unwrap()
}

#[test]
fn openings_from_the_start_position() {
    let folder = Folder::new("genfens");
    let found = fens(&folder, &["genfens 12 seed 1000 book None ", "quit"]);
    assert_eq!(found.len(), 12);
    for fen in &found {
        let position = position(fen);
        assert_eq!(position.fullmove_number(), 5, "8 or 9 half-moves: {fen}");
        assert!(position.has_legal_moves());
    }
    let white = found.iter().filter(|fen| fen.contains(" w ")).count();
    assert!((1..12).contains(&white), "both sides begin: {found:?}");
    assert_eq!(fens(&folder, &["genfens 12 seed 1000 book None ", "quit"]), found);
    assert_eq!(fens(&folder, &["genfens 3 seed 1000 book none"]), found[..3]);
    let other = fens(&folder, &["genfens 12 seed 1001 book None ", "quit"]);
    assert!(other.iter().all(|fen| !found.contains(fen)));
    assert!(fens(&folder, &["genfens 0 seed 1 book None ", "quit"]).is_empty());
}

#[test]
fn openings_behind_a_book() {
    let folder = Folder::new("genfens-book");
    fs::create_dir(folder.0.join("Books")).unwrap();
    // Three pawns of each side are missing, so positions that come from this one are recognisable.
    let line = "rnbqkbnr/p1p1p1pp/8/8/8/8/P1P1P1PP/RNBQKBNR b KQkq - hmvc 3; fmvn 20;";
    fs::write(folder.0.join("Books/few.epd"), format!("{line}\nno position\n")).unwrap();
    for plies in ["", "plies 0 "] {
        let found = fens(&folder, &[&format!("genfens 6 seed 9 book Books/few.epd {plies}"), "quit"]);
        assert_eq!(found.len(), 6);
        for fen in found {
            let position = position(&fen);
            assert!(
                position.occupied().count() <= 26 && (20..=23).contains(&position.fullmove_number()),
                "{fen}"
            );
        }
    }
    fs::write(folder.0.join("Books/game.pgn"), "1. e4 e5 2. Nf3 *\n").unwrap();
    let found = fens(&folder, &["genfens 4 seed 9 book Books/game.pgn plies 0", "quit"]);
    assert!(
        found.iter().any(|fen| fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        "{found:?}"
    );
}

#[test]
fn faults_end_with_status_2_and_a_reason() {
    let folder = Folder::new("genfens-faults");
    fs::write(folder.0.join("won.epd"), "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1\n").unwrap();
    for (command, fault) in [
        ("genfens 3 seed 1 book nothing.epd ", "nothing.epd: "),
        ("genfens 3 seed 1 book won.epd plies 1 nodes 20", "within 300 centipawns"),
        ("genfens 3 seed 1 book None dfrc", "\"dfrc\" is unknown"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .args([command, "quit"])
            .current_dir(&folder.0)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(fault), "{command}: {error}");
    }
}
