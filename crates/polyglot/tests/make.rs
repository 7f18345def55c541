//! Books built from games, against what Debian's Polyglot makes of the same games.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tabia_chess::{Color, Move, MoveKind, Position};
use tabia_conformance::{Polyglot, files, golden};
use tabia_polyglot::make::{BookBuilder, MakeError, MakeOptions, Observer, Progress, build};
use tabia_polyglot::pgn_scan::{GameProblem, ProblemKind};
use tabia_polyglot::{BookReader, Entry, to_bytes};

fn book(pgn: &[u8], options: &MakeOptions) -> Vec<u8> {
    let mut entries = Vec::new();
    build(&mut &*pgn, options, &mut (), |entry| entries.push(entry)).expect("games that can be read");
    to_bytes(&entries)
}

/// Polyglot's book of the same games: nothing where it gives up.
fn strict_book(pgn: &[u8], options: &MakeOptions) -> Option<Vec<u8>> {
    let options = MakeOptions { strict: true, ..options.clone() };
    let mut entries = Vec::new();
    match build(&mut &*pgn, &options, &mut (), |entry| entries.push(entry)) {
        Ok(_) => Some(to_bytes(&entries)),
        Err(MakeError::Game(_)) => None,
        Err(other) => panic!("{other}"),
    }
}

#[derive(Default)]
struct Problems(Vec<GameProblem>);

impl Observer for Problems {
    fn problem(&mut self, problem: &GameProblem) {
        self.0.push(problem.clone());
    }
}

fn problems(pgn: &[u8]) -> (Progress, Vec<GameProblem>) {
    let mut seen = Problems::default();
    let progress = build(&mut &*pgn, &MakeOptions::default(), &mut seen, |_| {}).expect("memory can be read");
    (progress, seen.0)
}

fn one() -> MakeOptions {
    MakeOptions { min_game: 1, ..MakeOptions::default() }
}

#[test]
fn golden_books_are_equal() {
    let cases: [(&str, &str, MakeOptions); 8] = [
        ("tiny.pgn", "tiny-default.bin", MakeOptions::default()),
        ("tiny.pgn", "tiny-min1.bin", one()),
        ("tiny.pgn", "tiny-min1-white.bin", MakeOptions { only: Some(Color::White), ..one() }),
        ("tiny.pgn", "tiny-min1-black.bin", MakeOptions { only: Some(Color::Black), ..one() }),
        ("tiny.pgn", "tiny-min1-uniform.bin", MakeOptions { uniform: true, ..one() }),
        (
            "tiny.pgn",
            "tiny-min2-score66.67.bin",
            MakeOptions { min_game: 2, min_score: 66.67, ..MakeOptions::default() },
        ),
        ("sample-200.pgn", "sample200-default.bin", MakeOptions::default()),
        ("../../games/gnuchess-book-sample-8k.pgn", "sample8k-default.bin", MakeOptions::default()),
    ];
    for (pgn, expected, options) in cases {
        let (Some(pgn), Some(expected_bytes)) = (golden(pgn), golden(expected)) else { return };
        assert!(book(&pgn, &options) == expected_bytes, "{expected}");
        assert!(strict_book(&pgn, &options).as_ref() == Some(&expected_bytes), "{expected}, strict");
    }
}

#[test]
fn options_equal_polyglots() {
    let Some(polyglot) = Polyglot::find("options") else { return };
    let Some(pgn) = golden("sample-200.pgn") else { return };
    let cases: [(&[&str], MakeOptions); 8] = [
        (&["-min-game", "1"], one()),
        (&["-min-game", "1", "-max-ply", "1"], MakeOptions { max_ply: 1, ..one() }),
        (&["-min-game", "1", "-max-ply", "0"], MakeOptions { max_ply: 0, ..one() }),
        (&["-min-game", "2", "-max-ply", "17"], MakeOptions { max_ply: 17, min_game: 2, ..one() }),
        (&["-min-game", "1", "-min-score", "50"], MakeOptions { min_score: 50.0, ..one() }),
        (&["-min-game", "1", "-min-score", "100"], MakeOptions { min_score: 100.0, ..one() }),
        (
            &["-min-game", "2", "-min-score", "33.34", "-only-black", "-uniform"],
            MakeOptions {
                min_game: 2,
                min_score: 33.34,
                only: Some(Color::Black),
                uniform: true,
                ..MakeOptions::default()
            },
        ),
        (&["-only-black", "-only-white"], MakeOptions { only: Some(Color::White), ..MakeOptions::default() }),
    ];
    for (arguments, options) in cases {
        let expected = polyglot.make_book(&pgn, arguments).expect("Polyglot reads this sample");
        assert!(book(&pgn, &options) == expected, "{arguments:?}");
    }
}

#[test]
fn counts_are_halved_at_16384() {
    // One move far more often than its rivals: their counts are halved with its own, several times.
    let mut pgn = String::new();
    for game in 0..50_000_u32 {
        let (result, moves) = match game % 1000 {
            0 => ("1-0", "1. d4 d5"),
            1..=3 => ("0-1", "1. c4 c5"),
            _ if game % 3 == 0 => ("1/2-1/2", "1. e4 e5"),
            _ => ("1-0", "1. e4 c5"),
        };
        write!(pgn, "[Result \"{result}\"]\n{moves} {result}\n").expect("a string takes everything");
    }
    let counted = book(pgn.as_bytes(), &one());
    let start = Position::default();
    let probe = BookReader::open(counted.clone()).and_then(|mut book| book.probe(&start)).expect("in memory");
    let e4 = probe.moves.first().expect("1. e4 is in the book");
    assert_eq!(start.uci(e4.mv), "e2e4");
    assert!(e4.weight < 32768, "halved: {}", e4.weight);
    let Some(polyglot) = Polyglot::find("halving") else { return };
    assert!(polyglot.make_book(pgn.as_bytes(), &["-min-game", "1"]).as_deref() == Some(&*counted));
}

/// Inputs that Polyglot accepts and rejects, from its source and by experiment.
#[test]
fn the_reader_accepts_what_polyglot_accepts() {
    let cases: [&[u8]; 62] = [
        b"",
        b"\n",
        b"[Event \"x\"]\n",
        b"1. e4 1-0",
        b"1. e4 1-0\n",
        b"1. e4 *",
        b"1. e4",
        b"1. e4\n",
        b"1. e4 ; to the end",
        b"1. e4 ; to the end\n*",
        b"1. e4 *\n%",
        b"1. e4 *\n%%escaped\n",
        b"1. e4 %not escaped\n*",
        b"1. e4 {comment} $1 e5 *",
        b"1. e4 $1 $2 !? {x} ?! e5 *",
        b"1. $1 e4 *",
        b"1. e4 $1234 e5 *",
        b"1. e4 $ e5 *",
        b"1. e4 $12",
        b"1. e4 (1. d4 (1. c4 e5) d5) 1... e5 *",
        b"1. e4 (1. d4 1-0) e5 *",
        b"1. e4 (1. d4) $1 e5 *",
        b"1. e4 ) e5 *",
        b"1. e4 ( e5 *",
        b"1. e4 1-0 1. d4 0-1 *\n",
        b"1. 1-0\n",
        b"1.e4 e5 2.Nf3 Nc6 *",
        b"1 e4 e5 2 Nf3 *",
        b"1... e4 *",
        b"1. . . e4 *",
        b"1. ... e4 2. *",
        b"1. e2e4 e7-e5 2. Ng1xf3 Bb8c6 3. Ng1f3 Nb8-c6 *",
        b"1. Pd4 *",
        b"1. e4 d5 2. Pd5 *",
        b"1. e4 d5 2. ed5 Qd5 3. Qf3+ Qe4++ *",
        b"1. e4 d5 2. ed Qxd5 *",
        b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *",
        b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *",
        b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. e1g1 Nf6 *",
        b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke1h1 Nf6 *",
        b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O+ *",
        b"1. e4 e5 2. O-O *",
        b"1. e4 -- *",
        b"1. e4 Z0 *",
        b"1. e4\0 e5 *",
        b"1. e4 \0 e5 *",
        b"1. e4 e5\x001-0\n 2. d4 *",
        b"[Result \"1-0\"]\n[Result \"0-1\"]\n1. e4 *",
        b"[Result \"1-0\" ]1. e4 *[Result \"0-1\"]1. e4 *",
        b"[Result \"1\\-0\"]\n1. e4 *",
        b"[Result \"1-0\0x\"]\n1. e4 *",
        b"[Result 1-0]\n1. e4 *",
        b"[1 \"x\"]\n1. e4 *",
        b"[ Result\n\"0-1\"\n]\n1. e4 *",
        b"[White \"\xe9\xff\"] 1. e4 {\xe9} *",
        b"\xef\xbb\xbf1. e4 *",
        b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *",
        b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. Kd2 *",
        b"1. e4 d5 2. e5 f5 3. exf6 e.p. *",
        b"1. e4 d5 2. e5 f5 3. exf6ep *",
        b"1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8Q Qxa8 6. h3 h6 *",
        b"1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=n *",
    ];
    let Some(polyglot) = Polyglot::find("reader") else { return };
    for pgn in cases {
        let expected = polyglot.make_book(pgn, &["-min-game", "1"]);
        let shown = String::from_utf8_lossy(pgn);
        assert_eq!(strict_book(pgn, &one()), expected, "{shown:?}");
        // What Polyglot reads is read alike without being strict, except games from other positions.
        if let Some(expected) = expected.filter(|_| !shown.contains("FEN")) {
            assert_eq!(book(pgn, &one()), expected, "{shown:?}, not strict");
        }
    }
}

#[test]
fn limits_of_length_are_polyglots() {
    let Some(polyglot) = Polyglot::find("limits") else { return };
    for length in [254, 255, 256, 257] {
        for pgn in [
            format!("[White \"{}\"]\n1. e4 *\n", "x".repeat(length)),
            format!("[White \"{}\\\"\"]\n1. e4 *\n", "x".repeat(length - 1)),
            format!("[White \"{}\\x\"]\n1. e4 *\n", "x".repeat(length - 2)),
            format!("1. e4 ({}) *\n", "x".repeat(length)),
            format!("1. Ng1{}f3 *\n", "x".repeat(length - 5)),
        ] {
            let expected = polyglot.make_book(pgn.as_bytes(), &["-min-game", "1"]);
            assert_eq!(strict_book(pgn.as_bytes(), &one()), expected, "{length}: {pgn}");
        }
    }
}

/// Every file of games in the shared data, most of them made to be hard to read.
#[test]
fn shared_games_are_read_as_polyglot_reads_them() {
    let Some(polyglot) = Polyglot::find("shared") else { return };
    let (mut read, mut refused) = (0, 0);
    for folder in ["games", "openings", "pgn", "polyglot/golden"] {
        let Some(files) = files(folder, "pgn") else { return };
        for (name, pgn) in files {
            let expected = polyglot.make_book(&pgn, &["-min-game", "1"]);
            assert!(strict_book(&pgn, &one()) == expected, "{name}");
            let ours = book(&pgn, &one());
            match expected {
                Some(expected) => {
                    read += 1;
                    let set_up = pgn.windows(4).any(|window| window.eq_ignore_ascii_case(b"[FEN"));
                    assert!(set_up || ours == expected, "{name}, not strict");
                }
                None => refused += 1,
            }
        }
    }
    assert!(read > 50 && refused > 20, "{read} read, {refused} refused");
}

#[test]
fn bad_games_are_left_out_and_named() {
    let pgn = b"[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
        [Result \"1-0\"]\n\n1. d4 Ke4 1-0\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n\n\
        [Result \"1-0\"\n[White \"x\"]\n\n1. c4 1-0\n\n\
        [Result \"1-0\"]\n\n1. f4 (e5 1-0\n\n\
        [Result \"1-0\"]\n\n1. b4 e5\n\n\
        [Result \"1-0\"]\n\n1. a4 {never closed\n\n1-0\n\
        [Result \"1-0\"]\n\n1. e4 1-0\n";
    let (progress, problems) = problems(pgn);
    let found: Vec<_> = problems.iter().map(|problem| (problem.game, problem.line, &problem.kind)).collect();
    assert_eq!(
        found,
        [
            (2, 7, &ProblemKind::IllegalMove("Ke4".into())),
            (3, 9, &ProblemKind::SetUp),
            (4, 14, &ProblemKind::MalformedTag),
            (5, 20, &ProblemKind::MalformedVariation),
            (7, 28, &ProblemKind::OpenComment),
        ]
    );
    assert_eq!((progress.games, progress.rejected), (3, 5));
    let entries = book(pgn, &one());
    let probe =
        BookReader::open(entries).and_then(|mut book| book.probe(&Position::default())).expect("in memory");
    let moves: Vec<_> = probe.moves.iter().map(|m| (m.mv.to_string(), m.weight)).collect();
    assert_eq!(moves, [("e2e4".into(), 4), ("b2b4".into(), 2)]);
}

#[test]
fn games_without_a_board_in_the_fen_tag_begin_as_usual() {
    for fen in
        ["", "?", "*", ".", "startpos", "position startpos", "none", "N/A", "null", "see comment", "\u{e9}"]
    {
        let pgn = format!("[FEN \"{fen}\"]\n\n1. e4 e5 1-0\n");
        let (progress, problems) = problems(pgn.as_bytes());
        assert_eq!((progress.games, problems.len()), (1, 0), "{fen}");
    }
    // Also in Latin-1.
    let (progress, _) = problems(b"[FEN \"k\xe9in\"]\n\n1. e4 e5 1-0\n");
    assert_eq!(progress.games, 1);
    for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "rnbqkbnr/pppppppp/8/8"] {
        let (_, problems) = problems(format!("[FEN \"{fen}\"]\n\n1. e4 e5 1-0\n").as_bytes());
        assert_eq!(problems[0].kind, ProblemKind::SetUp, "{fen}");
    }
}

#[test]
fn many_open_comments_take_no_time() {
    let pgn = "[Result \"1-0\"]\n1. a4 {never closed\n1-0\n".repeat(20_000);
    let (progress, problems) = problems(pgn.as_bytes());
    assert_eq!((progress.games, problems.len()), (0, 20_000));
    assert_eq!(problems.last().map(|problem| problem.line), Some(59_999));
}

#[test]
fn a_memory_bound_changes_nothing() {
    let Some(pgn) = golden("sample-200.pgn") else { return };
    let whole = book(&pgn, &one());
    let mut passes = 0;
    let mut entries = Vec::new();
    let options = MakeOptions { max_bytes: 1 << 16, ..one() };
    let mut seen = Problems::default();
    let progress =
        build(&mut &*pgn, &options, &mut seen, |entry| entries.push(entry)).expect("readable games");
    passes += progress.pass;
    assert!(passes > 2, "a small bound needs several passes");
    assert!(to_bytes(&entries) == whole);
    assert_eq!(progress.entries, entries.len() as u64);
}

#[test]
fn building_can_be_cancelled() {
    struct Cancel;
    impl Observer for Cancel {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            assert!(progress.bytes <= progress.total_bytes);
            ControlFlow::Break(())
        }
    }
    let result = build(&mut b"1. e4 *".as_slice(), &one(), &mut Cancel, |_| panic!("no entry"));
    assert_eq!(result, Err(MakeError::Cancelled));
}

/// A game of random legal moves, as San.
fn random_game(choices: &[u16]) -> String {
    let mut position = Position::default();
    let mut text = String::new();
    for (ply, choice) in choices.iter().enumerate() {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        if ply % 2 == 0 {
            write!(text, "{}. ", ply / 2 + 1).expect("a string takes everything");
        }
        text.push_str(&position.san(mv));
        text.push(' ');
        position.play_unchecked(mv);
    }
    text
}

/// One of many ways to write a move, right or wrong.
fn spelling(position: &Position, mv: Move, way: u8) -> String {
    let san = position.san(mv);
    let bare = san.trim_end_matches(['+', '#']).to_owned();
    let (from, to) = (mv.from(), mv.to());
    let letter = bare.chars().next().filter(char::is_ascii_uppercase).filter(|&letter| letter != 'O');
    let piece = letter.map_or(String::new(), String::from);
    let promotion = mv.promotion().map_or(String::new(), |role| role.upper_char().to_string());
    match way % 20 {
        0 => bare,
        1 => format!("{bare}+"),
        2 => format!("{bare}#!?"),
        3 => bare.replace('x', ""),
        4 => bare.replace('=', ""),
        5 => bare.replace("=Q", "=q"),
        6 => format!("{from}{to}{promotion}"),
        7 => format!("{piece}{from}-{to}={promotion}").trim_end_matches('=').to_owned(),
        8 => format!("Q{from}x{to}{promotion}"),
        9 => format!("{piece}{}{to}{promotion}", from.file().char()),
        10 => format!("{piece}{}{to}{promotion}", from.rank().char()),
        // Without the square of origin: right if no other piece can go there, or only pinned ones.
        11 => format!("{piece}{to}{promotion}"),
        12 => format!("P{to}{promotion}"),
        13 => format!("{}{promotion}", position.uci(mv).chars().take(4).collect::<String>()),
        14 => bare.to_lowercase(),
        _ => san,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn spellings_are_read_as_polyglot_reads_them(
        choices in prop::collection::vec((any::<u16>(), any::<u8>()), 1..80),
        odd in 0..80_usize,
    ) {
        // Ordinary moves, then odd ones: a game ends for Polyglot with the first it does not understand.
        let mut position = Position::default();
        let mut pgn = String::new();
        for (ply, &(choice, way)) in choices.iter().enumerate() {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Rare moves first: captures, castling, promotions.
            let special: Vec<Move> = moves.iter().copied().filter(|mv| mv.kind() != MoveKind::Quiet).collect();
            let from = if special.is_empty() || choice % 3 == 0 { &moves[..] } else { &special };
            let mv = from[usize::from(choice) % from.len()];
            let text = spelling(&position, mv, if ply < odd { u8::MAX } else { way });
            write!(pgn, "{text} ").expect("a string takes everything");
            position.play_unchecked(mv);
        }
        pgn.push_str("*\n");
        let ours = strict_book(pgn.as_bytes(), &one());
        if let Some(polyglot) = Polyglot::find("spellings") {
            prop_assert_eq!(&ours, &polyglot.make_book(pgn.as_bytes(), &["-min-game", "1"]), "{}", pgn);
        }
        if let Some(ours) = ours {
            prop_assert_eq!(book(pgn.as_bytes(), &one()), ours, "{}", pgn);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_games_are_counted_as_polyglot_counts_them(
        games in prop::collection::vec((prop::collection::vec(any::<u16>(), 0..120), 0..4_u8), 0..12),
        min_game in 1..3_u32,
    ) {
        let mut pgn = String::new();
        for (choices, result) in &games {
            let result = ["1-0", "0-1", "1/2-1/2", "*"][usize::from(*result)];
            write!(pgn, "[Result \"{result}\"]\n\n{}{result}\n\n", random_game(choices)).expect("a string takes everything");
        }
        let ours = book(pgn.as_bytes(), &MakeOptions { min_game, ..MakeOptions::default() });
        if let Some(polyglot) = Polyglot::find("random-games") {
            let expected = polyglot.make_book(pgn.as_bytes(), &["-min-game", &min_game.to_string()]);
            prop_assert_eq!(Some(&ours), expected.as_ref(), "{}", pgn);
        }
        // Whatever is in the book is found in it, and in a book's order.
        let entries: Vec<Entry> = tabia_polyglot::entries(&ours).collect();
        prop_assert!(entries.is_sorted_by(|a, b| a.book_order(b).is_le()));
        prop_assert_eq!(to_bytes(&entries), ours);
    }

    #[test]
    fn pieces_of_any_size_give_the_same_book(
        bytes in prop::collection::vec(prop::sample::select(&b"1. e45Nf3c6[]\"(){};%$!?*-0\n Result\\"[..]), 0..300),
        cut in 1..40_usize,
    ) {
        let mut builder = BookBuilder::new(one());
        let mut scanner = tabia_polyglot::pgn_scan::PgnScanner::new(false);
        for piece in bytes.chunks(cut) {
            scanner.feed(piece, &mut builder).expect("only a strict reader stops");
        }
        scanner.finish(&mut builder).expect("only a strict reader stops");
        let mut pieces = Vec::new();
        builder.finish_pass(|entry| pieces.push(entry));
        let mut at_once = BookBuilder::new(one());
        let mut scanner = tabia_polyglot::pgn_scan::PgnScanner::new(false);
        scanner.feed(&bytes, &mut at_once).expect("only a strict reader stops");
        scanner.finish(&mut at_once).expect("only a strict reader stops");
        let mut whole = Vec::new();
        at_once.finish_pass(|entry| whole.push(entry));
        prop_assert_eq!(pieces, whole);
        prop_assert_eq!(builder.take_problems(), at_once.take_problems());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_games_in_pieces_of_any_size(cut in 1..6_usize) {
        let mut scanner = tabia_polyglot::pgn_scan::PgnScanner::new(false);
        let mut builder = BookBuilder::new(one());
        for piece in "\u{feff}[Event \"a\"]\n\n1. e4 1-0\n".as_bytes().chunks(cut) {
            scanner.feed(piece, &mut builder).expect("only a strict reader stops");
        }
        scanner.finish(&mut builder).expect("only a strict reader stops");
        let mut entries = 0;
        builder.finish_pass(|_| entries += 1);
        prop_assert_eq!((entries, builder.take_problems()), (1, Vec::new()));
    }

    #[test]
    fn garbled_games_are_refused_as_polyglot_refuses_them(
        bytes in prop::collection::vec(prop::sample::select(&b"1. e4 e5Nf3 c6[]\"(){};%$!?*-0\n Result\\\0\r\t"[..]), 0..60),
    ) {
        if let Some(polyglot) = Polyglot::find("garbled") {
            prop_assert_eq!(strict_book(&bytes, &one()), polyglot.make_book(&bytes, &["-min-game", "1"]));
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        book(&bytes, &one());
        strict_book(&bytes, &one());
    }
}
