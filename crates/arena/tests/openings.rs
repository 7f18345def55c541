//! Opening files as they are found.

use std::path::PathBuf;

use tabia_arena::{Opening, Openings, Order};
use tabia_chess::Position;

/// A file of the conformance data, or `None` with a loud word where the folder is not there (a failure in CI).
fn data(name: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data =
        std::env::var_os("TABIA_SHARED_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let path = data.join("openings").join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{}: {error}", path.display());
            eprintln!("SKIPPED: {}: {error}", path.display());
            None
        }
    }
}

#[test]
fn every_line_of_every_epd_file_is_used() {
    let files = [
        ("startpos.epd", false),
        ("noob_3moves.sample.epd", false),
        ("uho_8mvs_90_99.epd", false),
        ("endgames.sample.epd", false),
        ("3moves_FRC.sample.epd", true),
        ("DFRC_openings.sample.epd", true),
        ("chess960-c-chess-cli.epd", true),
        ("fastchess-tests/openings.epd", false),
        ("fastchess-tests/short.epd", false),
        ("fastchess-tests/black-to-move.epd", false),
    ];
    for (file, has_960) in files {
        let Some(text) = data(file) else { return };
        let (openings, problems) = Openings::from_epd(&text);
        assert_eq!(problems, [], "{file}");
        assert_eq!(openings.len(), text.lines().filter(|line| !line.trim().is_empty()).count(), "{file}");
        let chess960 = (0..openings.len()).filter(|&i| openings.get(i).chess960).count();
        assert_eq!(chess960 > 0, has_960, "{file}: {chess960}");
    }
}

#[test]
fn pgn_files_are_cut_at_a_ply() {
    let Some(text) = data("8moves_v3.sample.pgn") else { return };
    let (openings, problems) = Openings::from_pgn(&text, Some(10));
    assert_eq!(problems, []);
    assert_eq!(openings.len(), text.matches("[Event ").count());
    assert!((0..openings.len()).all(|i| openings.get(i).moves.len() == 10));
    let (whole, _) = Openings::from_pgn(&text, None);
    assert!((0..whole.len()).all(|i| whole.get(i).moves.len() == 16), "eight moves each");
    let Some(text) = data("fastchess-tests/dfrc.pgn") else { return };
    let (openings, _) = Openings::from_pgn(&text, None);
    assert!(!openings.is_empty() && openings.get(0).chess960);
}

#[test]
fn a_seed_fixes_the_order() {
    let Some(text) = data("noob_3moves.sample.epd") else { return };
    let (book, _) = Openings::from_epd(&text);
    let take = |seed, start| {
        let openings = book.clone().in_order(Order::Random, seed, start);
        (0..5).map(|i| openings.get(i).start.to_fen()).collect::<Vec<_>>()
    };
    assert_eq!(take(1, 0), take(1, 0));
    assert_ne!(take(1, 0), take(2, 0));
    assert_eq!(take(1, 0)[2..], take(1, 2)[..3], "a start is an offset in the same order");
    // The order itself is part of the interface: other browsers and later versions have to play the same games.
    assert_eq!(take(1, 0)[0], "rnbqkbnr/p1pp1p1p/1p2p1p1/8/4P3/3B3P/PPPP1PP1/RNBQK1NR w KQkq - 0 4");
    let random = book.clone().in_order(Order::Random, 7, 0);
    let mut seen: Vec<String> = (0..random.len()).map(|i| random.get(i).start.to_fen()).collect();
    seen.sort();
    let mut all: Vec<String> = (0..book.len()).map(|i| book.get(i).start.to_fen()).collect();
    all.sort();
    assert_eq!(seen, all, "none twice before all have come");
    assert_eq!(random.get(random.len()), random.get(0));
}

#[test]
fn dialects_are_read_and_faults_are_named() {
    let text = "# comment\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -;\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 hmvc 3; fmvn 7;\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm e5; id \"x 9\";\n\
        \u{0}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\u{0}\r\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1\n\
        7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n\
        hello\n";
    let (openings, problems) = Openings::from_epd(text);
    assert_eq!(openings.len(), 4);
    assert_eq!(openings.get(1).start.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 7");
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [6, 7, 8]);
}

#[test]
fn without_openings_games_begin_at_the_start() {
    let openings = Openings::default().in_order(Order::Random, 5, 3);
    assert_eq!(openings.get(9), Opening { start: Position::default(), moves: vec![], chess960: false });
}
