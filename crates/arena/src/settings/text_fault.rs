//! Errors in the texts of settings.

use thiserror::Error;

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextFault {
    /// It is too long.
    #[error("has {found} bytes; at most {most} are allowed")]
    TooLong {
        /// Its length in bytes.
        found: usize,
        /// The maximum length in bytes.
        most: usize,
    },
    /// It contains a line break or another control character: an engine would interpret what follows as a
    /// command.
    #[error("contains the control character {0:?}; remove it")]
    Control(char),
    /// It is empty.
    #[error("is empty")]
    Empty,
}
