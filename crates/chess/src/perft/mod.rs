//! Perft: the number of move sequences of a given length, the usual test of a move generator.

mod suite;

pub use suite::{PerftCase, PerftSuiteError, PerftSuiteFault, parse_perft_suite};

use crate::{Color, Move, MoveList, Position};

/// No count to a greater depth ends, unless the moves are forced; and the stack is finite.
const MAX_DEPTH: u32 = 200;

/// The number of sequences of `depth` legal moves. The last move of each is counted, not played.
///
/// A depth over 200 counts as 200.
///
/// ```
/// use tabia_chess::{Position, perft};
///
/// assert_eq!(perft(&Position::default(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth.min(MAX_DEPTH) {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        depth => match position.turn() {
            Color::White => inner::<true>(position, depth),
            Color::Black => inner::<false>(position, depth),
        },
    }
}

/// [`perft`] after each legal move, in the order of generation.
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut child = *position;
            child.play_unchecked(m);
            (m, perft(&child, depth))
        })
        .collect()
}

fn inner<const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.generate_all::<WHITE>(&mut moves);
    let mut nodes = 0;
    for m in &moves {
        let mut child = *position;
        child.make::<WHITE, false>(m);
        nodes += match (depth, WHITE) {
            (2, true) => u64::from(child.count::<false>()),
            (2, false) => u64::from(child.count::<true>()),
            (_, true) => inner::<false>(&child, depth - 1),
            (_, false) => inner::<true>(&child, depth - 1),
        };
    }
    nodes
}
