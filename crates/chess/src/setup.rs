//! Setups: descriptions of any position, legal or not.

use crate::{Bitboard, Board, Color, Rank, Square};

/// A description of a position: the content of FEN's six fields, without validation.
///
/// ```
/// use tabia_chess::Setup;
///
/// let no_kings: Setup = "8/8/8/8/8/8/8/8 w - - 0 1".parse()?;
/// assert!(no_kings.position().is_err());
/// # Ok::<(), tabia_chess::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The squares of the rooks with castling rights.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has just passed, whether or not anything can capture it there.
    pub ep_square: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The move number, from 1, incremented after Black's move.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board, White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling_rooks: Bitboard::EMPTY,
        ep_square: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The outermost rook of `color` on its first rank, on the given side of its king.
    pub(crate) fn outermost_rook(&self, color: Color, king_side: bool) -> Option<Square> {
        let rank = Bitboard::from(Rank::First.relative_to(color));
        let king = (self.board.pieces(color, crate::Role::King) & rank).first()?;
        let rooks = self.board.pieces(color, crate::Role::Rook) & rank;
        if king_side {
            rooks.last().filter(|&rook| rook > king)
        } else {
            rooks.first().filter(|&rook| rook < king)
        }
    }
}
