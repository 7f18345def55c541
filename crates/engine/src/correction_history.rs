//! Correction history: how wrong the static evaluation was in earlier nodes that have something in common
//! with this one.
//!
//! One table keeps a running mean of the difference between search score and static evaluation by pawn
//! structure, another one by the last move (Chess Programming Wiki, "Static Evaluation Correction History").

use tabia_chess::Position;

use crate::history::{NO_PIECE_TO, PieceTo, with_gravity};
use crate::switches::{MOVE_CORRECTION, PAWN_CORRECTION};
use crate::value::Value;

/// The limit of an entry, in units of 1/[`GRAIN`] centipawns.
const LIMIT: i32 = 8_192;
const GRAIN: i32 = 128;
/// Entries per side by pawn structure; a power of two.
const PAWN_ENTRIES: usize = 16_384;
/// Entries per side by move: one per [`PieceTo`], and one for no move.
const MOVE_ENTRIES: usize = NO_PIECE_TO + 1;

/// The tables of one thread.
pub struct CorrectionHistory {
    /// By pawn structure.
    pawns: Vec<i16>,
    /// By the last move.
    moves: Vec<i16>,
}

impl CorrectionHistory {
    /// Empty tables.
    pub fn new() -> Self {
        Self { pawns: vec![0; 2 * PAWN_ENTRIES], moves: vec![0; 2 * MOVE_ENTRIES] }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.pawns.fill(0);
        self.moves.fill(0);
    }

    /// The correction of the static evaluation in centipawns, from the side to move's view. `last` is the
    /// move that led here.
    #[inline(always)]
    pub fn get(&self, pos: &Position, last: PieceTo) -> Value {
        let (pawns, moves) = indices(pos, last);
        let pawns =
            self.pawns.get(pawns).filter(|_| PAWN_CORRECTION.is_on()).map_or(0, |&value| value.into());
        let moves =
            self.moves.get(moves).filter(|_| MOVE_CORRECTION.is_on()).map_or(0, |&value| value.into());
        (2 * pawns + moves) / (2 * GRAIN)
    }

    /// Learns from the difference between the score of a search to `depth` and the static evaluation.
    pub fn update(&mut self, pos: &Position, last: PieceTo, depth: i32, difference: Value) {
        let bonus = (difference * depth * GRAIN / 64).clamp(-LIMIT / 4, LIMIT / 4);
        let (pawns, moves) = indices(pos, last);
        for entry in [self.pawns.get_mut(pawns), self.moves.get_mut(moves)].into_iter().flatten() {
            with_gravity(entry, bonus, LIMIT);
        }
    }
}

/// The indices of this position in the two tables.
#[inline(always)]
fn indices(pos: &Position, last: PieceTo) -> (usize, usize) {
    let side = pos.turn().index();
    let pawns = pos.pawn_key() as u32 as usize & (PAWN_ENTRIES - 1);
    (side * PAWN_ENTRIES + pawns, side * MOVE_ENTRIES + last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_wrong_is_corrected_and_forgotten() {
        let pos = Position::default();
        let mut correction_history = CorrectionHistory::new();
        for _ in 0..1000 {
            correction_history.update(&pos, 5, 20, 500);
        }
        assert!(correction_history.get(&pos, 5) > 50);
        // The pawns are the same, the move is not.
        assert!((30..=correction_history.get(&pos, 5) - 20).contains(&correction_history.get(&pos, 6)));
        correction_history.clear();
        assert_eq!(correction_history.get(&pos, 5), 0);
    }
}
