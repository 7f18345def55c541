//! Changes to a book that is being edited. They are saved from the first one on, so that they survive opening another book in the editor
//! and closing the page. They are replayed when the book is edited again, and last until they are discarded.

use crate::apps::book::strings;
use crate::platform::observable::{Observable, Observe};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tabia_worker::book::messages::EditCommand;
use tabia_worker::probe::messages::Line;

use crate::services::books::saved_book::SavedBook;
use crate::state::book::BookChoice;
use crate::storage::{Change, Database, Key, Record, Store, StoreError, Table, aside};

/// Key prefix of these documents in the table.
const KIND: &str = "book-changes";
/// Maximum number of retries when another tab adds a step first.
const TRIES: u32 = 20;

/// A step in the editor, including undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EditorStep {
    /// An edit of a position.
    Edit {
        /// Line to the position.
        line: Line,
        /// The edit.
        command: EditCommand,
    },
    /// An import of games.
    Import {
        /// PGN of the games.
        games: String,
    },
}

/// The steps of all books.
#[derive(Clone)]
pub struct Changes(Rc<ChangesInner>);

struct ChangesInner {
    database: Database,
    /// Steps of the books opened in the editor so far. For books that are not saved in the browser, these are the only ones.
    steps: RefCell<HashMap<BookChoice, KnownSteps>>,
    /// Emitted when the steps of a book change.
    events: Observable<()>,
}

impl Observe for Changes {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

/// The steps of a book as known to this tab.
#[derive(Clone, Default)]
struct KnownSteps {
    steps: Vec<EditorStep>,
    /// Revision of their record; `None` if there is none.
    revision: Option<u64>,
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Changes {
    /// Creates the changes stored in this database.
    pub fn new(database: Database) -> Self {
        Self(Rc::new(ChangesInner { database, steps: RefCell::default(), events: Observable::default() }))
    }

    /// Returns whether the changes of a book outlive the page.
    pub fn are_kept(choice: &BookChoice) -> bool {
        SavedBook::is_kept_id(choice.id())
    }

    /// Returns the steps of a book, oldest first.
    ///
    /// # Errors
    /// When the browser's database cannot be read.
    pub async fn of(&self, choice: &BookChoice) -> Result<Vec<EditorStep>, StoreError> {
        // Another tab may have changed them.
        Ok(if Self::are_kept(choice) { self.read(choice).await?.steps } else { self.known(choice).steps })
    }

    /// Returns whether a book has steps, either saved or only on this page. Doesn't update what this tab knows of them.
    pub async fn has(&self, choice: &BookChoice) -> bool {
        if !Self::are_kept(choice) {
            return !self.known(choice).steps.is_empty();
        }
        // Records without steps are deleted.
        self.0.database.get(Table::Documents, key(choice)).await.is_ok_and(|record| record.is_some())
    }

    /// Appends a step to the stored ones, whichever tab they are from.
    ///
    /// # Errors
    /// When the browser cannot store it, or the stored steps cannot be read: they stay as they are. [`StoreError::Conflict`] for an undo or
    /// redo if another tab has added a step in the meantime.
    pub async fn add(&self, choice: &BookChoice, step: EditorStep) -> Result<(), StoreError> {
        let mut tries = 0;
        let takes_back =
            matches!(&step, EditorStep::Edit { command: EditCommand::Undo | EditCommand::Redo, .. });
        if Self::are_kept(choice) && !self.0.steps.borrow().contains_key(choice) {
            self.read(choice).await?;
        }
        loop {
            let mut next = self.known(choice);
            next.steps.push(step.clone());
            match self.write(choice, next).await {
                Err(StoreError::Conflict { .. } | StoreError::Exists { .. })
                    if !takes_back && tries < TRIES =>
                {
                    self.read(choice).await?;
                    tries += 1;
                }
                result => return result,
            }
        }
    }

    /// Discards the steps of a book.
    ///
    /// # Errors
    /// When the browser's database cannot be written. [`StoreError::Conflict`] if another tab has added steps in the meantime: they stay.
    pub async fn discard(&self, choice: &BookChoice) -> Result<(), StoreError> {
        if Self::are_kept(choice) && !self.0.steps.borrow().contains_key(choice) {
            self.read(choice).await?;
        }
        self.write(choice, KnownSteps { steps: Vec::new(), ..self.known(choice) }).await
    }

    /// Returns whether there are changes that will be lost with the page.
    pub fn can_be_lost(&self) -> bool {
        self.0.steps.borrow().iter().any(|(choice, known)| !Self::are_kept(choice) && !known.steps.is_empty())
    }

    fn known(&self, choice: &BookChoice) -> KnownSteps {
        self.0.steps.borrow().get(choice).cloned().unwrap_or_default()
    }

    /// Reads the stored steps of a book.
    async fn read(&self, choice: &BookChoice) -> Result<KnownSteps, StoreError> {
        let known = match self.0.database.get(Table::Documents, key(choice)).await? {
            Some(record) => KnownSteps {
                steps: record.read(strings::the_changes_of_a_book())?,
                revision: Some(record.revision),
            },
            None => KnownSteps::default(),
        };
        self.0.steps.borrow_mut().insert(choice.clone(), known.clone());
        Ok(known)
    }

    /// Replaces the steps that this tab knows.
    async fn write(&self, choice: &BookChoice, mut next: KnownSteps) -> Result<(), StoreError> {
        if Self::are_kept(choice) {
            let (table, key) = (Table::Documents, key(choice));
            let record = Record::of(&next.steps)?.revised(next.revision.unwrap_or(0) + 1);
            let mut changes = Vec::new();
            if let Some(revision) = next.revision {
                changes.push(Change::Expect { table, key: key.clone(), revision });
            }
            next.revision = match (next.steps.is_empty(), next.revision) {
                (true, Some(_)) => {
                    changes.push(Change::Delete { table, key });
                    None
                }
                (true, None) => None,
                (false, revision) => {
                    let wrote = Some(record.revision);
                    changes.push(match revision {
                        Some(_) => Change::Put { table, key, record },
                        None => Change::Insert { table, key, record },
                    });
                    wrote
                }
            };
            self.0.database.apply(changes).await?;
        }
        self.0.steps.borrow_mut().insert(choice.clone(), next);
        self.0.events.emit(());
        Ok(())
    }

    /// Sets aside unreadable changes; the book is then edited without them.
    ///
    /// # Errors
    /// When the browser's database cannot be read or written.
    pub async fn set_aside(&self, choice: &BookChoice, reason: &StoreError) -> Result<(), StoreError> {
        let (key, reason) = (key(choice), reason.to_string());
        aside::set_aside(&self.0.database, &key, strings::the_changes_of_a_book(), &reason).await?;
        self.0.events.emit(());
        Ok(())
    }
}

fn key(choice: &BookChoice) -> Key {
    Key::of(KIND).and(choice.id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::cell::Cell;

    fn step(weight: u16) -> EditorStep {
        EditorStep::Edit { line: Line::default(), command: EditCommand::Weight { code: 796, weight } }
    }

    #[test]
    fn changes_of_a_kept_book_are_there_again() {
        block_on(async {
            let database = Database::of(Rc::new(Memory::new()));
            let (kept, open) = (BookChoice::of_id("ab"), BookChoice::of_id("open-1"));
            let changes = Changes::new(database.clone());
            for choice in [&kept, &open] {
                assert_eq!(changes.of(choice).await.unwrap(), []);
                changes.add(choice, step(1)).await.unwrap();
                changes.add(choice, EditorStep::Import { games: "1. e4! *".to_owned() }).await.unwrap();
                assert_eq!(changes.of(choice).await.unwrap().len(), 2);
            }
            let again = Changes::new(database.clone());
            assert!(again.has(&kept).await && !again.has(&open).await && changes.has(&open).await);
            assert_eq!(again.of(&kept).await.unwrap(), changes.of(&kept).await.unwrap());
            assert!(changes.can_be_lost() && !again.can_be_lost());
            assert_eq!(
                again.of(&open).await.unwrap(),
                [],
                "another file may have this name in the next page"
            );
            again.discard(&kept).await.unwrap();
            assert!(!again.has(&kept).await);
            assert_eq!(Changes::new(database).of(&kept).await.unwrap(), []);
        });
    }

    #[test]
    fn two_tabs_that_edit_a_book_lose_no_step() {
        block_on(async {
            let database = Database::of(Rc::new(Memory::new()));
            let book = BookChoice::of_id("ab");
            let (one, other) = (Changes::new(database.clone()), Changes::new(database.clone()));
            assert_eq!((one.of(&book).await.unwrap(), other.of(&book).await.unwrap()), (vec![], vec![]));
            one.add(&book, step(1)).await.unwrap();
            other.add(&book, step(2)).await.unwrap();
            one.add(&book, step(3)).await.unwrap();
            assert_eq!(one.of(&book).await.unwrap(), [step(1), step(2), step(3)]);
            // A tab cannot undo what another one has done, or discard what it hasn't seen.
            let undo = EditorStep::Edit { line: Line::default(), command: EditCommand::Undo };
            assert!(matches!(other.add(&book, undo.clone()).await, Err(StoreError::Conflict { .. })));
            assert!(matches!(other.discard(&book).await, Err(StoreError::Conflict { .. })));
            one.add(&book, undo).await.unwrap();
            assert_eq!(other.of(&book).await.unwrap().len(), 4);
            other.discard(&book).await.unwrap();
            assert_eq!(one.of(&book).await.unwrap(), []);
        });
    }

    #[test]
    fn changes_that_cannot_be_read_are_not_overwritten() {
        block_on(async {
            let database = Database::of(Rc::new(Memory::new()));
            let book = BookChoice::of_id("ab");
            let record = Record { json: "[{".to_owned(), ..Record::default() };
            let put = Change::Put { table: Table::Documents, key: key(&book), record };
            database.apply(vec![put]).await.unwrap();
            let changes = Changes::new(database.clone());
            let reason = changes.of(&book).await.unwrap_err();
            assert!(changes.add(&book, step(1)).await.is_err() && changes.discard(&book).await.is_err());
            assert_eq!(database.get(Table::Documents, key(&book)).await.unwrap().unwrap().json, "[{");
            let told = Rc::new(Cell::new(0));
            let count = Rc::clone(&told);
            let subscription = changes.subscribe(move |()| count.set(count.get() + 1));
            changes.set_aside(&book, &reason).await.unwrap();
            assert_eq!((told.get(), changes.has(&book).await), (1, false), "the list of books shows it");
            drop(subscription);
            changes.add(&book, step(1)).await.unwrap();
            assert_eq!(aside::damaged(&database).await.unwrap()[0].1.raw, "[{");
        });
    }
}
