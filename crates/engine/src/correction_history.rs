//! Correction history: how wrong the static evaluation was in earlier nodes that have something in common
//! with this one.
//!
//! One table keeps a running mean of the difference between search score and static evaluation by pawn
//! structure, another one by the last move (Chess Programming Wiki, "Static Evaluation Correction History"), one by the last two
//! moves, and two by each side's pieces other than pawns.

use tabia_chess::{Color, Position, Role};

use crate::history::{NO_PIECE_TO, PieceTo, with_gravity};
use crate::params::{CORRECTION_BY_CHESSMEN, CORRECTION_BY_MOVE, CORRECTION_BY_PAIR, CORRECTION_BY_PAWNS};
use crate::value::Value;

/// The limit of an entry, in units of 1/[`GRAIN`] centipawns.
const LIMIT: i32 = 8_192;
const GRAIN: i32 = 128;
/// A weight of 1.
const WEIGHT_UNIT: i32 = 64;
/// Entries per side by pawn structure; a power of two.
const PAWN_ENTRIES: usize = 16_384;
/// Entries per side to move, indexed by the pieces of one side; a power of two.
const CHESSMEN_ENTRIES: usize = 16_384;
/// Entries per side by the last two moves; a power of two.
const PAIR_ENTRIES: usize = 16_384;
/// Entries per side by move: one per [`PieceTo`], and one for no move.
const MOVE_ENTRIES: usize = NO_PIECE_TO + 1;

/// The tables of one thread.
pub struct CorrectionHistory {
    /// By pawn structure.
    pawns: Vec<i16>,
    /// By the last move.
    moves: Vec<i16>,
    /// By the last two moves.
    pairs: Vec<i16>,
    /// By the pieces of White and of Black other than pawns.
    chessmen: [Vec<i16>; 2],
}

impl CorrectionHistory {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            pawns: vec![0; 2 * PAWN_ENTRIES],
            moves: vec![0; 2 * MOVE_ENTRIES],
            pairs: vec![0; 2 * PAIR_ENTRIES],
            chessmen: [(); 2].map(|()| vec![0; 2 * CHESSMEN_ENTRIES]),
        }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.pawns.fill(0);
        self.moves.fill(0);
        self.pairs.fill(0);
        self.chessmen.iter_mut().for_each(|table| table.fill(0));
    }

    /// The correction of the static evaluation in centipawns, from the side to move's view. `last` are the two
    /// moves that led here, the later one first.
    #[inline(always)]
    pub fn get(&self, pos: &Position, last: [PieceTo; 2]) -> Value {
        let side = pos.turn().index();
        let value = |table: &[i16], index: usize| table.get(index).map_or(0, |&value| i32::from(value));
        let mut sum = CORRECTION_BY_PAWNS.get() * value(&self.pawns, pawn_index(pos, side))
            + CORRECTION_BY_MOVE.get() * value(&self.moves, side * MOVE_ENTRIES + last[0])
            + CORRECTION_BY_PAIR.get() * value(&self.pairs, pair_index(last, side));
        for (table, color) in self.chessmen.iter().zip(Color::ALL) {
            sum += CORRECTION_BY_CHESSMEN.get() * value(table, chessmen_index(pos, color, side));
        }
        sum / (2 * WEIGHT_UNIT * GRAIN)
    }

    /// Learns from the difference between the score of a search to `depth` and the static evaluation.
    pub fn update(&mut self, pos: &Position, last: [PieceTo; 2], depth: i32, difference: Value) {
        let bonus = (difference * depth * GRAIN / 64).clamp(-LIMIT / 4, LIMIT / 4);
        let side = pos.turn().index();
        let [white, black] = &mut self.chessmen;
        let entries = [
            self.pawns.get_mut(pawn_index(pos, side)),
            self.moves.get_mut(side * MOVE_ENTRIES + last[0]),
            self.pairs.get_mut(pair_index(last, side)),
            white.get_mut(chessmen_index(pos, Color::White, side)),
            black.get_mut(chessmen_index(pos, Color::Black, side)),
        ];
        for entry in entries.into_iter().flatten() {
            with_gravity(entry, bonus, LIMIT);
        }
    }
}

#[inline(always)]
fn pawn_index(pos: &Position, side: usize) -> usize {
    side * PAWN_ENTRIES + (pos.pawn_key() as u32 as usize & (PAWN_ENTRIES - 1))
}

/// The index by the last two moves: the upper bits of a product with an odd number.
#[inline(always)]
fn pair_index([last, before]: [PieceTo; 2], side: usize) -> usize {
    let hash = ((last * MOVE_ENTRIES + before) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    side * PAIR_ENTRIES + (hash >> (64 - PAIR_ENTRIES.ilog2())) as usize
}

/// The index by the pieces of `color` other than pawns: the upper bits of a sum of products, each with an odd number.
#[inline(always)]
fn chessmen_index(pos: &Position, color: Color, side: usize) -> usize {
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
    side * CHESSMEN_ENTRIES + (hash >> (64 - CHESSMEN_ENTRIES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_wrong_is_corrected_and_forgotten() {
        let pos = Position::default();
        let mut correction_history = CorrectionHistory::new();
        for _ in 0..1000 {
            correction_history.update(&pos, [5, 9], 20, 500);
        }
        let same = correction_history.get(&pos, [5, 9]);
        assert!(same > 100);
        // Same pieces, but a different move before the last; then with neither move entry the same.
        let other_pair = correction_history.get(&pos, [5, 10]);
        let other_moves = correction_history.get(&pos, [6, 9]);
        assert!((60..=other_pair - 20).contains(&other_moves) && other_pair <= same - 20);
        correction_history.clear();
        assert_eq!(correction_history.get(&pos, [5, 9]), 0);
    }
}
