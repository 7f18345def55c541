//! Lessons about book moves learned from games: storage, and learning.

use super::client::{AskError, BookClient};
use super::repository::{BookRepository, BookRepositoryError};
use crate::language::tr;
use crate::state::book::BookChoice;
use crate::storage::document::{self, DocumentFormat};
use crate::storage::{Database, Key, Store, StoreError, Table, aside};
use tabia_book_tools::learn::{LearnError, LearnStore};
use tabia_worker::book::messages::{BookAnswer, BookRequest};
use tabia_worker::wire::FileBytes;

/// Record format of the lessons.
const FORM: DocumentFormat<LearnStore, LessonsError> =
    DocumentFormat { read: |json| Ok(LearnStore::from_json(json)?), write: |store| Ok(store.to_json()) };

/// Why lessons were not read or stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LessonsError {
    /// The browser's database, or a file, cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored data are not lessons known to this page.
    #[error(transparent)]
    Lessons(#[from] LearnError),
}

fn key() -> Key {
    Key::of("book-lessons").and("own")
}

/// Reads the stored lessons.
///
/// # Errors
/// [`LessonsError`] when the browser's database cannot be read, or they were written by a newer page.
pub async fn load(database: &Database) -> Result<LearnStore, LessonsError> {
    let record = database.get(Table::Documents, key()).await?;
    Ok(record.map_or(Ok(LearnStore::default()), |record| LearnStore::from_json(&record.json))?)
}

/// Changes the stored lessons, whoever wrote them last: `change` receives the current state, and is called again when another tab was
/// faster. Returns what is stored afterwards. Unreadable lessons stay as they are.
///
/// # Errors
/// [`LessonsError`] when the browser's database cannot be read or written, or the lessons cannot be read.
pub async fn update(
    database: &Database,
    change: impl Fn(&mut LearnStore),
) -> Result<LearnStore, LessonsError> {
    document::update(database, &key(), &FORM, |store| {
        change(store);
        Vec::new()
    })
    .await
}

/// Sets unreadable lessons aside, so that new ones can be learned.
///
/// # Errors
/// [`StoreError`] when the browser's database cannot be read or written.
pub async fn set_aside(database: &Database, reason: &LearnError) -> Result<(), StoreError> {
    aside::set_aside(database, &key(), tr!("the lessons from games"), &reason.to_string()).await
}

/// Why nothing was learned from games.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeachingError {
    /// The lessons cannot be read or stored.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// The book is unavailable.
    #[error(transparent)]
    BookRepository(#[from] BookRepositoryError),
    /// The book worker failed or reported an error.
    #[error(transparent)]
    Worker(#[from] AskError),
    /// The worker's answer is of another type.
    #[error("{}", tr!("unexpected reply from the book worker: reload the page"))]
    UnexpectedAnswer,
}

/// Result of learning from games.
#[derive(Debug, Clone)]
pub struct Taught {
    /// All lessons, with the new ones last.
    pub lessons: LearnStore,
    /// Number of the player's games.
    pub games: u32,
    /// The number of new lessons.
    pub new: u32,
    /// Number of games that cannot be read, or have another start position.
    pub left_out: u32,
}

/// Learns from PGN games that a player, given by full name, played from a book, and stores the lessons. The games need results; more is
/// learned where comments after the player's moves give evaluation and depth. The switches of the stored lessons select the kinds of
/// lessons; with both off, the worker is not used.
///
/// # Errors
/// [`TeachingError`]; nothing has changed then.
pub async fn learn(
    repository: &BookRepository,
    client: &BookClient,
    book: &BookChoice,
    games: Vec<FileBytes>,
    player: String,
) -> Result<Taught, TeachingError> {
    let database = repository.database();
    let before = load(&database).await?;
    if before.switches() == (false, false) {
        return Ok(Taught { lessons: before, games: 0, new: 0, left_out: 0 });
    }
    let request = BookRequest::Learn {
        book: FileBytes(repository.bytes(book).await?.book),
        lessons: before.to_json(),
        files: games,
        player,
    };
    let answer = client.ask(request, |_| {}).await?;
    let BookAnswer::Learned { lessons, games, new, left_out } = answer else {
        return Err(TeachingError::UnexpectedAnswer);
    };
    let learned = LearnStore::from_json(&lessons).map_err(LessonsError::from)?;
    if new == 0 {
        return Ok(Taught { lessons: before, games, new, left_out });
    }
    // Another tab, or the book page, may have changed them while the worker read.
    let lessons = update(&database, |lessons| {
        for lesson in learned.lessons().iter().skip(before.lessons().len()) {
            lessons.add(lesson.clone());
        }
    })
    .await?;
    Ok(Taught { lessons, games, new, left_out })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Change, Key, Memory, Range, Record};
    use futures::FutureExt;
    use futures::executor::block_on;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn two_tabs_that_change_the_lessons_both_have_their_way() {
        let database = Database::of(Rc::new(Memory::new()));
        for is_there in [false, true] {
            let was_other = Cell::new(false);
            let kept = block_on(update(&database, |store| {
                if !was_other.replace(true) {
                    // The other tab writes between reading and writing.
                    let other = update(&database, |store| store.set_switches(false, true)).now_or_never();
                    other.unwrap().unwrap();
                }
                let (book, _) = store.switches();
                store.set_switches(book, false);
            }))
            .unwrap();
            assert_eq!(kept.switches(), (false, false), "{is_there}");
            assert_eq!(block_on(load(&database)).unwrap().switches(), (false, false));
            block_on(update(&database, |store| store.set_switches(true, true))).unwrap();
        }
    }

    #[test]
    fn lessons_that_cannot_be_read_are_not_overwritten_but_set_aside() {
        let database = Database::of(Rc::new(Memory::new()));
        let record = Record { json: "{\"torn\":".to_owned(), ..Record::default() };
        block_on(database.apply(vec![Change::Put { table: Table::Documents, key: key(), record }])).unwrap();
        let error = block_on(update(&database, |store| store.set_switches(false, false))).unwrap_err();
        let LessonsError::Lessons(reason) = error else { panic!("{error}") };
        assert_eq!(block_on(database.get(Table::Documents, key())).unwrap().unwrap().json, "{\"torn\":");
        block_on(set_aside(&database, &reason)).unwrap();
        assert_eq!(block_on(load(&database)).unwrap(), LearnStore::default());
        let aside = block_on(aside::damaged(&database)).unwrap();
        assert_eq!((aside.len(), aside[0].1.raw.as_str()), (1, "{\"torn\":"));
        let raw = block_on(async { aside::export_raw(&database, &aside[0].0).await?.text().await }).unwrap();
        assert_eq!(raw, "{\"torn\":");
        block_on(aside::remove(&database, &aside[0].0)).unwrap();
        let left = block_on(database.keys(Table::Documents, Range::below(Key::default()), 9)).unwrap();
        assert_eq!(left, []);
    }
}
