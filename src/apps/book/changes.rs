//! The changes of a book that is being edited: kept from the first one on, so that neither another book in the editor nor a page that is
//! closed loses them. They are repeated when the book is edited again, and last until they are discarded.

use crate::apps::book::strings;
use crate::platform::observable::{Observable, Observe};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tabia_worker::book::messages::EditCommand;
use tabia_worker::probe::messages::Line;

use crate::services::books::kept_book::KeptBook;
use crate::state::book::Choice;
use crate::storage::{Change as StoreChange, Database, Key, Record, Store, StoreError, Table, aside};

/// What changes are among the documents that the browser keeps.
const KIND: &str = "book-changes";
/// How often a step is added again when another tab was faster.
const TRIES: u32 = 20;

/// Something that was done in the editor; undoing too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A change of a position.
    Edit {
        /// The line to the position.
        line: Line,
        /// What was done there.
        command: EditCommand,
    },
    /// Games were taken in.
    Import {
        /// Their PGN.
        games: String,
    },
}

/// The steps of every book.
#[derive(Clone)]
pub struct Changes(Rc<Inner>);

struct Inner {
    database: Database,
    /// Those of the books in the editor so far. A book that the browser does not keep has no others.
    steps: RefCell<HashMap<Choice, Known>>,
    /// The steps of a book are others now.
    events: Observable<()>,
}

impl Observe for Changes {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

/// The steps of a book as this tab knows them.
#[derive(Clone, Default)]
struct Known {
    steps: Vec<Step>,
    /// The revision of their record; `None` if there is none.
    revision: Option<u64>,
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Changes {
    /// Changes kept in this database.
    pub fn new(database: Database) -> Self {
        Self(Rc::new(Inner { database, steps: RefCell::default(), events: Observable::default() }))
    }

    /// Whether the changes of a book last longer than the page.
    pub fn are_kept(choice: &Choice) -> bool {
        KeptBook::is_kept_id(choice.id())
    }

    /// The steps of a book, the oldest first.
    ///
    /// # Errors
    /// When the browser's database cannot be read.
    pub async fn of(&self, choice: &Choice) -> Result<Vec<Step>, StoreError> {
        // Another tab may have changed them.
        Ok(if Self::are_kept(choice) { self.read(choice).await?.steps } else { self.known(choice).steps })
    }

    /// Whether a book has steps, kept or of this page. What this tab knows of them stays as it is.
    pub async fn has(&self, choice: &Choice) -> bool {
        if !Self::are_kept(choice) {
            return !self.known(choice).steps.is_empty();
        }
        // A record without steps is deleted.
        self.0.database.get(Table::Documents, key(choice)).await.is_ok_and(|record| record.is_some())
    }

    /// Adds a step to those that are kept, of this tab or another.
    ///
    /// # Errors
    /// When the browser does not keep it, or those that are kept cannot be read: they stay as they are. [`StoreError::Conflict`] when it
    /// takes back a step, and another tab has added one meanwhile.
    pub async fn add(&self, choice: &Choice, step: Step) -> Result<(), StoreError> {
        let mut tries = 0;
        let takes_back = matches!(&step, Step::Edit { command: EditCommand::Undo | EditCommand::Redo, .. });
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

    /// Forgets the steps of a book.
    ///
    /// # Errors
    /// When the browser's database cannot be written. [`StoreError::Conflict`] when another tab has added steps meanwhile: they stay.
    pub async fn discard(&self, choice: &Choice) -> Result<(), StoreError> {
        if Self::are_kept(choice) && !self.0.steps.borrow().contains_key(choice) {
            self.read(choice).await?;
        }
        self.write(choice, Known { steps: Vec::new(), ..self.known(choice) }).await
    }

    /// Whether there are changes that end with the page.
    pub fn can_be_lost(&self) -> bool {
        self.0.steps.borrow().iter().any(|(choice, known)| !Self::are_kept(choice) && !known.steps.is_empty())
    }

    fn known(&self, choice: &Choice) -> Known {
        self.0.steps.borrow().get(choice).cloned().unwrap_or_default()
    }

    /// What is kept of a book now.
    async fn read(&self, choice: &Choice) -> Result<Known, StoreError> {
        let known = match self.0.database.get(Table::Documents, key(choice)).await? {
            Some(record) => {
                Known { steps: record.read(strings::THE_CHANGES_OF_A_BOOK)?, revision: Some(record.revision) }
            }
            None => Known::default(),
        };
        self.0.steps.borrow_mut().insert(choice.clone(), known.clone());
        Ok(known)
    }

    /// Writes steps in place of those that this tab knows of.
    async fn write(&self, choice: &Choice, mut next: Known) -> Result<(), StoreError> {
        if Self::are_kept(choice) {
            let (table, key) = (Table::Documents, key(choice));
            let record = Record::of(&next.steps)?.revised(next.revision.unwrap_or(0) + 1);
            let mut changes = Vec::new();
            if let Some(revision) = next.revision {
                changes.push(StoreChange::Expect { table, key: key.clone(), revision });
            }
            next.revision = match (next.steps.is_empty(), next.revision) {
                (true, Some(_)) => {
                    changes.push(StoreChange::Delete { table, key });
                    None
                }
                (true, None) => None,
                (false, revision) => {
                    let wrote = Some(record.revision);
                    changes.push(match revision {
                        Some(_) => StoreChange::Put { table, key, record },
                        None => StoreChange::Insert { table, key, record },
                    });
                    wrote
                }
            };
            self.0.database.apply(changes).await?;
        }
        self.0.steps.borrow_mut().insert(choice.clone(), next);
        self.0.events.tell(());
        Ok(())
    }

    /// Sets changes aside that cannot be read: the book is edited without them then.
    ///
    /// # Errors
    /// When the browser's database cannot be read or written.
    pub async fn set_aside(&self, choice: &Choice, reason: &StoreError) -> Result<(), StoreError> {
        let (key, reason) = (key(choice), reason.to_string());
        aside::set_aside(&self.0.database, &key, strings::THE_CHANGES_OF_A_BOOK, &reason).await?;
        self.0.events.tell(());
        Ok(())
    }
}

fn key(choice: &Choice) -> Key {
    Key::of(KIND).and(choice.id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::cell::Cell;

    fn step(weight: u16) -> Step {
        Step::Edit { line: Line::default(), command: EditCommand::Weight { code: 796, weight } }
    }

    #[test]
    fn changes_of_a_kept_book_are_there_again() {
        block_on(async {
            let database = Database::of(Rc::new(Memory::new()));
            let (kept, open) = (Choice::of_id("ab"), Choice::of_id("open-1"));
            let changes = Changes::new(database.clone());
            for choice in [&kept, &open] {
                assert_eq!(changes.of(choice).await.unwrap(), []);
                changes.add(choice, step(1)).await.unwrap();
                changes.add(choice, Step::Import { games: "1. e4! *".to_owned() }).await.unwrap();
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
            let book = Choice::of_id("ab");
            let (one, other) = (Changes::new(database.clone()), Changes::new(database.clone()));
            assert_eq!((one.of(&book).await.unwrap(), other.of(&book).await.unwrap()), (vec![], vec![]));
            one.add(&book, step(1)).await.unwrap();
            other.add(&book, step(2)).await.unwrap();
            one.add(&book, step(3)).await.unwrap();
            assert_eq!(one.of(&book).await.unwrap(), [step(1), step(2), step(3)]);
            // Nobody takes back what another has done, or discards what it has not seen.
            let undo = Step::Edit { line: Line::default(), command: EditCommand::Undo };
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
            let book = Choice::of_id("ab");
            let record = Record { json: "[{".to_owned(), ..Record::default() };
            let put = StoreChange::Put { table: Table::Documents, key: key(&book), record };
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
