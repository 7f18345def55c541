//! Moves in UCI notation.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A move in UCI's long algebraic notation, `e2e4` or `e7e8q`: well-formed text; legality is not checked.
///
/// Castling is `e1g1` or, in Chess960, `e1h1`; both have the same form. The null move is `0000`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// Lower-case ASCII; the fifth byte is 0 if there is no promotion.
    text: [u8; 5],
}

/// Error for a word that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a move such as e2e4 or e7e8q")]
pub struct ParseUciMoveError {
    /// The offending word.
    pub text: String,
}

impl UciMove {
    /// Null move, `0000`, which some engines send for "no move".
    pub const NULL: Self = Self { text: *b"0000\0" };

    /// Whether this is the null move.
    pub fn is_null(self) -> bool {
        self == Self::NULL
    }

    /// Returns the move as UCI text.
    pub fn as_str(&self) -> &str {
        // The bytes are ASCII by construction, so the fallback is never used.
        std::str::from_utf8(&self.text).unwrap_or("0000").trim_end_matches('\0')
    }
}

impl FromStr for UciMove {
    type Err = ParseUciMoveError;

    /// Parses a move; letters may be upper case, as some programs write promotions.
    ///
    /// # Errors
    /// If the word is not two squares, optionally followed by a promotion to `n`, `b`, `r` or `q`.
    fn from_str(text: &str) -> Result<Self, ParseUciMoveError> {
        let error = || ParseUciMoveError { text: text.chars().take(20).collect() };
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let (squares, promotion) = match *text.as_bytes() {
            [a, b, c, d] => ([a, b, c, d], 0),
            [a, b, c, d, promotion] => ([a, b, c, d], promotion.to_ascii_lowercase()),
            _ => return Err(error()),
        };
        let [from_file, from_rank, to_file, to_rank] = squares.map(|byte| byte.to_ascii_lowercase());
        let is_square = |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        let is_promotion = matches!(promotion, 0 | b'n' | b'b' | b'r' | b'q');
        if is_square(from_file, from_rank) && is_square(to_file, to_rank) && is_promotion {
            Ok(Self { text: [from_file, from_rank, to_file, to_rank, promotion] })
        } else {
            Err(error())
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
