//! Files, ranks and squares.

use std::fmt;
use std::str::FromStr;

use crate::Color;

macro_rules! line_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $letter:literal),* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $letter, "`")] $variant),*
        }

        impl $name {
            /// All eight, in order.
            pub const ALL: [Self; 8] = [$(Self::$variant),*];

            /// The one with this index (0 to 7), or `None`.
            #[inline]
            pub const fn new(index: usize) -> Option<Self> {
                if index < 8 { Some(Self::ALL[index]) } else { None }
            }

            /// 0 to 7.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its character.
            pub const fn char(self) -> char {
                match self { $(Self::$variant => $letter),* }
            }

            /// The one with this character.
            pub const fn from_char(c: char) -> Option<Self> {
                match c { $($letter => Some(Self::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.char())
            }
        }
    };
}

line_enum! {
    /// A file (column) of the board.
    File { A 'a', B 'b', C 'c', D 'd', E 'e', F 'f', G 'g', H 'h' }
}

line_enum! {
    /// A rank (row) of the board.
    Rank { First '1', Second '2', Third '3', Fourth '4', Fifth '5', Sixth '6', Seventh '7', Eighth '8' }
}

impl Rank {
    /// This rank as `color` counts it: Black's first rank is the eighth.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }
}

/// A square: a1 is 0, h1 is 7, h8 is 63.
///
/// ```
/// use tabia_chess::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::from_coords(File::E, Rank::Fourth));
/// assert_eq!(square.to_string(), "e4");
/// # Ok::<(), tabia_chess::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "sixty-four names that say what they are")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares: a1, b1, ..., h8.
    #[rustfmt::skip]
    pub const ALL: [Self; 64] = [
        Self::A1, Self::B1, Self::C1, Self::D1, Self::E1, Self::F1, Self::G1, Self::H1,
        Self::A2, Self::B2, Self::C2, Self::D2, Self::E2, Self::F2, Self::G2, Self::H2,
        Self::A3, Self::B3, Self::C3, Self::D3, Self::E3, Self::F3, Self::G3, Self::H3,
        Self::A4, Self::B4, Self::C4, Self::D4, Self::E4, Self::F4, Self::G4, Self::H4,
        Self::A5, Self::B5, Self::C5, Self::D5, Self::E5, Self::F5, Self::G5, Self::H5,
        Self::A6, Self::B6, Self::C6, Self::D6, Self::E6, Self::F6, Self::G6, Self::H6,
        Self::A7, Self::B7, Self::C7, Self::D7, Self::E7, Self::F7, Self::G7, Self::H7,
        Self::A8, Self::B8, Self::C8, Self::D8, Self::E8, Self::F8, Self::G8, Self::H8,
    ];

    /// The square with this index (0 to 63), or `None`.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < 64 { Some(Self::from_low_bits(index as u32)) } else { None }
    }

    /// The square given by the low six bits of `index`; higher bits are ignored.
    #[inline(always)]
    pub(crate) const fn from_low_bits(index: u32) -> Self {
        // SAFETY: `Square` is `repr(u8)` with the discriminants 0 to 63, and the mask leaves no other value.
        unsafe { std::mem::transmute::<u8, Self>((index & 63) as u8) }
    }

    /// The square where a file and a rank meet.
    #[inline(always)]
    pub const fn from_coords(file: File, rank: Rank) -> Self {
        Self::from_low_bits(rank as u32 * 8 + file as u32)
    }

    /// 0 (a1) to 63 (h8).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[(self as usize) & 7]
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self as usize) >> 3]
    }

    /// The square `files` to the right and `ranks` up (negative: left, down), if it is on the board.
    #[inline]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = (self as i32 & 7) + files;
        let rank = (self as i32 >> 3) + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::from_low_bits((rank * 8 + file) as u32))
        } else {
            None
        }
    }

    /// The square seen from the other side of the board: e2 becomes e7.
    #[inline(always)]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self::from_low_bits(self as u32 ^ 0x38)
    }

    /// This square as `color` sees the board: unchanged for White, flipped vertically for Black.
    #[inline(always)]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        Self::from_low_bits(self as u32 ^ (0x38 * color as u32))
    }

    /// Whether this is a light square (h1, a8).
    #[inline]
    pub const fn is_light(self) -> bool {
        (self as usize % 8 + self as usize / 8) % 2 == 1
    }

    /// The number of king moves between two squares on an empty board: 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        let files = (self as i32 & 7).abs_diff(other as i32 & 7);
        let ranks = (self as i32 >> 3).abs_diff(other as i32 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// A text that is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a-h and a rank 1-8, such as e4")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(s: &str) -> Result<Self, ParseSquareError> {
        let mut chars = s.chars();
        match (chars.next().and_then(File::from_char), chars.next().and_then(Rank::from_char), chars.next()) {
            (Some(file), Some(rank), None) => Ok(Self::from_coords(file, rank)),
            _ => Err(ParseSquareError),
        }
    }
}
