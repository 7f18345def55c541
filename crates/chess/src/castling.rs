//! Castling, in orthodox chess and in Chess960.

use crate::{Bitboard, Color, File, Rank, Square};

/// Side to which the king castles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// With the rook nearer to the h-file: `O-O`.
    KingSide = 0,
    /// With the rook nearer to the a-file: `O-O-O`.
    QueenSide = 1,
}

impl CastlingSide {
    /// Both, king side first.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// The side of a rook, as seen from its king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::KingSide } else { Self::QueenSide }
    }

    /// The king's target square: on the g- or the c-file.
    #[inline(always)]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        };
        Square::from_coords(file, Rank::First.relative_to(color))
    }

    /// The rook's target square: on the f- or the d-file.
    #[inline(always)]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        };
        Square::from_coords(file, Rank::First.relative_to(color))
    }
}

/// The rooks with which castling is still allowed, as a set of their squares.
///
/// ```
/// use tabia_chess::{Color, Position, Square};
///
/// let rights = Position::default().castling_rights();
/// assert!(rights.contains(Square::A1));
/// assert_eq!(rights.of(Color::Black).rooks().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CastlingRights(pub Bitboard);

impl CastlingRights {
    /// No castling for either side.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// The squares of the rooks.
    #[inline(always)]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The rights of one side.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, color: Color) -> Self {
        Self(Bitboard(self.0.0 & Bitboard::from_rank(Rank::First.relative_to(color)).0))
    }

    /// Whether any castling is allowed.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0.any()
    }

    /// Whether no castling is allowed.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether castling with the rook on this square is allowed.
    #[inline(always)]
    pub const fn contains(self, rook: Square) -> bool {
        self.0.contains(rook)
    }
}
