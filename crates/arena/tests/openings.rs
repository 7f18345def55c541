//! Opening files as found in practice.

use std::path::PathBuf;

use tabia_arena::{
    BUILT_IN, MatchSettings, Opening, OpeningSettings, OpeningSource, Openings, OpeningsError, Order,
};
use tabia_chess::Position;
use tabia_polyglot::Entry;

/// A file of the conformance data, or `None` with a message if the folder is missing (a failure in CI).
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
    // The order is part of the interface: other browsers and later versions have to play the same games.
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
fn typographic_dashes_and_missing_fields_are_read() {
    let lines = "k6r/8/8/8/8/8/8/K6R w – –\nk6r/8/8/8/8/8/8/K6R\u{A0}b\u{A0}—\u{A0}—\u{A0}3\u{A0}7\n\
        k6r/8/8/8/8/8/8/K6R w -\nk6r/8/8/8/8/8/8/K6R b\nk6r/8/8/8/8/8/8/K6R W - - hmvc 4;\n";
    let (openings, problems) = Openings::from_epd(lines);
    assert_eq!(problems, []);
    let fens: Vec<_> = (0..openings.len()).map(|number| openings.get(number).start.to_fen()).collect();
    let expected = ["w - - 0 1", "b - - 3 7", "w - - 0 1", "b - - 0 1", "w - - 4 1"];
    assert_eq!(fens, expected.map(|rest| format!("k6r/8/8/8/8/8/8/K6R {rest}")));
}

#[test]
fn stale_castling_rights_of_an_opening_are_dropped_and_told() {
    let castled = "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w Qq - 0 1";
    let (openings, problems) = Openings::from_epd(castled);
    assert_eq!(openings.get(0).start.to_fen(), "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w - - 0 1");
    assert!(!openings.has_chess960());
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert!(!problem.is_left_out && problem.message.contains("castling rights"), "{problem}");
    if let Some(text) = data("../field-cases/k3-castling.fens") {
        let (openings, problems) = Openings::from_epd(&text);
        assert_eq!((openings.len(), problems.len(), openings.has_chess960()), (2, 2, false), "{problems:?}");
    }
    // In a file of Chess960 positions, one side's rights are those of Chess960.
    let start = "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1";
    let later = "q1r1bbnr/ppkppppp/2n5/2p5/2P5/2N1P3/PP1P1PPP/Q1RKBBNR w KQ - 1 4";
    let (openings, problems) = Openings::from_epd(&format!("{start}\n{later}\n"));
    assert_eq!((openings.get(1).start.to_shredder_fen(), problems), (later.replace("KQ", "HC"), vec![]));
    if let Some(text) = data("3moves_FRC.sample.epd") {
        let (openings, problems) = Openings::from_epd(&text);
        assert_eq!((openings.len(), problems), (5045, vec![]));
    }
}

#[test]
fn without_openings_games_begin_at_the_start() {
    let openings = Openings::default().in_order(Order::Random, 5, 3);
    assert_eq!(openings.get(9), Opening { start: Position::default(), moves: vec![], chess960: false });
}

#[test]
fn the_built_in_set_is_whole_and_its_order_is_fixed() {
    let (openings, problems) = Openings::from_epd(BUILT_IN);
    assert_eq!((openings.len(), problems), (1500, vec![]));
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..openings.len() {
        let Opening { start, moves, chess960 } = openings.get(number);
        assert!(moves.is_empty() && !chess960 && start.turn().is_white() && !start.is_check());
        assert!(seen.insert(start.to_fen()), "none twice");
    }
    // Resumed and shared matches rely on the file and on the order given by a seed.
    let hash = BUILT_IN.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(hash, 0xb3ce_0d08_75a8_5aa1);
    let settings = MatchSettings { seed: 1, ..MatchSettings::default() };
    let (read, _) = settings.read_openings(BUILT_IN.as_bytes()).unwrap();
    assert_eq!(read, openings);
    let first = settings.ordered(read).get(0).start.to_fen();
    assert_eq!(first, "rnbk1bnr/ppp2ppp/8/4p3/8/4P3/PPP2PPP/RNB1KBNR w KQ - 0 1");
}

/// A book of a few lines with weights.
fn book(lines: &[(&str, u16)]) -> Vec<u8> {
    let mut entries: Vec<Entry> = Vec::new();
    for (line, weight) in lines {
        let mut position = Position::default();
        for word in line.split(' ') {
            let mv = position.parse_uci(word).unwrap();
            let key = position.key();
            if !entries.iter().any(|entry| (entry.key, entry.book_move) == (key, mv.into())) {
                entries.push(Entry { key, book_move: mv.into(), weight: *weight, learn: 0 });
            }
            position.play_unchecked(mv);
        }
    }
    entries.sort_by_key(|entry| entry.key);
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

#[test]
fn walks_follow_the_weights_and_end_where_the_book_does() {
    let book = book(&[("e2e4 e7e5 g1f3", 3), ("d2d4 d7d5", 1), ("g2g4 e7e5", 0), ("e2e4 c7c5", 3)]);
    let walks = |plies, seed| {
        let openings = Openings::from_polyglot(&book, plies, seed).unwrap();
        let line = |number| {
            let opening: Opening = openings.get(number);
            let start = opening.start;
            let mut position = start;
            let words: Vec<String> = opening
                .moves
                .iter()
                .map(|&mv| {
                    let word = position.uci(mv);
                    position.play_unchecked(mv);
                    word
                })
                .collect();
            words.join(" ")
        };
        (0..openings.len()).map(line).collect::<Vec<_>>()
    };
    let mut all = walks(8, 1);
    assert_eq!(all, walks(8, 1), "a seed gives the same walks");
    all.sort();
    assert_eq!(all, ["d2d4 d7d5", "e2e4 c7c5", "e2e4 e7e5 g1f3"], "none twice, none of weight 0");
    assert_eq!(walks(1, 5).len(), 2);
    let first_is_e4 = (0..400).filter(|&seed| walks(1, seed)[0] == "e2e4").count();
    assert!((260..340).contains(&first_is_e4), "3 of 4 by weight: {first_is_e4}");
    assert!(Openings::from_polyglot(&[], 8, 1).unwrap().is_empty());
    assert!(Openings::from_polyglot(&[7; 100], 8, 1).unwrap().is_empty(), "noise is no book");
}

/// A line taken by one walk in a few hundred is found: the search continues long after the last new position.
#[test]
fn rare_lines_of_a_book_are_found() {
    let book = book(&[("e2e4", 60_000), ("d2d4", 200)]);
    for seed in 0..20 {
        assert_eq!(Openings::from_polyglot(&book, 1, seed).unwrap().len(), 2, "seed {seed}");
    }
}

#[test]
fn a_real_book_gives_thousands_of_walks() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data =
        std::env::var_os("TABIA_SHARED_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let Some(path) = largest_book(&data.join("polyglot")) else {
        assert!(std::env::var_os("CI").is_none(), "no book in {}", data.display());
        eprintln!("SKIPPED: no book in {}", data.display());
        return;
    };
    let bytes = std::fs::read(&path).unwrap();
    let source = OpeningSource::Polyglot { name: "b.bin".to_owned(), sha256: String::new(), plies: 6 };
    let openings = OpeningSettings { source, ..OpeningSettings::default() };
    let settings = MatchSettings { openings, seed: 9, ..MatchSettings::default() };
    let (openings, problems) = settings.read_openings(&bytes).unwrap();
    assert!(problems.is_empty() && openings.len() > 20, "{}: {}", path.display(), openings.len());
    let mut ends = std::collections::BTreeSet::new();
    for number in 0..openings.len() {
        let Opening { start, moves, .. } = openings.get(number);
        let mut position = start;
        for mv in moves {
            assert!(position.is_legal(mv));
            position.play_unchecked(mv);
        }
        assert!(ends.insert(position.repetition_key()));
    }
}

/// The largest Polyglot book in a folder and its subfolders.
fn largest_book(folder: &std::path::Path) -> Option<PathBuf> {
    let mut books: Vec<(u64, PathBuf)> = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).ok()?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "bin") {
                books.push((entry.metadata().ok()?.len(), path));
            }
        }
    }
    books.into_iter().max().map(|(_, path)| path)
}

#[test]
fn a_source_without_openings_says_what_was_wrong() {
    let epd = OpeningSource::Epd { name: "x.epd".to_owned(), sha256: String::new() };
    let openings = OpeningSettings { source: epd, ..OpeningSettings::default() };
    let settings = MatchSettings { openings, ..MatchSettings::default() };
    let error = settings.read_openings(b"hello\n").unwrap_err();
    assert!(matches!(error, OpeningsError::Empty(Some(_))));
    assert!(error.to_string().contains("line 1"), "{error}");
    let mut startpos = settings.clone();
    startpos.openings.source = OpeningSource::Startpos;
    assert!(startpos.read_openings(b"").unwrap().0.is_empty());
}
