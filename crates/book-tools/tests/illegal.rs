//! Moves that their positions do not allow.

use tabia_book_tools::illegal::reached;
use tabia_chess::Position;
use tabia_polyglot::{BookMove, Entry, open_book, to_bytes};

/// The code of a move between two squares, numbered from a1 = 0 by ranks.
fn code(from: u16, to: u16) -> BookMove {
    BookMove(from << 6 | to)
}

fn after(moves: &str) -> Position {
    let mut position = Position::default();
    for san in moves.split_whitespace() {
        let mv = position.parse_san(san).expect("a move");
        position.play_unchecked(mv);
    }
    position
}

fn entry(line: &str, book_move: impl FnOnce(&Position) -> BookMove) -> Entry {
    let position = after(line);
    Entry { key: position.key(), book_move: book_move(&position), weight: 1, learn: 0 }
}

fn legal(line: &str, san: &str) -> Entry {
    entry(line, |position| position.parse_san(san).expect("a move").into())
}

fn listed(mut entries: Vec<Entry>, most: usize) -> (u64, u64, Vec<String>) {
    entries.sort_by_key(|entry| entry.key);
    let mut book = open_book(to_bytes(&entries)).expect("a book");
    let reached = reached(&mut book, most).expect("memory can be read");
    (reached.positions, reached.illegal, reached.listed.iter().map(ToString::to_string).collect())
}

#[test]
fn illegal_moves_are_found_where_lines_lead() {
    let good =
        vec![legal("", "e4"), legal("", "Nf3"), legal("e4", "e5"), legal("e4 e5", "Nf3"), legal("Nf3", "e5")];
    assert_eq!(listed(good.clone(), 9), (4, 0, vec![]));
    let mut book = good;
    // e2e5 after 1. e4 e5, a castling through a bishop in the start position, and one that no line leads to.
    book.push(entry("e4 e5", |_| code(12, 36)));
    book.push(entry("", |_| code(4, 7)));
    book.push(entry("d4", |_| code(4, 7)));
    let (positions, illegal, texts) = listed(book.clone(), 9);
    assert_eq!((positions, illegal), (4, 2));
    assert_eq!(texts, ["e1h1 is not legal in the start position", "e2e5 is not legal after e4 e5"]);
    assert_eq!(listed(book, 1).2.len(), 1);
}

#[test]
fn a_circle_of_moves_ends() {
    let line = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves: Vec<Entry> = (0..4).map(|ply| legal(&line[..ply].join(" "), line[ply])).collect();
    assert_eq!(listed(moves, 9), (4, 0, vec![]));
}
