//! What is wrong with a text in settings.

use thiserror::Error;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextFault {
    /// It is too long.
    #[error("has {found} bytes; at most {most} are allowed")]
    TooLong {
        /// Its length in bytes.
        found: usize,
        /// The most bytes.
        most: usize,
    },
    /// It has a character that ends a line, or another control character: an engine would take what follows for a command.
    #[error("contains the control character {0:?}; remove it")]
    Control(char),
    /// It is empty.
    #[error("is empty")]
    Empty,
}
