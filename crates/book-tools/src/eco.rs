//! Codes of the Encyclopaedia of Chess Openings.
//!
//! The build script compiles this file as well, so it uses nothing else from the crate.
//!
//! ```
//! use tabia_book_tools::eco::Eco;
//!
//! let najdorf: Eco = "B90".parse()?;
//! assert_eq!((najdorf.volume(), najdorf.number()), ('B', 90));
//! assert_eq!(Eco::of_tag(b"b90/5"), Some(najdorf));
//! # Ok::<(), tabia_book_tools::eco::ParseEcoError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A code of the Encyclopaedia of Chess Openings, A00 to E99.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Eco(u16);

/// Error for a text that is not an ECO code.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is not an ECO code: write A00 to E99")]
pub struct ParseEcoError(String);

impl Eco {
    /// Returns the code with this number: A00 is 0, B00 is 100, E99 is 499. `None` for greater numbers.
    pub const fn from_index(index: u16) -> Option<Self> {
        if index < 500 { Some(Self(index)) } else { None }
    }

    /// The number of the code, 0 to 499.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The code at the beginning of an `ECO` tag's value: `B90`, also of `B90/5` and `b90h`.
    pub fn of_tag(value: &[u8]) -> Option<Self> {
        let [volume, tens, ones] =
            value.trim_ascii_start().first_chunk::<3>()?.map(|byte| byte.to_ascii_uppercase());
        let is_code = matches!((volume, tens, ones), (b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'));
        is_code.then(|| {
            Self(u16::from(volume - b'A') * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
        })
    }

    /// The volume, `A` to `E`.
    pub const fn volume(self) -> char {
        (b'A' + (self.0 / 100) as u8) as char
    }

    /// The number within the volume, 0 to 99.
    pub const fn number(self) -> u16 {
        self.0 % 100
    }
}

/// Exactly three characters, in upper case.
impl FromStr for Eco {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        let code = Self::of_tag(text.as_bytes()).filter(|code| code.to_string() == text);
        code.ok_or_else(|| ParseEcoError(text.to_owned()))
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number())
    }
}
