//! Correction history: how wrong the static evaluation was in earlier nodes that have something in common
//! with this one.
//!
//! One table keeps a running mean of the difference between search score and static evaluation by pawn
//! structure, another one by the last move (Chess Programming Wiki, "Static Evaluation Correction History"), and two by the
//! chessmen of each side that are no pawns.

use tabia_chess::{Color, Position, Role};

use crate::history::{NO_PIECE_TO, PieceTo, with_gravity};
use crate::switches::{MOVE_CORRECTION, NON_PAWN_CORRECTION, PAWN_CORRECTION};
use crate::value::Value;

/// The limit of an entry, in units of 1/[`GRAIN`] centipawns.
const LIMIT: i32 = 8_192;
const GRAIN: i32 = 128;
/// Entries per side by pawn structure; a power of two.
const PAWN_ENTRIES: usize = 16_384;
/// Entries per side to move by the chessmen of one side; a power of two.
const CHESSMEN_ENTRIES: usize = 16_384;
/// Entries per side by move: one per [`PieceTo`], and one for no move.
const MOVE_ENTRIES: usize = NO_PIECE_TO + 1;

/// The tables of one thread.
pub struct CorrectionHistory {
    /// By pawn structure.
    pawns: Vec<i16>,
    /// By the last move.
    moves: Vec<i16>,
    /// By the chessmen of White and of Black that are no pawns.
    chessmen: [Vec<i16>; 2],
}

impl CorrectionHistory {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            pawns: vec![0; 2 * PAWN_ENTRIES],
            moves: vec![0; 2 * MOVE_ENTRIES],
            chessmen: [(); 2].map(|()| vec![0; 2 * CHESSMEN_ENTRIES]),
        }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.pawns.fill(0);
        self.moves.fill(0);
        self.chessmen.iter_mut().for_each(|table| table.fill(0));
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
        let mut sum = 2 * pawns + moves;
        if NON_PAWN_CORRECTION.is_on() {
            for (table, color) in self.chessmen.iter().zip(Color::ALL) {
                sum += table.get(chessmen_index(pos, color)).map_or(0, |&value| i32::from(value));
            }
        }
        sum / (2 * GRAIN)
    }

    /// Learns from the difference between the score of a search to `depth` and the static evaluation.
    pub fn update(&mut self, pos: &Position, last: PieceTo, depth: i32, difference: Value) {
        let bonus = (difference * depth * GRAIN / 64).clamp(-LIMIT / 4, LIMIT / 4);
        let (pawns, moves) = indices(pos, last);
        for entry in [self.pawns.get_mut(pawns), self.moves.get_mut(moves)].into_iter().flatten() {
            with_gravity(entry, bonus, LIMIT);
        }
        if NON_PAWN_CORRECTION.is_on() {
            for (table, color) in self.chessmen.iter_mut().zip(Color::ALL) {
                if let Some(entry) = table.get_mut(chessmen_index(pos, color)) {
                    with_gravity(entry, bonus, LIMIT);
                }
            }
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

/// The index by the chessmen of `color` that are no pawns: the upper bits of a sum of products, each with an odd number.
#[inline(always)]
fn chessmen_index(pos: &Position, color: Color) -> usize {
    const FACTORS: [(Role, u64); 5] = [
        (Role::Knight, 0x9e37_79b9_7f4a_7c15),
        (Role::Bishop, 0xbf58_476d_1ce4_e5b9),
        (Role::Rook, 0x94d0_49bb_1331_11eb),
        (Role::Queen, 0xd6e8_feb8_6659_fd93),
        (Role::King, 0xa076_1d64_78bd_642f),
    ];
    let mix = |hash: u64, (role, factor): (Role, u64)| {
        (hash ^ pos.pieces(color, role).0).wrapping_mul(factor).rotate_left(29)
    };
    let hash = FACTORS.into_iter().fold(0, mix);
    pos.turn().index() * CHESSMEN_ENTRIES + (hash >> (64 - CHESSMEN_ENTRIES.ilog2())) as usize
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
