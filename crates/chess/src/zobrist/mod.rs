//! Polyglot's Zobrist keys.
//!
//! A key is the exclusive or of one random number per piece, per castling right, for the file of an
//! en-passant capture, and for White's turn. The en-passant file counts if a pawn of the side to move stands
//! next to the pawn that has just made a double step, *even if the capture would be illegal*; so two
//! positions that differ only in an illegal en-passant capture have different keys here although they are
//! equal under the rules. [`crate::Position::same_position`] and [`crate::Position::repetition_key`] follow
//! the rules.
//!
//! ```
//! use tabia_chess::{Color, Piece, Position, Role, Square, zobrist};
//!
//! let start = Position::default();
//! assert_eq!(start.key(), 0x463b_9618_1691_fc9c, "as in the description of Polyglot's format");
//! // 1. Nf3 moves a knight and the turn.
//! let knight = Piece { color: Color::White, role: Role::Knight };
//! let mut after = start;
//! after.play_unchecked(start.parse_san("Nf3")?);
//! let moved = zobrist::piece(knight, Square::G1) ^ zobrist::piece(knight, Square::F3);
//! assert_eq!(after.key(), start.key() ^ moved ^ zobrist::white_to_move());
//! # Ok::<(), tabia_chess::SanError>(())
//! ```

mod random;

pub use random::RANDOM;

use crate::{CastlingSide, Color, File, Piece, Role, Square};

/// The number of a piece on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> u64 {
    // Kinds alternate black and white: black pawn 0, white pawn 1, black knight 2, ...
    let kind = 2 * piece.role.index() + 1 - piece.color.index();
    RANDOM[64 * kind + square.index()]
}

/// The number of one castling right.
#[inline(always)]
pub fn castling(color: Color, side: CastlingSide) -> u64 {
    RANDOM[768 + 2 * color.index() + side as usize]
}

/// The number of an en-passant file.
#[inline(always)]
pub fn en_passant(file: File) -> u64 {
    RANDOM[772 + file.index()]
}

/// The number that is included if White is to move.
#[inline(always)]
pub fn white_to_move() -> u64 {
    RANDOM[780]
}

/// The keys that a position updates while moves are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Keys {
    /// Polyglot's key of the whole position.
    pub full: u64,
    /// Pawns of both sides.
    pub pawn: u64,
}

impl Keys {
    /// Adds a piece to the keys or removes it, which is the same operation.
    #[inline(always)]
    pub fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let number = piece(Piece { color, role }, square);
        self.full ^= number;
        if role == Role::Pawn {
            self.pawn ^= number;
        }
    }
}
