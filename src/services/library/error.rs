//! Why something was not done.

use tabia_worker::library::messages::Failure;

use crate::storage::StoreError;

/// Why something was not done with a database. The text goes on in a sentence; `state::text::sentence` makes one of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// What the worker says.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The worker itself failed, and how. The next request starts another one.
    #[error("the library worker {0}")]
    Worker(String),
    /// What the page keeps of its databases cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such database.
    #[error("this database is no longer there")]
    Unknown,
    /// Another tab adds or removes it at the moment.
    #[error("another tab is adding or removing this database: try again when it has finished")]
    Busy,
}

impl LibraryError {
    /// Whether nothing went wrong: the request was cancelled, or a newer one took its place. Nobody need be told.
    pub const fn is_quiet(&self) -> bool {
        matches!(self, Self::Failure(Failure::Cancelled | Failure::Superseded))
    }
}
