//! Why something on the book page could not be done.

use crate::apps::book::strings;
use crate::platform::download::DownloadError;
use crate::services::books::client::AskError;
use crate::services::books::lessons::{LessonsError, TeachingError};
use crate::services::books::shelf::ShelfError;
use crate::storage::StoreError;
use tabia_book_tools::learn::LearnError;

/// Why something could not be done; the text is shown as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The book worker failed, or says why not.
    #[error(transparent)]
    Worker(#[from] AskError),
    /// A book cannot be had, or not kept.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// The browser's database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lessons.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// Games taught nothing.
    #[error(transparent)]
    Teaching(#[from] TeachingError),
    /// A file was not handed over.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// The worker answered something else than what it was asked.
    #[error("{}", strings::UNEXPECTED_ANSWER)]
    UnexpectedAnswer,
    /// A file of games is too large to be kept among the changes.
    #[error("{}", strings::IMPORT_TOO_LARGE)]
    ImportTooLarge,
    /// Nobody was named whose games are to be learned from.
    #[error("{}", strings::PLAYER_MISSING)]
    PlayerMissing,
    /// The saved recipes are no list of recipes.
    #[error("{}: {}", strings::RECIPES_UNREADABLE, .0)]
    Recipes(String),
    /// The browser keeps no settings.
    #[error("{}", strings::STORAGE_UNAVAILABLE)]
    NoStorage,
    /// The browser does not go to the address of the Lab.
    #[error("{}", strings::THE_ADDRESS_CANNOT_BE_CHANGED)]
    Address,
}

impl From<LearnError> for BookError {
    fn from(error: LearnError) -> Self {
        Self::Lessons(error.into())
    }
}
