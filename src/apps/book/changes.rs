//! The changes of a book that is being edited: kept from the first one on, so that neither another book in the editor nor a page that is
//! closed loses them. They are repeated when the book is edited again, and last until they are discarded.

use crate::apps::book::strings;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tabia_worker::book::messages::EditCommand;
use tabia_worker::probe::messages::Line;

use crate::services::books::kept_book::KeptBook;
use crate::state::book::Choice;
use crate::storage::{Change as StoreChange, Database, Key, Record, Store, StoreError, Table};

/// What changes are among the documents that the browser keeps.
const KIND: &str = "book-changes";

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
    steps: RefCell<HashMap<Choice, Vec<Step>>>,
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Changes {
    /// Changes kept in this database.
    pub fn new(database: Database) -> Self {
        Self(Rc::new(Inner { database, steps: RefCell::default() }))
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
        if let Some(steps) = self.0.steps.borrow().get(choice) {
            return Ok(steps.clone());
        }
        let steps: Vec<Step> = match self.0.database.get(Table::Documents, key(choice)).await? {
            Some(record) if Self::are_kept(choice) => record.read(strings::THE_CHANGES_OF_A_BOOK)?,
            _ => Vec::new(),
        };
        self.0.steps.borrow_mut().insert(choice.clone(), steps.clone());
        Ok(steps)
    }

    /// Adds a step.
    ///
    /// # Errors
    /// When the browser does not keep it.
    pub async fn add(&self, choice: &Choice, step: Step) -> Result<(), StoreError> {
        let steps = {
            let mut all = self.0.steps.borrow_mut();
            let steps = all.entry(choice.clone()).or_default();
            steps.push(step);
            steps.clone()
        };
        self.write(choice, &steps).await
    }

    /// Forgets the steps of a book.
    ///
    /// # Errors
    /// When the browser's database cannot be written.
    pub async fn discard(&self, choice: &Choice) -> Result<(), StoreError> {
        self.0.steps.borrow_mut().insert(choice.clone(), Vec::new());
        self.write(choice, &[]).await
    }

    /// Whether there are changes that end with the page.
    pub fn can_be_lost(&self) -> bool {
        self.0.steps.borrow().iter().any(|(choice, steps)| !Self::are_kept(choice) && !steps.is_empty())
    }

    async fn write(&self, choice: &Choice, steps: &[Step]) -> Result<(), StoreError> {
        if !Self::are_kept(choice) {
            return Ok(());
        }
        let key = key(choice);
        self.0
            .database
            .apply(vec![if steps.is_empty() {
                StoreChange::Delete { table: Table::Documents, key }
            } else {
                StoreChange::Put { table: Table::Documents, key, record: Record::of(&steps)? }
            }])
            .await
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
            assert_eq!(again.of(&kept).await.unwrap(), changes.of(&kept).await.unwrap());
            assert!(changes.can_be_lost() && !again.can_be_lost());
            assert_eq!(
                again.of(&open).await.unwrap(),
                [],
                "another file may have this name in the next page"
            );
            again.discard(&kept).await.unwrap();
            assert_eq!(Changes::new(database).of(&kept).await.unwrap(), []);
        });
    }
}
