//! Legal positions.

mod from_setup;
mod generate;
mod legality;
mod make;
mod start;

pub use from_setup::ParsePositionError;
pub use generate::GenKind;
pub use legality::CheckInfo;
pub use make::IllegalMove;

use std::fmt;

use crate::attacks::{self, Sliders};
use crate::zobrist::{self, Keys};
use crate::{Bitboard, Board, CastlingRights, CastlingSide, Color, File, Piece, Role, Square};

/// A legal position with everything that decides which moves are legal in it.
///
/// Legal in the sense of [`crate::Setup::position`]; [`crate::Setup::position_lenient`] also accepts
/// positions that no game leads to but that can be played on.
///
/// Small enough to be copied for every move: search and perft copy and play rather than unmake moves.
///
/// ```
/// use tabia_chess::Position;
///
/// let mut position = Position::default();
/// let m = position.parse_uci("e2e4")?;
/// position.play_unchecked(m);
/// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(position.legal_moves().len(), 20);
/// # Ok::<(), tabia_chess::UciMoveError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    keys: Keys,
    castling: CastlingRights,
    checkers: Bitboard,
    /// Pieces of the side to move that are pinned to their king.
    pinned: Bitboard,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
    /// Set only if a pawn can legally capture en passant there.
    ep_square: Option<Square>,
    /// The file in Polyglot's key: set whenever an enemy pawn stands next to the pawn that made a double
    /// step.
    hashed_ep: Option<File>,
    sliders: Sliders,
}

const _: () = assert!(size_of::<Position>() == 200, "positions are copied for every move");

impl Position {
    /// The side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces on their squares.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All occupied squares.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// The squares of both sides' pieces of one role.
    #[inline(always)]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.board.by_role(role)
    }

    /// The squares of one side's pieces of one role.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The square of the king of `color`.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        // A position always has both kings, so the count of trailing zeros is below 64.
        Square::from_low_bits(self.board.pieces(color, Role::King).0.trailing_zeros())
    }

    /// The rooks with which castling is still allowed, whether or not it is possible now.
    #[inline(always)]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.castling
    }

    /// The rook with which `color` may still castle on `side`.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        self.castling.of(color).rooks().into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub const fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of `color` pinned to their own king.
    ///
    /// Stored for the side to move, computed for the other.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        if color == self.turn { self.pinned } else { self.blockers(color) & self.by_color(color) }
    }

    /// Pieces of either colour that alone block a slider of the other side from the king of `color`.
    pub fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let occupied = self.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in self.snipers(king, !color) {
            let between = self.sliders.between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Sliders of `color` that would attack `square` on a board without other pieces.
    #[inline(always)]
    fn snipers(&self, square: Square, color: Color) -> Bitboard {
        let queens = self.by_role(Role::Queen);
        (attacks::rook_rays(square) & (self.by_role(Role::Rook) | queens)
            | attacks::bishop_rays(square) & (self.by_role(Role::Bishop) | queens))
            & self.by_color(color)
    }

    /// The pieces of either colour that attack a square when `occupied` squares stop sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_with(self.sliders, square, occupied)
    }

    /// The en-passant square, only if the capture is legal.
    #[inline(always)]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Half-moves since the last capture or pawn move. Stops at [`u32::MAX`].
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, from 1. Stops at [`u32::MAX`].
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Polyglot's key. Positions that differ only in an illegal en-passant capture may have different keys:
    /// see [`zobrist`].
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.keys.full
    }

    /// The key with the en-passant file only if a capture is legal: equal for positions that are equal under
    /// the rules, as repetition counting requires.
    #[inline]
    pub fn repetition_key(&self) -> u64 {
        match self.hashed_ep {
            Some(file) if self.ep_square.is_none() => self.keys.full ^ zobrist::en_passant(file),
            _ => self.keys.full,
        }
    }

    /// The key of the pawns of both sides.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.keys.pawn
    }

    /// Whether two positions count as the same for repetitions: pieces, turn, castling rights and *legal*
    /// en-passant captures are equal. Clocks are ignored.
    pub fn same_position(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.ep_square == other.ep_square
    }
}

/// Positions are equal if their FENs are: [`Position::same_position`] and equal clocks.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.same_position(other)
            && self.halfmove_clock == other.halfmove_clock
            && self.fullmove_number == other.fullmove_number
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}
