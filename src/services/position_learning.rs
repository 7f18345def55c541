//! Position learning of the board's engine: results are saved shortly after their searches, and given to the engine when it starts.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use tabia_uci::LearnedPosition;
use wasm_bindgen_futures::spawn_local;

use crate::platform::observable::{Observable, Observe};
use crate::state::learned_positions::{LearnedLineError, LearnedPositions};
use crate::storage::document::{self, DocumentFormat};
use crate::storage::{Database, Key, Store, StoreError, Table};

/// Time between a search and saving its result, in milliseconds.
const DELAY_MS: u32 = 1000;

/// Record format.
const FORM: DocumentFormat<LearnedPositions, PositionLearningError> = DocumentFormat {
    read: |json| {
        serde_json::from_str(json).map_err(|error| PositionLearningError::Damaged(error.to_string()))
    },
    write: |positions| {
        serde_json::to_string(positions).map_err(|error| PositionLearningError::Damaged(error.to_string()))
    },
};

/// Why learned positions were not read or saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionLearningError {
    /// The browser's database cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A line of an imported file can't be read.
    #[error(transparent)]
    Line(#[from] LearnedLineError),
    /// The saved positions are damaged. They stay as they are until they are cleared.
    #[error("{0}")]
    Damaged(String),
}

fn key() -> Key {
    Key::of("learned-positions")
}

/// Handle to the learned positions; one per page.
#[derive(Clone)]
pub struct PositionLearning(Rc<PositionLearningInner>);

struct PositionLearningInner {
    database: Database,
    positions: RefCell<Rc<LearnedPositions>>,
    /// Results that are not saved yet.
    unsaved: RefCell<LearnedPositions>,
    timer: RefCell<Option<Timeout>>,
    events: Observable<()>,
}

impl PartialEq for PositionLearning {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for PositionLearning {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl PositionLearning {
    /// Returns the page's handle.
    pub fn of_page() -> Self {
        thread_local! {
            static LEARNING: PositionLearning = PositionLearning::new(Database::of_page());
        }
        LEARNING.with(Self::clone)
    }

    fn new(database: Database) -> Self {
        Self(Rc::new(PositionLearningInner {
            database,
            positions: RefCell::default(),
            unsaved: RefCell::default(),
            timer: RefCell::default(),
            events: Observable::default(),
        }))
    }

    /// Returns the positions as last loaded, with what was learned since.
    pub fn positions(&self) -> Rc<LearnedPositions> {
        self.0.positions.borrow().clone()
    }

    /// Loads the saved positions. Subscribers are notified.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn load(&self) -> Result<(), PositionLearningError> {
        let record = self.0.database.get(Table::Documents, key()).await?;
        let stored =
            record.map_or_else(|| Ok(LearnedPositions::default()), |record| (FORM.read)(&record.json))?;
        self.show(stored);
        Ok(())
    }

    /// Keeps the result of a search, and saves it soon. Subscribers are not notified: the engine knows it.
    pub fn keep(&self, learned: LearnedPosition) {
        Rc::make_mut(&mut *self.0.positions.borrow_mut()).keep(learned.clone());
        self.0.unsaved.borrow_mut().keep(learned);
        let learning = self.clone();
        self.0.timer.replace(Some(Timeout::new(DELAY_MS, move || learning.save())));
    }

    /// Saves what is not saved yet.
    pub fn save(&self) {
        self.0.timer.take();
        let new = self.0.unsaved.take();
        if new.is_empty() {
            return;
        }
        let learning = self.clone();
        spawn_local(async move {
            if learning.store(|positions| positions.keep_all(&new)).await.is_err() {
                // They are saved with the next result, if the browser accepts them then.
                learning.0.unsaved.borrow_mut().keep_all(&new);
            }
        });
    }

    /// Adds the positions of a file in the form of [`LearnedPositions::lines`]. Returns their number. Subscribers are notified.
    ///
    /// # Errors
    /// [`PositionLearningError`]; nothing is added then.
    pub async fn import(&self, text: &str) -> Result<usize, PositionLearningError> {
        let new = LearnedPositions::parse(text)?;
        self.update(|positions| positions.keep_all(&new)).await?;
        Ok(new.len())
    }

    /// Removes all positions, readable or not. Subscribers are notified.
    ///
    /// # Errors
    /// When the browser's database cannot be written.
    pub async fn clear(&self) -> Result<(), PositionLearningError> {
        self.0.unsaved.take();
        self.0.timer.take();
        let form = DocumentFormat { read: |_| Ok(LearnedPositions::default()), ..FORM };
        document::update(&self.0.database, &key(), &form, |positions| {
            *positions = LearnedPositions::default();
            Vec::new()
        })
        .await?;
        self.0.positions.take();
        self.0.events.emit(());
        Ok(())
    }

    async fn update(&self, change: impl Fn(&mut LearnedPositions)) -> Result<(), PositionLearningError> {
        let stored = self.store(change).await?;
        self.show(stored);
        Ok(())
    }

    /// Replaces the positions by what is stored, with what is not saved yet.
    fn show(&self, mut stored: LearnedPositions) {
        stored.keep_all(&self.0.unsaved.borrow());
        self.0.positions.replace(Rc::new(stored));
        self.0.events.emit(());
    }

    /// Changes what is stored, whoever wrote it last.
    async fn store(
        &self,
        change: impl Fn(&mut LearnedPositions),
    ) -> Result<LearnedPositions, PositionLearningError> {
        document::update(&self.0.database, &key(), &FORM, |positions| {
            change(positions);
            Vec::new()
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{Change, Memory, Record};
    use futures::executor::block_on;

    const LINE: &str = "learn add depth 12 score cp 12 move e2e4 fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn what_is_imported_is_there_for_the_next_page_and_can_be_cleared() {
        let database = Database::of(Rc::new(Memory::new()));
        let learning = PositionLearning::new(database.clone());
        assert_eq!(block_on(learning.import(LINE)), Ok(1));
        let next = PositionLearning::new(database.clone());
        block_on(next.load()).unwrap();
        assert_eq!(next.positions().lines(), [LINE]);
        block_on(next.clear()).unwrap();
        assert!(next.positions().is_empty());
        block_on(learning.load()).unwrap();
        assert!(learning.positions().is_empty());
    }

    #[test]
    fn a_bad_line_adds_nothing() {
        let learning = PositionLearning::new(Database::of(Rc::new(Memory::new())));
        let error = block_on(learning.import(&format!("{LINE}\nlearn add"))).unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
        assert!(learning.positions().is_empty());
    }

    #[test]
    fn damaged_positions_stay_until_they_are_cleared() {
        let database = Database::of(Rc::new(Memory::new()));
        let record = Record { json: "[\"torn".to_owned(), ..Record::default() };
        block_on(database.apply(vec![Change::Put { table: Table::Documents, key: key(), record }])).unwrap();
        let learning = PositionLearning::new(database.clone());
        assert!(block_on(learning.load()).is_err() && block_on(learning.import(LINE)).is_err());
        assert_eq!(block_on(database.get(Table::Documents, key())).unwrap().unwrap().json, "[\"torn");
        block_on(learning.clear()).unwrap();
        assert_eq!(block_on(learning.import(LINE)), Ok(1));
    }
}
