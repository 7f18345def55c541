//! Winning chances in the endgame (Stockfish's former "initiative").

use tabia_chess::{Bitboard, Position, Role};

use super::params::{COMPLEXITY_BASE, COMPLEXITY_BOTH_WINGS, COMPLEXITY_PAWN_ENDING, COMPLEXITY_PAWNS};
use super::sink::PlainSink;

/// How much the stronger side's endgame score grows because pawns, and pawns on both wings, make it easier to
/// win; if negative it shrinks, but never changes sign.
pub(super) fn complexity<N: PlainSink>(pos: &Position, passed: [Bitboard; 2]) -> N {
    let all_pawns = pos.by_role(Role::Pawn);
    let queen_wing = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    let both_wings = (all_pawns & queen_wing).any() && (all_pawns & !queen_wing).any();
    let only_pawns = (pos.occupied() & !all_pawns & !pos.by_role(Role::King)).is_empty();
    let passed = (passed[0] | passed[1]).count() as i32;
    let mut bonus = N::default();
    bonus.add(COMPLEXITY_PAWNS.get(), all_pawns.count() as i32 + passed, 1);
    bonus.add(COMPLEXITY_BOTH_WINGS.get(), i32::from(both_wings), 1);
    bonus.add(COMPLEXITY_PAWN_ENDING.get(), i32::from(only_pawns), 1);
    bonus.add(COMPLEXITY_BASE.get(), 1, 1);
    bonus
}
