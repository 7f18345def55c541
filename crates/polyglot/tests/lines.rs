//! Lines listed and counted, against Debian's Polyglot.

use std::fmt::Write as _;

use proptest::prelude::*;
use tabia_chess::{Color, Position};
use tabia_conformance::{Polyglot, golden};
use tabia_polyglot::lines::{dump, info};
use tabia_polyglot::make::{MakeOptions, build};
use tabia_polyglot::{BookMove, Entry, entries, to_bytes};

fn listing(name: &str, book: &[Entry], color: Color) -> String {
    let side = if color == Color::White { "white" } else { "black" };
    let mut text = format!("Dump of \"{name}\" for {side}.\n");
    dump(book, color, |line| text.push_str(line)).expect("short lines");
    text
}

/// Returns Polyglot's lists for White and for Black, and its counts.
fn polyglots(polyglot: &Polyglot, book: &[u8], exact: bool) -> [String; 3] {
    polyglot.write("b.bin", book);
    let dump = |color: &str| {
        polyglot.remove("b.txt");
        polyglot.run(&["dump-book", "-bin", "b.bin", "-color", color, "-out", "b.txt"]);
        String::from_utf8(polyglot.read("b.txt").expect("Polyglot writes a listing")).expect("ASCII")
    };
    let mut arguments = vec!["info-book", "-bin", "b.bin"];
    arguments.extend(exact.then_some("-exact"));
    let counts = polyglot.run(&arguments);
    // Its name and version come first.
    let counts = counts.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned());
    [dump("white"), dump("black"), counts]
}

fn ours(book: &[u8], exact: bool) -> [String; 3] {
    let book: Vec<Entry> = entries(book).collect();
    [
        listing("b.bin", &book, Color::White),
        listing("b.bin", &book, Color::Black),
        info(&book, exact).expect("short lines").to_string(),
    ]
}

#[test]
fn golden_listings_are_equal() {
    let (Some(book), Some(expected)) = (golden("tiny-min1.bin"), golden("tiny-min1.dump-white.txt")) else {
        return;
    };
    let book: Vec<Entry> = entries(&book).collect();
    assert_eq!(listing("tiny-min1.bin", &book, Color::White).as_bytes(), expected);
    let (Some(book), Some(expected)) = (golden("tiny-default.bin"), golden("tiny-default.info.txt")) else {
        return;
    };
    let book: Vec<Entry> = entries(&book).collect();
    assert_eq!(info(&book, false).expect("short lines").to_string().as_bytes(), expected);
}

#[test]
fn samples_are_listed_as_polyglot_lists_them() {
    let Some(polyglot) = Polyglot::find("lines") else { return };
    for (name, exact) in [
        ("tiny-default.bin", true),
        ("tiny-min1.bin", true),
        ("tiny-min1-white.bin", true),
        ("tiny-min1-black.bin", true),
        ("merge-white-black.bin", false),
        ("sample200-default.bin", true),
        ("sample8k-default.bin", false),
        ("../cutechess_book_small.bin", false),
        ("../lasker-trap.bin", true),
        ("../gnuchess-smallbook.bin", false),
    ] {
        let Some(book) = golden(name) else { return };
        assert!(ours(&book, exact) == polyglots(&polyglot, &book, exact), "{name}");
    }
}

#[test]
fn percentages_are_rounded_as_c_rounds() {
    let start = Position::default();
    let Some(polyglot) = Polyglot::find("percentages") else { return };
    for weights in
        [[1, 7, 0], [3, 5, 0], [1, 39, 160], [1, 1, 1], [65535, 1, 65535], [5, 195, 0], [25, 175, 0]]
    {
        let moves = ["e2e4", "d2d4", "c2c4"].map(|text| start.parse_uci(text).expect("a legal move"));
        let book: Vec<Entry> = moves
            .iter()
            .zip(weights)
            .map(|(&mv, weight)| Entry { key: start.key(), book_move: mv.into(), weight, learn: 0 })
            .collect();
        let book = to_bytes(&book);
        assert_eq!(ours(&book, false), polyglots(&polyglot, &book, false), "{weights:?}");
    }
}

#[test]
fn an_endless_walk_is_a_cycle() {
    let mut position = Position::default();
    let mut book = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        let mv = position.parse_uci(text).expect("a legal move");
        book.push(Entry { key: position.key(), book_move: mv.into(), weight: 1, learn: 0 });
        position.play_unchecked(mv);
    }
    book.sort_by_key(|entry| entry.key);
    let mut lines = Vec::new();
    dump(&book, Color::White, |line| lines.push(line.to_owned())).expect("a short line");
    assert_eq!(lines, ["1: 1. Nf3{100%} Nf6 2. Ng1{100%} Ng8 {cycle: ply=0}\n"]);
    let Some(polyglot) = Polyglot::find("cycle") else { return };
    let book = to_bytes(&book);
    assert_eq!(ours(&book, true), polyglots(&polyglot, &book, true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Random play reaches castling, promotion and en passant, and many orders of Polyglot's piece lists.
    #[test]
    fn random_books_are_listed_as_polyglot_lists_them(
        games in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..160), 1..12),
        spoilt in prop::collection::vec((any::<prop::sample::Index>(), any::<u16>(), 0..3_u16), 0..4),
    ) {
        let mut pgn = String::new();
        for choices in &games {
            let mut position = Position::default();
            pgn.push_str("[Result \"*\"]\n");
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[usize::from(*choice) % moves.len()];
                write!(pgn, "{} ", position.san(mv)).expect("a string takes everything");
                position.play_unchecked(mv);
            }
            pgn.push_str("*\n\n");
        }
        let mut book = Vec::new();
        let options = MakeOptions { min_game: 1, ..MakeOptions::default() };
        build(&mut pgn.as_bytes(), &options, &mut (), |entry| book.push(entry)).expect("readable games");
        for (index, code, weight) in spoilt {
            if !book.is_empty() {
                let index = index.index(book.len());
                // No empty moves: what Polyglot does with them depends on what was in its memory.
                book[index].book_move = BookMove(code.max(1));
                book[index].weight = weight;
            }
        }
        if let Some(polyglot) = Polyglot::find("random-lines") {
            let book = to_bytes(&book);
            prop_assert_eq!(ours(&book, false), polyglots(&polyglot, &book, false));
        }
    }

    #[test]
    fn any_records_are_survived(list in prop::collection::vec(any::<(bool, u64, u16, u16)>(), 0..40)) {
        let start = Position::default().key();
        let book: Vec<Entry> = list
            .into_iter()
            .map(|(at_start, key, code, weight)| Entry {
                key: if at_start { start } else { key },
                book_move: BookMove(code),
                weight,
                learn: 0,
            })
            .collect();
        let mut count = 0;
        prop_assert_eq!(dump(&book, Color::White, |_| count += 1), Ok(count));
        prop_assert!(info(&book, true).is_ok());
    }
}
