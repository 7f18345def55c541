//! Errors of the book page.

use crate::apps::book::strings;
use crate::platform::download::DownloadError;
use crate::services::books::client::AskError;
use crate::services::books::lessons::{LessonsError, TeachingError};
use crate::services::books::repository::BookRepositoryError;
use crate::storage::StoreError;
use tabia_book_tools::learn::LearnError;

/// Why an action failed; the text is shown as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The book worker failed or returned an error.
    #[error(transparent)]
    Worker(#[from] AskError),
    /// A book cannot be loaded or saved.
    #[error(transparent)]
    BookRepository(#[from] BookRepositoryError),
    /// Error of the browser's database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Error of the lessons.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// The games contained nothing to learn.
    #[error(transparent)]
    Teaching(#[from] TeachingError),
    /// A download failed.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// The worker replied with something other than what was requested.
    #[error("{}", strings::unexpected_answer())]
    UnexpectedAnswer,
    /// A file of games is too large to be saved among the changes.
    #[error("{}", strings::import_too_large())]
    ImportTooLarge,
    /// The player to learn from is missing.
    #[error("{}", strings::player_missing())]
    PlayerMissing,
    /// The saved recipes are not a list of recipes.
    #[error("{}: {}", strings::recipes_unreadable(), .0)]
    Recipes(String),
    /// The browser has no local storage.
    #[error("{}", strings::storage_unavailable())]
    NoStorage,
    /// The browser refuses to navigate to the Lab.
    #[error("{}", strings::the_address_cannot_be_changed())]
    Address,
}

impl From<LearnError> for BookError {
    fn from(error: LearnError) -> Self {
        Self::Lessons(error.into())
    }
}
