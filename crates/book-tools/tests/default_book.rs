//! The lines of the default book, and the book that is compiled from them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use tabia_book_tools::compile;
use tabia_book_tools::tree::{Row, line_to, parse};
use tabia_chess::Position;
use tabia_polyglot::{BookReader, Entry, check, entries, to_bytes};

/// The lines that the project promises at least.
const AT_LEAST: usize = 2000;
/// The length of a line in half-moves.
const PLIES: std::ops::RangeInclusive<usize> = 8..=24;

/// The files of lines: name and text.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lines");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of lines can be read")
        .map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a file of lines can be read"))
        })
        .collect();
    files.sort();
    files
}

fn trees(files: &[(String, String)]) -> Vec<(&str, Vec<Row<'_>>)> {
    files
        .iter()
        .map(|(name, text)| match parse(text) {
            Ok(rows) => (name.as_str(), rows),
            Err(error) => panic!("{name}: {error}"),
        })
        .collect()
}

/// Every line as its place and its moves.
fn lines(trees: &[(&str, Vec<Row<'_>>)]) -> Vec<(String, Vec<String>)> {
    let mut lines = Vec::new();
    for (name, rows) in trees {
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.continued) {
            let moves = line_to(rows, index).iter().map(|m| m.before.uci(m.mv)).collect();
            lines.push((format!("{name}:{}", row.line), moves));
        }
    }
    lines
}

#[test]
fn the_lines_are_legal_distinct_and_as_long_as_they_should_be() {
    let files = files();
    let trees = trees(&files);
    let lines = lines(&trees);
    let mut faults = Vec::new();
    let mut seen: HashMap<&[String], &str> = HashMap::new();
    let mut inner: HashSet<&[String]> = HashSet::new();
    for (place, moves) in &lines {
        if !PLIES.contains(&moves.len()) {
            faults.push(format!("{place}: {} half-moves", moves.len()));
        }
        if let Some(other) = seen.insert(moves, place) {
            faults.push(format!("{place}: the same line as {other}"));
        }
        inner.extend((1..moves.len()).map(|length| &moves[..length]));
    }
    for (place, moves) in &lines {
        if inner.contains(moves.as_slice()) {
            faults.push(format!("{place}: the beginning of another line"));
        }
    }
    let mut ends: HashMap<u64, (&str, usize)> = HashMap::new();
    for (name, rows) in &trees {
        for row in rows.iter().filter(|row| !row.continued) {
            if let Some((other, line)) = ends.insert(row.position.key(), (name, row.line)) {
                faults.push(format!("{name}:{}: ends in the position of {other}:{line}", row.line));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    println!("{} lines", lines.len());
    assert!(lines.len() >= AT_LEAST, "{} lines", lines.len());
}

fn book() -> Vec<Entry> {
    let files = files();
    let trees = trees(&files);
    compile(trees.iter().map(|(_, rows)| rows.as_slice()))
}

#[test]
fn the_book_is_sound_and_knows_every_position_of_every_line() {
    let files = files();
    let trees = trees(&files);
    let bytes = to_bytes(&book());
    let report = check(&mut bytes.as_slice()).expect("a slice can be read");
    assert_eq!(report.fault_count, 0, "{:?}", report.faults);
    assert_eq!(report.entries, entries(&bytes).count() as u64);
    let mut reader = BookReader::open(bytes).expect("it is a book");
    for (name, rows) in &trees {
        for row in rows {
            for m in &row.moves {
                let probe = reader.probe(&m.before).expect("a slice can be read");
                let found = probe.moves.iter().any(|candidate| candidate.mv == m.mv);
                assert!(found, "{name}:{}: {} is missing", row.line, m.before.san(m.mv));
            }
        }
    }
}

#[test]
fn common_moves_weigh_more_than_rare_ones() {
    let mut reader = BookReader::open(to_bytes(&book())).expect("it is a book");
    let mut order = |sans: &str| -> Vec<String> {
        let mut position = Position::default();
        for san in sans.split_whitespace() {
            position.play_unchecked(position.parse_san(san).expect("it is legal"));
        }
        let probe = reader.probe(&position).expect("a slice can be read");
        assert!(probe.moves.is_sorted_by(|a, b| a.weight >= b.weight));
        probe.moves.iter().map(|candidate| position.san(candidate.mv)).collect()
    };
    assert_eq!(order("")[..4], ["e4", "d4", "c4", "Nf3"]);
    assert!(order("").len() >= 9, "rarer first moves are answered too");
    let answers = order("e4");
    assert!(
        answers[..2].contains(&"c5".to_owned()) && answers[..2].contains(&"e5".to_owned()),
        "{answers:?}"
    );
    assert_eq!(order("e4 e5")[0], "Nf3");
    assert_eq!(order("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3")[0], "a6");
    assert_eq!(order("d4 Nf6")[0], "c4");
}

fn weights(text: &str) -> Vec<(u64, String, u16)> {
    let rows = parse(text).expect("the test's rows are right");
    compile([rows.as_slice()])
        .into_iter()
        .map(|entry| (entry.key, entry.book_move.to_string(), entry.weight))
        .collect()
}

#[test]
fn a_move_weighs_the_root_of_its_lines_times_its_mark() {
    let start = Position::default().key();
    let rows = "e4\n  e5\n  c5\nd4!\nf4?!\ng4? e5\nc4";
    let at_start: Vec<_> = weights(rows)
        .into_iter()
        .filter(|&(key, ..)| key == start)
        .map(|(_, m, weight)| (m, weight))
        .collect();
    let expected = [("d2d4", 120), ("e2e4", 56), ("c2c4", 40), ("f2f4", 10), ("g2g4", 0)];
    assert_eq!(at_start, expected.map(|(m, weight)| (m.to_owned(), weight)));
}

#[test]
fn lines_that_meet_are_counted_together() {
    let rows = "d4 d5 c4 e6\nc4 e6 d4 d5 Nc3";
    let mut position = Position::default();
    for san in ["d4", "d5", "c4"] {
        position.play_unchecked(position.parse_san(san).expect("it is legal"));
    }
    let e6 = weights(rows).into_iter().filter(|&(key, ..)| key == position.key()).count();
    assert_eq!(e6, 1, "only one line comes to d4 d5 c4");
    position.play_unchecked(position.parse_san("e6").expect("it is legal"));
    let after: Vec<_> = weights(rows).into_iter().filter(|&(key, ..)| key == position.key()).collect();
    assert_eq!(after, [(position.key(), "b1c3".to_owned(), 40)]);
}

#[test]
fn bad_rows_are_named_with_their_line_and_never_panic() {
    let error = |text: &str| parse(text).expect_err("it is wrong").to_string();
    assert!(error("e4\n  e4").starts_with("line 2: e4: "), "{}", error("e4\n  e4"));
    assert!(error("e4\n\te5").contains("a tab"), "{}", error("e4\n\te5"));
    assert!(error("  e4").contains("no row above"), "{}", error("  e4"));
    assert!(error("e4\n    e5\n  c5").starts_with("line 3: no row above"));
    assert_eq!(error("= A00 X"), "line 1: no move");
    assert!(error("e4 xyzzy").starts_with("line 1: xyzzy: "));
    assert!(parse("").expect("nothing is no fault").is_empty());
    let mate = parse("f3 e5 g4 Qh4# # mate").expect("a mate is no comment");
    assert_eq!(mate[0].moves.len(), 4);
}
