//! Position learning of the board's engine: results are saved after their searches, and given to the engine when it starts.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tabia_uci::LearnedPosition;
use wasm_bindgen_futures::spawn_local;

use crate::platform::observable::{Observable, Observe};
use crate::state::learned_positions::{LearnedLineError, LearnedPositions};
use crate::storage::document::{self, DocumentFormat};
use crate::storage::{Database, Key, Store, StoreError, Table};

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
    /// Results that no write has taken yet.
    unsaved: RefCell<LearnedPositions>,
    is_saving: Cell<bool>,
    /// Number of times that all positions were removed: what was learned before is not saved after it.
    clears: Cell<u32>,
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
            is_saving: Cell::default(),
            clears: Cell::default(),
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

    /// Keeps and saves the result of a search. Subscribers are not notified: the engine knows it.
    pub fn keep(&self, learned: LearnedPosition) {
        self.add(learned);
        if !self.0.is_saving.replace(true) {
            let learning = self.clone();
            spawn_local(async move {
                learning.save().await;
                learning.0.is_saving.set(false);
            });
        }
    }

    fn add(&self, learned: LearnedPosition) {
        Rc::make_mut(&mut *self.0.positions.borrow_mut()).keep(learned.clone());
        self.0.unsaved.borrow_mut().keep(learned);
    }

    /// Saves until nothing is unsaved. What the browser refuses is saved with the next result.
    async fn save(&self) {
        loop {
            let new = self.0.unsaved.take();
            if new.is_empty() {
                return;
            }
            let clears = self.0.clears.get();
            let is_wanted = || self.0.clears.get() == clears;
            let change = |positions: &mut LearnedPositions| {
                if is_wanted() {
                    positions.keep_all(&new);
                }
            };
            if self.store(change).await.is_err() {
                if is_wanted() {
                    self.0.unsaved.borrow_mut().keep_all(&new);
                }
                return;
            }
        }
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
        self.0.clears.update(|clears| clears.wrapping_add(1));
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
    use crate::storage::{Change, Memory, Pending, Range, Record};
    use futures::executor::block_on;
    use futures::{FutureExt, future};
    use std::task::Poll;
    use tabia_uci::{Command, Learn};

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

    /// A database that can refuse, and that another task can overtake between reading and writing.
    struct Slow {
        memory: Memory,
        refuses: Cell<bool>,
    }

    impl Store for Slow {
        fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
            self.memory.get(table, key)
        }

        fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
            self.memory.list(table, range, limit)
        }

        fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
            self.memory.keys(table, range, limit)
        }

        fn count(&self, table: Table, range: Range) -> Pending<'_, u64> {
            self.memory.count(table, range)
        }

        fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()> {
            Box::pin(async move {
                let mut is_first = true;
                future::poll_fn(
                    |_| if std::mem::take(&mut is_first) { Poll::Pending } else { Poll::Ready(()) },
                )
                .await;
                if self.refuses.get() { Err(StoreError::Full) } else { self.memory.apply(changes).await }
            })
        }
    }

    fn position(line: &str) -> LearnedPosition {
        let Ok(Some(Command::Learn(Learn::Add(learned)))) = Command::parse(line) else { panic!("{line}") };
        learned
    }

    /// Polls until a future is ready: `Slow` wakes nobody.
    fn finish<T>(mut future: impl Future<Output = T> + Unpin) -> T {
        std::iter::from_fn(|| Some((&mut future).now_or_never())).take(100).flatten().next().expect("it ends")
    }

    fn slow() -> (Rc<Slow>, Database) {
        let slow = Rc::new(Slow { memory: Memory::new(), refuses: Cell::new(false) });
        (slow.clone(), Database::of(slow))
    }

    fn stored(database: &Database) -> Vec<String> {
        let next = PositionLearning::new(database.clone());
        block_on(next.load()).unwrap();
        next.positions().lines()
    }

    #[test]
    fn what_is_learned_during_a_write_is_written_after_it() {
        let (_, database) = slow();
        let learning = PositionLearning::new(database.clone());
        learning.add(position(LINE));
        let mut save = Box::pin(learning.save());
        assert!((&mut save).now_or_never().is_none(), "it is being written");
        let after = LINE.replace("w KQkq", "b KQkq").replace("e2e4", "e7e5");
        learning.add(position(&after));
        finish(save);
        assert_eq!(stored(&database).len(), 2);
    }

    #[test]
    fn positions_cleared_while_they_are_written_stay_cleared() {
        for refuses in [false, true] {
            let (slow, database) = slow();
            let learning = PositionLearning::new(database.clone());
            learning.add(position(LINE));
            let mut save = Box::pin(learning.save());
            assert!((&mut save).now_or_never().is_none());
            finish(Box::pin(learning.clear())).unwrap();
            slow.refuses.set(refuses);
            finish(save);
            slow.refuses.set(false);
            finish(Box::pin(learning.save()));
            assert!(stored(&database).is_empty() && learning.positions().is_empty());
        }
    }

    #[test]
    fn what_is_refused_is_saved_with_the_next_result() {
        let (slow, database) = slow();
        let learning = PositionLearning::new(database.clone());
        slow.refuses.set(true);
        learning.add(position(LINE));
        finish(Box::pin(learning.save()));
        assert!(stored(&database).is_empty());
        slow.refuses.set(false);
        finish(Box::pin(learning.save()));
        assert_eq!(stored(&database), [LINE]);
    }
}
