//! A piece: a role and a colour.

use std::fmt;

use crate::{Color, Role};

/// A piece with its colour.
///
/// ```
/// use tabia_chess::{Color, Piece, Role};
///
/// let piece = Piece { color: Color::Black, role: Role::Queen };
/// assert_eq!(piece.char(), 'q');
/// assert_eq!(Piece::from_char('q'), Some(piece));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// The role.
    pub role: Role,
}

impl Piece {
    /// A piece of this colour and role.
    #[inline(always)]
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// The FEN letter: upper case for White.
    pub const fn char(self) -> char {
        match self.color {
            Color::White => self.role.upper_char(),
            Color::Black => self.role.char(),
        }
    }

    /// The piece with this FEN letter.
    pub const fn from_char(c: char) -> Option<Self> {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_char(c) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}
