//! Material and piece-square tables.

use tabia_chess::{Color, Position, Role, Square};

use super::packed::Packed;
use super::params::{MATERIAL, PHASE_WEIGHT, PIECE_SQUARE};
use super::sink::ScoreSink;
use super::weights::Weight;

/// The value of one side's pieces and pawns, and their weight in the phase.
pub(super) fn material<T: ScoreSink>(pos: &Position, side: Color) -> (T, i32) {
    let mut score = T::default();
    let mut phase = 0;
    for role in Role::ALL {
        let count = pos.pieces(side, role).count() as i32;
        score.add(MATERIAL.at(role.index()), count);
        phase += PHASE_WEIGHT[role.index()] * count;
    }
    (score, phase)
}

/// The piece-square score of a piece.
#[inline(always)]
pub(super) fn piece_square(side: Color, role: Role, square: Square) -> Weight<Packed> {
    let square = square.relative_to(side);
    let file = square.file().index();
    PIECE_SQUARE.at3(role.index(), square.rank().index(), file.min(7 - file) & 3)
}
