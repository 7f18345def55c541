//! Sliders by hyperbola quintessence along each line.

use super::lines::{anti_diagonal, diagonal};
use crate::{Bitboard, Square};

/// Attacks along one line by subtraction: `o ^ (o - 2s)` from below and, in the reversed board, from above.
#[inline(always)]
fn along(square: Square, occupied: Bitboard, line: Bitboard) -> Bitboard {
    let bit = Bitboard::from(square).0;
    let forward = occupied.0 & line.0;
    let reverse = forward.reverse_bits();
    let forward = forward.wrapping_sub(bit << 1);
    let forward = forward ^ (reverse.wrapping_sub(bit.reverse_bits() << 1)).reverse_bits();
    Bitboard(forward) & line
}

/// The squares a bishop attacks when `occupied` squares stop it; the first occupied square is included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    along(square, occupied, diagonal(square)) | along(square, occupied, anti_diagonal(square))
}

/// The squares a rook attacks when `occupied` squares stop it; the first occupied square is included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let file = Bitboard::from(square.file()).without(square);
    let rank = Bitboard::from(square.rank()).without(square);
    along(square, occupied, file) | along(square, occupied, rank)
}

/// The squares a queen attacks when `occupied` squares stop it; the first occupied square is included.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}
