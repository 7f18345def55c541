//! Helpers shared by the tests.

use tabia_chess::{Move, Position};

/// The moves of a line in SAN from the start position.
pub fn moves(text: &str) -> Vec<Move> {
    let mut position = Position::default();
    text.split_whitespace()
        .map(|san| {
            let mv = position.parse_san(san).expect("a legal move");
            position.play_unchecked(mv);
            mv
        })
        .collect()
}
