//! Errors of the library.

use tabia_worker::library::messages::Failure;

use crate::language::tr;
use crate::storage::StoreError;

/// Why an operation on a database failed. The text is a clause; `state::text::sentence` makes a sentence of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// Reported by the worker.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The worker itself failed, with the reason. The next request starts another one.
    #[error("{}", tr!("the library worker {fault}", fault = _0))]
    Worker(String),
    /// The stored records of databases cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such database.
    #[error("{}", tr!("this database no longer exists"))]
    Unknown,
    /// Another tab is adding or removing it.
    #[error("{}", tr!("another tab is adding or removing this database: try again when it has finished"))]
    Busy,
}

impl LibraryError {
    /// Returns whether nothing went wrong: the request was cancelled or superseded. The user need not be notified.
    pub const fn is_quiet(&self) -> bool {
        matches!(self, Self::Failure(Failure::Cancelled | Failure::Superseded))
    }
}
