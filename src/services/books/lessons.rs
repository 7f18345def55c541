//! What games have taught about the moves of books, as the browser keeps it.

use crate::storage::{Change, Database, Key, Record, Store, StoreError, Table};
use tabia_book_tools::learn::{LearnError, LearnStore};

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
