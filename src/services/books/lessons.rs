//! What games have taught about the moves of books, as the browser keeps it.

use crate::storage::{Change, Database, Key, Record, Store, Table};
use tabia_book_tools::learn::LearnStore;

fn key() -> Key {
    Key::of("book-lessons").and("own")
}

/// The lessons that are kept.
///
/// # Errors
/// When the browser's database cannot be read, or they were written by a newer page.
pub async fn load(database: &Database) -> Result<LearnStore, String> {
    let record = database.get(Table::Documents, key()).await.map_err(|error| error.to_string())?;
    record.map_or(Ok(LearnStore::default()), |record| {
        LearnStore::from_json(&record.json).map_err(|error| error.to_string())
    })
}

/// Keeps lessons.
///
/// # Errors
/// When the browser's database cannot be written.
pub async fn keep(database: &Database, store: &LearnStore) -> Result<(), String> {
    let record = Record { json: store.to_json(), content: None };
    let change = Change::Put { table: Table::Documents, key: key(), record };
    database.apply(vec![change]).await.map_err(|error| error.to_string())
}
