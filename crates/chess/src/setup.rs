//! Anything that can be described, legal or not.

use crate::{Bitboard, Board, Color, Rank, Square};

/// A description of a position: what FEN's six fields say, without any claim that it makes sense.
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
    /// The chessmen.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The squares of the rooks with which castling is said to be still allowed.
    pub castling_rooks: Bitboard,
    /// The square a pawn has just stepped over, whether or not anything can take it there.
    pub ep_square: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the move, counted from 1 and raised after Black's move.
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

    /// The outermost rook of `color` on its first rank, on the side of its king that `king_side` says.
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
