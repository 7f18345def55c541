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
    assert_eq!((problem.line, problem.column, problem.reason.as_str()), (13, 13, "Ke5 is not a legal move"));
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
fn a_header_without_moves_lends_nothing_to_the_next() {
    let pgn =
        b"[Event \"a\"]\n[White \"A\"]\n[WhiteElo \"2700\"]\n\n[Event \"b\"]\n[Black \"B\"]\n\n1. e4 *\n";
    let library = library(index(pgn).unwrap());
    let header = library.header(0);
    assert_eq!(
        (library.len(), header.event, header.white, header.black, header.white_elo),
        (1, "b", "", "B", None)
    );
    assert_eq!(library.text(0, &mut &pgn[..]).unwrap().len() + 1, pgn.len());
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
    let found = with.occurrences(position.key()).unwrap();
    let moves: Vec<_> =
        found.iter().map(|place| (place.in_variation, place.ply, place.book_move.to_string())).collect();
    assert_eq!(moves, [(true, 5, "g7g5".to_owned()), (true, 5, "d7d5".to_owned())]);
    assert_eq!(with.explore(position.key(), None, 1).unwrap().total.games, 0);
    let mut without = library(self::index(GAMES.as_bytes()).unwrap());
    assert_eq!(without.occurrences(position.key()).unwrap(), []);
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
        assert_eq!(small.occurrences(position.key()), large.occurrences(position.key()));
        assert_eq!(small.explore(position.key(), None, 5), large.explore(position.key(), None, 5));
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
            let _ = library.explore(tabia_chess::Position::default().key(), None, 3);
        }
    }
}
