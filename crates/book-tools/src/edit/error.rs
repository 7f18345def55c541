//! Errors of book edits.

use tabia_polyglot::SourceError;
use thiserror::Error;

/// Reason why a book was not changed or saved. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// The book cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The move is not in the book.
    #[error("{0} is not a book move in this position")]
    NotInBook(String),
    /// The move is already in the book.
    #[error("{0} is already in the book; change its weight instead")]
    AlreadyThere(String),
    /// The move is not legal.
    #[error("{0} is not a legal move in this position")]
    Illegal(String),
    /// A percentage above 100.
    #[error("a move can be played 0 to 100 percent of the time, not {0}")]
    Percent(u8),
    /// The book is not sorted.
    #[error("entry {entry}: the key is below the one before; the book must be sorted first (see repair)")]
    Unsorted {
        /// The entry with the smaller key, from 0 at the beginning of the file.
        entry: u64,
    },
    /// The book has more entries than can be handled at once.
    #[error("the book has {entries} entries; at most {most} can be exported")]
    TooLarge {
        /// Number of entries.
        entries: u64,
        /// Maximum number.
        most: u64,
    },
}
