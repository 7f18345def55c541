//! The page's database handle.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};

use crate::platform::observable::{Observable, Observe};

use super::error::StoreError;
use super::indexed_db::IndexedDb;
use super::key::{Key, Range};
use super::memory::Memory;
use super::record::Record;
use super::schema::Table;
use super::store::{Change, Pending, Store};

/// Name of the page's database.
pub const NAME: &str = "tabia";

/// Where a [`Database`] stores its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    /// In the browser, until the user deletes it.
    InBrowser,
    /// In memory, until the page is closed; the browser has no storage, for this reason.
    InMemory(StoreError),
}

/// The page's store: a handle that is cheap to clone and equal to its clones. The browser's database is opened on first use.
///
/// If the browser has no storage at all, everything stays in memory, and [`keeping`](Self::keeping) says so. Any other failure is
/// returned by every call, and the page shows it ([`fault`](Self::fault)): an empty table must not hide stored data. The user may
/// try again, or continue [in memory](Self::go_on_in_memory).
#[derive(Clone)]
pub struct Database {
    inner: Rc<DatabaseInner>,
}

struct DatabaseInner {
    name: String,
    opening: RefCell<Option<StoreOpening>>,
    /// Why the last attempt to open it failed.
    fault: RefCell<Option<StoreError>>,
    /// Whether it has been open before.
    was_open: Cell<bool>,
    /// Whether the browser has deleted everything since the first opening.
    was_deleted: Cell<bool>,
    events: Observable<()>,
}

/// Opening in progress or completed, shared by all callers.
type StoreOpening = Shared<LocalBoxFuture<'static, Result<OpenStore, StoreError>>>;

#[derive(Clone)]
struct OpenStore {
    store: Rc<dyn Store>,
    keeping: Keeping,
    /// Whether opening created the database.
    is_new: bool,
    /// Whether `is_new` has been checked.
    is_looked_at: Rc<Cell<bool>>,
}

impl OpenStore {
    fn new(store: Rc<dyn Store>, keeping: Keeping, is_new: bool) -> Self {
        Self { store, keeping, is_new, is_looked_at: Rc::default() }
    }

    /// Creates an empty store in memory, for this reason.
    fn in_memory(reason: StoreError) -> Self {
        Self::new(Rc::new(Memory::new()), Keeping::InMemory(reason), false)
    }
}

impl PartialEq for Database {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Database").field("name", &self.inner.name).finish_non_exhaustive()
    }
}

impl Database {
    /// Returns the page's database. All callers share one handle: one connection, and one store in memory if the browser has no storage.
    pub fn of_page() -> Self {
        thread_local! {
            static DATABASE: Database = Database::named(NAME);
        }
        DATABASE.with(Self::clone)
    }

    /// Returns the database of the given name, for tests.
    pub fn named(name: &str) -> Self {
        Self::with(name, None)
    }

    /// Returns a handle to a store that is already open, such as a [`Memory`] in tests.
    pub fn of(store: Rc<dyn Store>) -> Self {
        let opened = OpenStore::new(store, Keeping::InBrowser, false);
        let opening = futures::future::ready(Ok(opened)).boxed_local().shared();
        Self::with("", Some(opening))
    }

    fn with(name: &str, opening: Option<StoreOpening>) -> Self {
        let (fault, events) = (RefCell::default(), Observable::default());
        Self {
            inner: Rc::new(DatabaseInner {
                name: name.to_owned(),
                opening: RefCell::new(opening),
                fault,
                was_open: Cell::default(),
                was_deleted: Cell::default(),
                events,
            }),
        }
    }

    /// Returns why the last attempt to open it failed; `None` if it succeeded or there was none.
    pub fn fault(&self) -> Option<StoreError> {
        self.inner.fault.borrow().clone()
    }

    /// Returns whether the browser has deleted everything since the page opened it, as browsers do when the disk is full. It is empty now.
    pub fn was_deleted(&self) -> bool {
        self.inner.was_deleted.get()
    }

    /// Continues in memory until the page is closed, at the user's request, after the browser's database failed to open. The data in the
    /// browser is not touched.
    pub fn go_on_in_memory(&self) {
        let Some(reason) = self.fault() else { return };
        let opened = OpenStore::in_memory(reason);
        let opening = futures::future::ready(Ok(opened)).boxed_local().shared();
        self.inner.opening.replace(Some(opening));
        self.note(None);
    }

    /// Records why it cannot be opened, or that it can, and notifies observers of changes.
    fn note(&self, fault: Option<&StoreError>) {
        let before = self.inner.fault.replace(fault.cloned());
        if before.as_ref() != fault {
            self.inner.events.emit(());
        }
    }

    /// Returns where data is stored.
    ///
    /// # Errors
    /// When the database could not be opened.
    pub async fn keeping(&self) -> Result<Keeping, StoreError> {
        Ok(self.opened().await?.keeping)
    }

    /// Returns the store. Opens it if that hasn't happened yet, or if the connection was lost: the browser closes it when data is cleared
    /// and after its own faults.
    async fn opened(&self) -> Result<OpenStore, StoreError> {
        if let Some(opening) = self.ended_opening() {
            self.forget(&opening);
        }
        let opening = self
            .inner
            .opening
            .borrow_mut()
            .get_or_insert_with(|| open(self.inner.name.clone()).boxed_local().shared())
            .clone();
        let result = opening.clone().await;
        if let Ok(opened) = &result {
            self.look_for_deletion(opened);
        }
        if let Err(error) = &result {
            self.note(Some(error));
            // The next call tries again, unless one already does.
            self.forget(&opening);
        } else if self.fault().is_some() {
            self.note(None);
        }
        result
    }
}

impl Database {
    /// Detects that the stored data is gone: the page had it open before, and reopening created a new database.
    fn look_for_deletion(&self, opened: &OpenStore) {
        if opened.is_looked_at.replace(true) {
            return;
        }
        let was_open = self.inner.was_open.replace(true);
        if was_open && opened.is_new {
            self.inner.was_deleted.set(true);
            self.inner.events.emit(());
        }
    }

    /// Returns the opening if its connection is lost.
    fn ended_opening(&self) -> Option<StoreOpening> {
        let slot = self.inner.opening.borrow();
        let opening = slot.as_ref()?;
        let is_ended = matches!(opening.peek(), Some(Ok(opened)) if opened.store.is_ended());
        is_ended.then(|| opening.clone())
    }

    /// Makes the next call reopen the database, unless one already does.
    fn forget(&self, opening: &StoreOpening) {
        let mut slot = self.inner.opening.borrow_mut();
        if slot.as_ref().is_some_and(|present| present.ptr_eq(opening)) {
            *slot = None;
        }
    }
}

impl Observe for Database {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.inner.events
    }
}

async fn open(name: String) -> Result<OpenStore, StoreError> {
    match IndexedDb::open(&name).await {
        Ok(store) => {
            let is_new = store.is_new();
            Ok(OpenStore::new(Rc::new(store), Keeping::InBrowser, is_new))
        }
        Err(reason @ StoreError::Unavailable { .. }) => Ok(OpenStore::in_memory(reason)),
        Err(error) => Err(error),
    }
}

impl Store for Database {
    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
        Box::pin(async move { self.opened().await?.store.get(table, key).await })
    }

    fn get_many(&self, table: Table, keys: Vec<Key>) -> Pending<'_, Vec<Option<Record>>> {
        Box::pin(async move { self.opened().await?.store.get_many(table, keys).await })
    }

    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
        Box::pin(async move { self.opened().await?.store.list(table, range, limit).await })
    }

    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
        Box::pin(async move { self.opened().await?.store.keys(table, range, limit).await })
    }

    fn count(&self, table: Table, range: Range) -> Pending<'_, u64> {
        Box::pin(async move { self.opened().await?.store.count(table, range).await })
    }

    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()> {
        Box::pin(async move { self.opened().await?.store.apply(changes).await })
    }
}
