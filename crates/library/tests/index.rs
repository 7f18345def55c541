//! Building indexes: pieces of any size, any bytes, damage, bounded memory.

mod support;

use std::fs;
use std::ops::ControlFlow;

use proptest::prelude::*;
use support::{index, library};
use tabia_library::{
    BuildError, Fingerprint, Flag, IndexBuilder, IndexOptions, Library, OpenError, build_index,
};

const GAMES: &str = r#"[Event "One"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky"]
[Date "1851.06.21"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 (3. Nf3 g5 (3... d5 4. exd5) 4. h4) 3... Qh4+ {a comment} 4. Kf1 1-0

[Event "Two"]
[White "Broken"]
[WhiteElo "2500"]

1. d4 d5 2. Ke5 Nf6 *

[Event "Three"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Ke7 1/2-1/2

1. c4 {the last has no tags} c5 0-1
"#;

#[test]
fn tags_are_known_in_any_case_and_fens_with_tails() {
    let Some(lower) = tabia_conformance::read("field-cases/k6-tags-lower.pgn") else { return };
    let Some(fen) = tabia_conformance::read("field-cases/k6-Fen-tag.pgn") else { return };
    let mut text = [&lower[..], b"\n\n", &fen, b"\n\n"].concat();
    text.extend(
        b"[FEN \"\"]\n\n1. e4 e5 *\n\n[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 0; fmvn 1;\"]\n\n1. e4 *\n\n\
          [FEN \"none\"]\n\n1. e4 e5 *\n\n[FEN \"see comment\"]\n[white elo \"2000\"]\n\n1. e4+/= e5 2. Nf3 1-0x\n",
    );
    let library = library(index(&text).unwrap());
    let headers: Vec<_> = (0..library.len()).map(|game| library.header(game)).collect();
    assert_eq!((headers[0].white, headers[0].black, headers[0].result.as_str()), ("Foo", "Bar", "1-0"));
    assert_eq!(headers.iter().map(|header| header.plies).collect::<Vec<_>>(), [2, 2, 2, 1, 2, 3]);
    assert_eq!((headers[5].white_elo, headers[5].result.as_str()), (Some(2000), "1-0"));
    let flags: Vec<_> = headers.iter().map(|header| header.flags.clone()).collect();
    assert_eq!(flags, [vec![], vec![Flag::SetUp], vec![], vec![Flag::SetUp], vec![], vec![]]);
}

#[test]
fn a_record_says_what_the_file_says() {
    let library = library(index(GAMES.as_bytes()).unwrap());
    let headers: Vec<_> = (0..library.len()).map(|game| library.header(game)).collect();
    assert_eq!(headers.iter().map(|header| header.plies).collect::<Vec<_>>(), [7, 2, 2, 2]);
    assert_eq!(
        (headers[0].white, headers[0].date.to_string()),
        ("Anderssen, Adolf", "1851.06.21".to_owned())
    );
    assert_eq!(
        (headers[0].opening, headers[0].eco.as_deref()),
        ("King's Gambit Accepted: Bishop's Gambit", Some("C33"))
    );
    assert_eq!(headers[0].flags, [Flag::Variations]);
    assert_eq!(
        (headers[1].white, headers[1].white_elo, &headers[1].flags[..]),
        ("Broken", Some(2500), &[Flag::Error][..])
    );
    assert_eq!(
        (headers[2].flags.as_slice(), headers[2].material.to_string()),
        (&[Flag::SetUp][..], "KPK".to_owned())
    );
    assert_eq!(headers[3].result.as_str(), "0-1");
    let problem = library.problem(1).unwrap();
    assert_eq!((problem.line, problem.column), (13, 13));
    assert!(problem.reason.contains("Ke5 is not a legal move"), "{}", problem.reason);
    let summary = library.summary();
    assert_eq!((summary.games, summary.errors, summary.plies, summary.positions), (4, 1, 13, 17));
}

#[test]
fn a_comment_that_is_never_closed_hides_no_games() {
    let pgn =
        b"[White \"A\"]\n\n1. e4 {never closed\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n";
    let library = library(index(pgn).unwrap());
    assert_eq!(
        (0..library.len()).map(|game| library.header(game).white).collect::<Vec<_>>(),
        ["A", "B", "C"]
    );
    assert_eq!(
        library
            .problems()
            .iter()
            .map(|problem| (problem.game, problem.line, problem.column))
            .collect::<Vec<_>>(),
        [(0, 3, 7)]
    );
    assert_eq!(library.text(0, &mut &pgn[..]).unwrap(), b"[White \"A\"]\n\n1. e4 {never closed");
}

#[test]
fn a_game_behind_one_with_an_error_is_found_whatever_ends_the_lines() {
    let text = "[White \"A\"]\n\n1. e9 *\n\n[White \"B\"]\n[Bad\n[Black \"C\"]\n\n1. e4 *\n\n[White \"D\"]\n\n1. d4 ; comment\nd5 *\n";
    for end in ["\n", "\r\n", "\r"] {
        let library = library(index(text.replace('\n', end).as_bytes()).unwrap());
        let whites: Vec<_> = (0..library.len()).map(|game| library.header(game).white).collect();
        assert_eq!((whites, library.header(2).plies), (vec!["A", "B", "D"], 2), "{end:?}");
    }
}

#[test]
fn a_header_without_moves_is_a_game_and_lends_nothing_to_the_next() {
    let first = "[Event \"a\"]\n[White \"A\"]\n[WhiteElo \"2700\"]";
    let second = "[Event \"b\"]\n[Black \"B\"]\n\n1. e4 *";
    let last = "[White \"C\"]\n[Result \"1-0\"]";
    let pgn = format!("{first}\n\n{second}\n\n{last}\n");
    let library = library(index(pgn.as_bytes()).unwrap());
    let headers: Vec<_> = (0..library.len()).map(|game| library.header(game)).collect();
    let said: Vec<_> = headers
        .iter()
        .map(|header| {
            (header.event, header.white, header.black, header.white_elo, header.plies, header.flags.len())
        })
        .collect();
    assert_eq!(
        said,
        [("a", "A", "", Some(2700), 0, 0), ("b", "", "B", None, 1, 0), ("", "C", "", None, 0, 0)]
    );
    assert_eq!(headers[2].result.as_str(), "1-0");
    for (game, text) in [first, second, last].into_iter().enumerate() {
        assert_eq!(library.text(game as u32, &mut pgn.as_bytes()).unwrap(), text.as_bytes());
    }
}

/// Returns the contents of an index: White, result, half-moves.
fn said(pgn: &[u8]) -> Vec<(String, String, u16)> {
    let library = library(index(pgn).unwrap());
    let header = |game| {
        let header = library.header(game);
        (header.white.to_owned(), header.result.to_string(), header.plies)
    };
    (0..library.len()).map(header).collect()
}

/// A game is found by what is seen when it is opened: whatever the scanner makes of a text, the index says what the reader says.
#[test]
fn texts_that_few_programs_understand_are_indexed_as_they_are_shown() {
    let texts: &[&str] = &[
        // Letters of other languages, lower case, no space after the number, figurines.
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 1-0",
        "1. e4 e5 2. Cf3 Cc6 3. Ac4 *",
        "1. e4 e5 2. nf3 nc6 *",
        "1e4 e5 2Nf3 Nc6 *",
        "1. e4 e5 2. \u{2658}f3 \u{265e}c6 *",
        // Null moves, results and symbols of other spellings.
        "1. e4 e5 2. -- Nc6 3. Bc4 *",
        "1. e4 Z0 2. d4 \u{bd}-\u{bd}",
        "1. e4 e5 2. Nf3= Nc6 1/2",
        "1. e4\u{2026} e5 2. Nf3\u{a0}Nc6 *",
        "1. e4 d5 2. e5 f5 3. exf6e.p. *",
        "1. e4 {a {b} c} e5 *",
        // Faults inside of variations.
        "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. -- Nxe4) 3. Bb5 a6 1-0",
        "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5 +-) 3. Bb5 a6 1-0",
        "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5 1-0) 3. Bb5 a6 0-1",
        // Faults of tags.
        "[Event \"un\"q\"]\n[White \"A\"]\n\n1. e4 e5 1-0",
        "[Event \"C:\\\"]\n[White \"A\"]\n\n1. e4 e5 1-0",
        "[White \"A\"]\n[Black B]\n\n1. e4 e5 1-0",
        "[Variant \"Regular\"]\n[White \"A\"]\n\n1. e4 *",
        "[Variant \"Atomic\"]\n[White \"A\"]\n\n1. e4 *",
        // What is between games.
        "[White \"A\"]\n\n1. e4 *\n\n*** end ***\n\n[White \"B\"]\n\n1. d4 *",
        "[White \"A\"]\n\n1. e4 1-0 1-0\n\n[White \"B\"]\n\n1. d4 *",
        "[White \"A\"]\n\n1. e4 *\n\n\u{feff}[White \"B\"]\n\n1. d4 *",
        "[White \"A\"]\n\n[White \"B\"]\n\n1. d4 *\n\n[Event \"last\"]\n",
        "1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n\n1. c4 c5 *\n\n[White \"D\"]\n\n1. f4 *",
        "<html><body>404 not found</body></html>",
    ];
    for text in texts {
        let expected: Vec<_> = tabia_pgn::Reader::new(text)
            .map(|read| {
                let white = read.game.tags().get("White").unwrap_or_default().to_owned();
                let plies = read.game.main_line().count() as u16;
                (white, read.game.result().to_string(), plies)
            })
            .collect();
        assert_eq!(said(text.as_bytes()), expected, "{text}");
        // The same in other encodings, and among others.
        let many = format!("[White \"First\"]\n\n1. c4 *\n\n{text}\n\n[White \"Last\"]\n\n1. d4 d5 *\n");
        let names: Vec<_> = said(many.as_bytes()).into_iter().map(|(white, ..)| white).collect();
        assert_eq!(
            (names.first(), names.last()),
            (Some(&"First".to_owned()), Some(&"Last".to_owned())),
            "{text}"
        );
        assert_eq!(in_pieces(many.as_bytes(), &[1]), index(many.as_bytes()).unwrap(), "{text}");
    }
    let mut position = tabia_chess::Position::default();
    for san in ["e4", "e5", "Nf3", "Nc6"] {
        position.play_unchecked(position.parse_san(san).unwrap());
    }
    let mut library = library(index(texts[..5].join("\n\n").as_bytes()).unwrap());
    let games: Vec<_> =
        library.occurrences(position.repetition_key()).unwrap().iter().map(|place| place.game).collect();
    assert_eq!(games, [0, 1, 3, 4]);
}

#[test]
fn games_behind_bytes_that_are_no_utf8_stand_where_they_stand() {
    let text = b"1. e4 e5 2. Ke3 {sch\xf6n} *\n\n1. d4 {\xfc\xfc} d5 *\n\n1. c4 \xc4 c5 *\n\n[White \"H\xfcbner\"]\n\n1. f4 *\n";
    let library = library(index(text).unwrap());
    let texts: Vec<_> = (0..library.len())
        .map(|game| String::from_utf8_lossy(&library.text(game, &mut &text[..]).unwrap()).trim().to_owned())
        .collect();
    let begins: Vec<_> = texts.iter().map(|text| text.get(..5).unwrap_or_default()).collect();
    assert_eq!(begins, ["1. e4", "1. d4", "1. c4", "[Whit"], "{texts:?}");
    assert_eq!(library.header(3).white, "H\u{fc}bner");
}

#[test]
fn comments_in_front_of_a_game_are_its_own() {
    let pgn = "{intro to one}\n[Event \"1\"]\n\n1. e4 * {behind}\n\n{intro to two} ; more\n[Event \"2\"]\n\n1. d4 *\n\n; three\n1. c4 *\n";
    let library = library(index(pgn.as_bytes()).unwrap());
    let texts: Vec<_> = (0..library.len())
        .map(|game| String::from_utf8(library.text(game, &mut pgn.as_bytes()).unwrap()).unwrap())
        .collect();
    assert_eq!(
        texts,
        [
            "{intro to one}\n[Event \"1\"]\n\n1. e4 * {behind}",
            "{intro to two} ; more\n[Event \"2\"]\n\n1. d4 *",
            "; three\n1. c4 *"
        ]
    );
}

/// An en-passant square doesn't count if the capture is illegal because the pawn is pinned.
#[test]
fn a_position_is_found_by_the_fen_that_is_shown_of_it() {
    let pgn = "[FEN \"7k/2p5/8/KP5r/8/8/8/8 b - - 0 1\"]\n\n1... c5 2. Ka6 *\n";
    let mut library = library(index(pgn.as_bytes()).unwrap());
    let shown: tabia_chess::Setup = "7k/8/8/KPp4r/8/8/8/8 w - - 0 2".parse().unwrap();
    let key = shown.position().unwrap().repetition_key();
    assert_eq!(library.occurrences(key).unwrap().len(), 1);
}

#[test]
fn utf16_is_refused_and_games_of_other_variants_are_kept_as_text() {
    assert_eq!(index(b"\xff\xfe[\0").unwrap_err(), BuildError::Utf16);
    let library = library(
        index(b"[Variant \"Atomic\"]\n[White \"X\"]\n\n1. e4 *\n\n[Variant \"Chess960\"]\n\n1. e4 *\n")
            .unwrap(),
    );
    assert_eq!(library.header(0).flags, [Flag::Error]);
    assert_eq!(library.header(1).flags, [Flag::Chess960]);
}

#[test]
fn positions_of_variations_are_found_on_demand() {
    let mut position = tabia_chess::Position::default();
    for san in ["e4", "e5", "f4", "exf4", "Nf3"] {
        position.play_unchecked(position.parse_san(san).unwrap());
    }
    let options = IndexOptions { variations: true, ..IndexOptions::default() };
    let mut index = Vec::new();
    build_index(&mut GAMES.as_bytes(), options, &mut index, |_| ControlFlow::Continue(())).unwrap();
    let mut with = library(index);
    let found = with.occurrences(position.repetition_key()).unwrap();
    let moves: Vec<_> =
        found.iter().map(|place| (place.in_variation, place.ply, place.book_move.to_string())).collect();
    assert_eq!(moves, [(true, 5, "g7g5".to_owned()), (true, 5, "d7d5".to_owned())]);
    // The last position of a variation, and that after a variation of one move.
    for (line, games) in [("e4 e5 f4 exf4 Nf3 g5 h4", 1), ("e4 e5 f4 exf4 Nf3 d5 exd5", 1)] {
        let mut position = tabia_chess::Position::default();
        for san in line.split(' ') {
            position.play_unchecked(position.parse_san(san).unwrap());
        }
        assert_eq!(with.occurrences(position.repetition_key()).unwrap().len(), games, "{line}");
    }
    assert_eq!(with.explore(position.repetition_key(), None, 1).unwrap().total.games, 0);
    let mut without = library(self::index(GAMES.as_bytes()).unwrap());
    assert_eq!(without.occurrences(position.repetition_key()).unwrap(), []);
}

#[test]
fn an_index_knows_its_file() {
    let library = library(index(GAMES.as_bytes()).unwrap());
    assert!(library.belongs_to(&Fingerprint::of(&mut GAMES.as_bytes()).unwrap()));
    assert!(!library.belongs_to(&Fingerprint::of(&mut &GAMES.as_bytes()[1..]).unwrap()));
}

#[test]
fn damage_anywhere_is_recognised() {
    let whole = index(GAMES.as_bytes()).unwrap();
    for length in 0..whole.len() {
        assert!(Library::open(&whole[..length]).is_err(), "cut at {length}");
    }
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x10;
        let bad = Library::open(damaged).map_or(true, |mut library| library.check().is_err());
        assert!(bad, "byte {place}");
    }
    let mut other = whole;
    other[8] = 200;
    assert_eq!(Library::open(other).unwrap_err(), OpenError::Version(200));
}

#[test]
fn little_memory_changes_nothing_but_the_index() {
    let Some(path) = tabia_conformance::shared("games/gnuchess-book-sample-8k.pgn") else { return };
    let pgn = fs::read(path).unwrap();
    let mut large = library(index(&pgn).unwrap());
    let mut bytes = Vec::new();
    let mut peak = 0;
    let options = IndexOptions { max_bytes: 16 << 20, ..IndexOptions::default() };
    build_index(&mut pgn.as_slice(), options, &mut bytes, |progress| {
        peak = peak.max(progress.memory);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(peak < 16 << 20, "{peak} bytes");
    let mut small = library(bytes);
    assert_eq!(small.summary(), large.summary());
    let mut position = tabia_chess::Position::default();
    for san in ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"] {
        assert_eq!(small.occurrences(position.repetition_key()), large.occurrences(position.key()));
        assert_eq!(small.explore(position.repetition_key(), None, 5), large.explore(position.key(), None, 5));
        position.play_unchecked(position.parse_san(san).unwrap());
    }
    let none = IndexOptions { max_bytes: 0, ..IndexOptions::default() };
    let many = b"1. e4 *\n\n".repeat(300_000);
    let error =
        build_index(&mut many.as_slice(), none, &mut Vec::new(), |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, BuildError::Memory { max_bytes: 16777216, .. }), "{error}");
}

/// The index of a text that comes in pieces of these sizes, over and over.
fn in_pieces(pgn: &[u8], sizes: &[usize]) -> Vec<u8> {
    let mut builder = IndexBuilder::new(IndexOptions::default());
    let mut index = Vec::new();
    let mut sizes = sizes.iter().cycle();
    while let Some(offset) = builder.wants() {
        let rest = &pgn[offset as usize..];
        let piece = &rest[..rest.len().min(*sizes.next().unwrap())];
        if piece.is_empty() {
            builder.end_of_file();
        } else {
            builder.feed(piece, &mut index).unwrap();
        }
    }
    builder.finish(&mut index).unwrap();
    index
}

/// Words and signs of PGN, and bytes that are none.
fn anything() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just(&b"[White \"A\"]\n"[..]),
        Just(&b"\r"[..]),
        Just(&b"\r\n"[..]),
        Just(&b"[Bad"[..]),
        Just(&b"\n[Event \"x\"]\n"[..]),
        Just(&b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - -\"]\n"[..]),
        Just(&b" 1. e4 "[..]),
        Just(&b"e5 "[..]),
        Just(&b"Nf3 "[..]),
        Just(&b"("[..]),
        Just(&b")"[..]),
        Just(&b"{"[..]),
        Just(&b"}"[..]),
        Just(&b";"[..]),
        Just(&b"\n"[..]),
        Just(&b"\n%"[..]),
        Just(&b"1-0\n"[..]),
        Just(&b"*\n"[..]),
        Just(&b"$1 "[..]),
        Just(&b"\""[..]),
        Just(&b"["[..]),
        Just(&b"\0"[..]),
        Just(&b"\xfc"[..]),
        Just(&b"O-O "[..]),
        Just(&b"--"[..]),
    ];
    prop_oneof![
        prop::collection::vec(word, 0..60).prop_map(|words| words.concat()),
        prop::collection::vec(any::<u8>(), 0..300),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_any_size_give_the_same_index(sizes in prop::collection::vec(1_usize..200, 1..8), extra in anything()) {
        let mut pgn = GAMES.as_bytes().to_vec();
        pgn.extend(extra);
        prop_assert_eq!(in_pieces(&pgn, &sizes), index(&pgn).unwrap());
    }

    #[test]
    fn any_bytes_make_an_index_whose_texts_follow_each_other(pgn in anything()) {
        if let Ok(index) = index(&pgn) {
            let mut library = library(index);
            prop_assert!(library.check().is_ok());
            let mut end = None;
            for game in 0..library.len() {
                let header = library.header(game);
                prop_assert!(end.is_none_or(|end| end == header.offset), "game {} of {:?}", game, pgn);
                end = Some(header.offset + u64::from(header.length));
                prop_assert!(library.text(game, &mut pgn.as_slice()).is_ok());
            }
        }
    }

    #[test]
    fn any_bytes_are_no_index(bytes in prop::collection::vec(any::<u8>(), 0..200), flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6)) {
        prop_assert!(Library::open(bytes).is_err());
        let mut index = index(GAMES.as_bytes()).unwrap();
        for (place, byte) in flips {
            let place = place.index(index.len());
            index[place] = byte;
        }
        if let Ok(mut library) = Library::open(index) {
            let _ = library.explore(tabia_chess::Position::default().repetition_key(), None, 3);
        }
    }
}
