//! Sets of squares as 64-bit words.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, File, Rank, Square};

/// A set of squares; bit `n` stands for the square with index `n`.
///
/// ```
/// use tabia_chess::{Bitboard, File, Rank, Square};
///
/// let corner = Bitboard::from(File::A) & Bitboard::from(Rank::First);
/// assert_eq!(corner.into_iter().collect::<Vec<_>>(), [Square::A1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const FULL: Self = Self(!0);
    /// The squares such as h1 and a8.
    pub const LIGHT_SQUARES: Self = Self(0x55aa_55aa_55aa_55aa);
    /// The squares such as a1 and h8.
    pub const DARK_SQUARES: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// The set of one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square as u32)
    }

    /// The eight squares of a file.
    #[inline(always)]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u32)
    }

    /// The eight squares of a rank.
    #[inline(always)]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u32))
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// The number of squares, 0 to 64.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether two squares or more are in the set.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros())) }
    }

    /// The square with the highest index.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(63 ^ self.0.leading_zeros())) }
    }

    /// The only square of a set of one; nothing for other sets.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The set with one square more.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u32)
    }

    /// The set without one square.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u32))
    }

    /// Every square moved one rank up the board, towards the eighth.
    #[inline(always)]
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square moved one rank down the board, towards the first.
    #[inline(always)]
    #[must_use]
    pub const fn down(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square moved one file towards the h-file; what leaves the board is dropped.
    #[inline(always)]
    #[must_use]
    pub const fn right(self) -> Self {
        Self(self.0 << 1 & !0x0101_0101_0101_0101)
    }

    /// Every square moved one file towards the a-file; what leaves the board is dropped.
    #[inline(always)]
    #[must_use]
    pub const fn left(self) -> Self {
        Self(self.0 >> 1 & !0x8080_8080_8080_8080)
    }

    /// Every square moved one rank forward as `color` moves.
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => self.up(),
            Color::Black => self.down(),
        }
    }

    /// The set as seen from the other side of the board.
    #[inline(always)]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Self {
        Self::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Self {
        Self::from_rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

macro_rules! bit_operator {
    ($trait:ident $function:ident $assign_trait:ident $assign:ident $operator:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                self.0 = self.0 $operator other.0;
            }
        }
    };
}

bit_operator!(BitAnd bitand BitAndAssign bitand_assign &);
bit_operator!(BitOr bitor BitOrAssign bitor_assign |);
bit_operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], from the lowest index to the highest.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}

/// Eight lines of `1` and `.`, the eighth rank first.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_str(if self.contains(Square::from_coords(file, rank)) { "1" } else { "." })?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}
