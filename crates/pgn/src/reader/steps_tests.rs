//! Reading takes time proportional to the length of the text, measured in steps instead of by the clock.

use crate::{read, steps};

/// Fragments that, when repeated, make a naive reader start over again and again.
const PIECES: [&str; 31] = [
    "{",
    "(e4 ",
    "{{}",
    "{[Event \"x\"]",
    "[a \"",
    "[Event \"x\"]\n{ ",
    "[Event \"x\"]\n\n1. e4 { ",
    "1. e4\n\n",
    "(1. e4 ",
    "; {\n",
    "e4 {a} (",
    "x;{\n",
    "[Result \"1-0\"] 0-1 ",
    // Results in unclosed variations, with comments after them.
    "(e4 * ",
    "(e4 * {a} ",
    "(e4 1-0 { ",
    "[Event \"x\"]\n\n1. e4 (d4 * {\n",
    "[Event \"x\"]\n\n1. e4 (d4 * {a} $1\n\n",
    // Faults that are found after later ones.
    "[FEN \"x\"]\n[a \"b\n\n1. e4 *\n\n",
    "[Event \"x\"]\n\n1. xyz Ke2 *\n\n",
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 (d4 0-1\n\n",
    "1. e4 (xyz Ke2) ",
    // Piece letters of another language, tried after English ones have failed.
    "[Event \"x\"]\n\n1. Sf3 Sf6 *\n\n",
    "1. Sf3 Sf6 *\n\n",
    // No game, and comments outside of games.
    "{c} x *\n",
    "x y e4 *\n",
    "* ",
    "[T \"x\"] ",
    "1. Nf3 Nf6 2. Ng1 Ng8 ",
    "1. e4 *\n\n",
    "1. e4 e5 * {a}\n",
];

#[test]
fn no_text_makes_reading_quadratic() {
    const LENGTH: usize = 60_000;
    // A single game may report a hundred problems, each located from the start of the game.
    const STEPS_PER_BYTE: u64 = 150;
    let mut slow = Vec::new();
    for piece in PIECES {
        let repeated = piece.repeat(LENGTH / piece.len());
        let blanks = " ".repeat(LENGTH);
        for text in [format!("1. d4 * {repeated}"), format!("{blanks}{repeated}{blanks}"), repeated] {
            let (_, taken) = steps::of(|| read(&text));
            let per_byte = taken / text.len() as u64;
            if per_byte > STEPS_PER_BYTE {
                slow.push((piece, per_byte));
            }
        }
    }
    assert!(slow.is_empty(), "steps per byte: {slow:?}");
}

#[test]
fn no_line_of_a_file_of_positions_makes_reading_quadratic() {
    for piece in ["\"", "\"\\", "\"\\\"", "\" ", "\";", "\\\" ", "bm \"", "c0 \"x\";", ";"] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {}", piece.repeat(30_000 / piece.len()));
        let (_, taken) = steps::of(|| crate::epd::read_epds(&line));
        assert!(taken <= 10 * line.len() as u64, "{piece:?}: {} steps per byte", taken / line.len() as u64);
    }
}

/// Very long games and many tags.
#[test]
fn long_games_are_read_in_proportion() {
    let cycle = "1. Nf3 {a comment} (1. Nc3 $1 Nc6) 1... Nf6 2. Ng1 Ng8 ";
    let moves = |count: usize| format!("[White \"A\"]\n\n{} *\n", cycle.repeat(count));
    let tags = |count: usize| {
        let tags: Vec<_> = (0..count).map(|number| format!("[T{number:07} \"x\"]\n")).collect();
        tags.concat() + "\n1. e4 *"
    };
    let texts: [&dyn Fn(usize) -> String; 2] = [&moves, &tags];
    for text in texts {
        let steps = |count| {
            let text = text(count);
            let (collection, taken) = steps::of(|| read(&text));
            assert_eq!((collection.games.len(), collection.problems.len()), (1, 0));
            taken
        };
        let (short, long) = (steps(200), steps(2000));
        assert!(long <= 11 * short, "{short} steps for a text, {long} for one of ten times its length");
    }
}
