//! What games have taught about the moves of books, as the browser keeps it, and how it is learned.

use super::client::{AskError, BookClient};
use super::shelf::{Shelf, ShelfError};
use crate::state::book::Choice;
use crate::storage::{Change, Database, Key, Record, Store, StoreError, Table};
use tabia_book_tools::learn::{LearnError, LearnStore};
use tabia_worker::book::messages::{Answer, Request};
use tabia_worker::wire::FileBytes;

/// Why lessons were not read or kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LessonsError {
    /// The browser's database, or a file, cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was read are no lessons that this page knows.
    #[error(transparent)]
    Lessons(#[from] LearnError),
}

fn key() -> Key {
    Key::of("book-lessons").and("own")
}

/// The lessons that are kept.
///
/// # Errors
/// [`LessonsError`] when the browser's database cannot be read, or they were written by a newer page.
pub async fn load(database: &Database) -> Result<LearnStore, LessonsError> {
    let record = database.get(Table::Documents, key()).await?;
    Ok(record.map_or(Ok(LearnStore::default()), |record| LearnStore::from_json(&record.json))?)
}

/// Keeps lessons.
///
/// # Errors
/// [`StoreError`] when the browser's database cannot be written.
pub async fn keep(database: &Database, store: &LearnStore) -> Result<(), StoreError> {
    let record = Record { json: store.to_json(), ..Record::default() };
    let change = Change::Put { table: Table::Documents, key: key(), record };
    database.apply(vec![change]).await
}

/// Why games taught nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeachingError {
    /// The lessons cannot be read or kept.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// The book is not to be had.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    /// The book worker failed, or says why not.
    #[error(transparent)]
    Worker(#[from] AskError),
    /// The worker answered something else than what it was asked.
    #[error("the book worker gave another answer: reload the page")]
    UnexpectedAnswer,
}

/// What games have taught.
#[derive(Debug, Clone)]
pub struct Taught {
    /// All lessons, the new ones last.
    pub lessons: LearnStore,
    /// Games of the player.
    pub games: u32,
    /// The number of new lessons.
    pub new: u32,
    /// Games that cannot be read, or begin elsewhere.
    pub left_out: u32,
}

/// Learns from games in PGN that a player, named by the whole name, played from a book, and keeps the lessons. The games need their
/// results, and learn more where comments behind the player's moves give evaluation and depth. Which kinds of lessons are taken, the
/// switches of the kept lessons say; with both off nothing is asked.
///
/// # Errors
/// [`TeachingError`]; then nothing has changed.
pub async fn learn(
    shelf: &Shelf,
    client: &BookClient,
    book: &Choice,
    games: Vec<FileBytes>,
    player: String,
) -> Result<Taught, TeachingError> {
    let database = shelf.database();
    let before = load(&database).await?;
    if before.switches() == (false, false) {
        return Ok(Taught { lessons: before, games: 0, new: 0, left_out: 0 });
    }
    let request = Request::Learn {
        book: FileBytes(shelf.bytes(book).await?.book),
        lessons: before.to_json(),
        files: games,
        player,
    };
    let answer = client.ask(request, |_| {}).await?;
    let Answer::Learned { lessons, games, new, left_out } = answer else {
        return Err(TeachingError::UnexpectedAnswer);
    };
    let learned = LearnStore::from_json(&lessons).map_err(LessonsError::from)?;
    // Another tab, or the book page, may have changed them while the worker read.
    let mut lessons = load(&database).await?;
    for lesson in learned.lessons().iter().skip(before.lessons().len()) {
        lessons.add(lesson.clone());
    }
    if new > 0 {
        keep(&database, &lessons).await.map_err(LessonsError::from)?;
    }
    Ok(Taught { lessons, games, new, left_out })
}
