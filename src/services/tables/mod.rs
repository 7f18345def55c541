//! Tablebases chosen by the user: stored in the browser up to a size limit, and passed to the engine.
//!
//! Only names and sizes are examined here; the engine reads the files and reports what it found ([`EngineEvent::Tables`]).

mod prober;
mod set;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;
use tabia_worker::wire::NamedFile;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

pub use self::prober::{ProbeError, TablebaseProber};
use self::set::{Keep, TableFile, TableSet};
pub use self::set::{MAX_KEPT, NotKept, TableState, men};
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::engine::service::{Engine, EngineEvent};
use crate::storage::files::{FileStore, kind};
use crate::storage::{Database, Keeping, StoreError};

impl TableFile for NamedFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn bytes(&self) -> f64 {
        self.blob.size()
    }
}

/// Handle to the tablebases; clones share them.
#[derive(Clone)]
pub struct Tablebases(Rc<TablebasesInner>);

struct TablebasesInner {
    engine: Engine,
    store: FileStore,
    database: Database,
    set: RefCell<TableSet<NamedFile>>,
    /// Hashes of the tablebases that this tab has read from the browser or written there.
    seen: RefCell<BTreeSet<String>>,
    events: Observable<()>,
    subscription: RefCell<Option<Subscription>>,
}

impl PartialEq for Tablebases {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for Tablebases {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl std::fmt::Debug for Tablebases {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Tablebases").field("set", &self.0.set).finish_non_exhaustive()
    }
}

impl Tablebases {
    /// Loads the tablebases stored in `database` and passes them to `engine`.
    pub fn new(engine: Engine, database: Database) -> Self {
        let tables = Self(Rc::new(TablebasesInner {
            engine,
            store: FileStore::new(database.clone()),
            database,
            set: RefCell::default(),
            seen: RefCell::default(),
            events: Observable::default(),
            subscription: RefCell::default(),
        }));
        let weak = Rc::downgrade(&tables.0);
        let subscription = tables.0.engine.subscribe(move |event| {
            if let (EngineEvent::Tables(text), Some(inner)) = (event, weak.upgrade()) {
                Self(inner).change(|set| set.engine_said(text.clone()));
            }
        });
        tables.0.subscription.replace(Some(subscription));
        let loading = tables.clone();
        spawn_local(async move {
            let kept = read_tables(&loading.0.store).await.map(|(files, seen)| {
                loading.0.seen.borrow_mut().extend(seen);
                files
            });
            loading.change(|set| match kept {
                Ok(files) => set.loaded(files),
                Err(error) => set.not_loaded(error.to_string()),
            });
        });
        tables
    }

    /// Returns the current state.
    pub fn state(&self) -> TableState {
        self.0.set.borrow().state().clone()
    }

    /// Adds the tablebases among these files.
    pub fn choose(&self, chosen: &[File]) {
        let files = chosen.iter().map(|file| NamedFile { name: file.name(), blob: file.clone().into() });
        self.change(|set| set.choose(files));
    }

    /// Removes all tablebases, also from the browser.
    pub fn clear(&self) {
        self.change(TableSet::clear);
    }

    /// Applies a change, carries out its effects, and notifies.
    fn change(&self, change: impl FnOnce(&mut TableSet<NamedFile>)) {
        let before = self.state();
        change(&mut self.0.set.borrow_mut());
        let files = self.0.set.borrow_mut().files_to_use();
        if let Some(files) = files {
            self.0.engine.set_tables(files);
        }
        let writing = self.0.set.borrow_mut().next_writing();
        if let Some(keep) = writing {
            let tables = self.clone();
            spawn_local(async move {
                let result = tables.write(keep).await;
                tables.written(result);
            });
        }
        if self.state() != before {
            self.0.events.emit(());
        }
    }

    /// Handles the outcome of a write. A separate function, because `change` would otherwise be instantiated for ever new closures.
    fn written(&self, result: Result<(), NotKept>) {
        self.change(|set| set.written(result));
    }

    async fn write(&self, keep: Keep<NamedFile>) -> Result<(), NotKept> {
        match keep {
            Keep::All(files) => Ok(self.write_all(files).await?),
            Keep::Nothing => self.forget().await.map_err(NotKept::NotRemoved),
        }
    }

    async fn write_all(&self, files: Vec<NamedFile>) -> Result<(), StoreError> {
        if let Keeping::InMemory(reason) = self.0.database.keeping().await? {
            return Err(reason);
        }
        let mut kept = BTreeSet::new();
        for file in files {
            let entry = self.0.store.add(kind::TABLEBASE, &file.name, file.blob, Value::Null).await?;
            kept.insert(entry.sha256);
        }
        // Tables added by another tab, or unreadable here, are not this tab's to delete.
        let gone = self.0.seen.replace(kept.clone());
        self.remove(gone.difference(&kept)).await
    }

    /// Deletes the tables this tab knows to be stored.
    async fn forget(&self) -> Result<(), StoreError> {
        let gone = self.0.seen.take();
        self.remove(gone.iter()).await
    }

    async fn remove(&self, gone: impl Iterator<Item = &String>) -> Result<(), StoreError> {
        for sha256 in gone {
            self.0.store.remove(kind::TABLEBASE, sha256).await?;
        }
        Ok(())
    }
}

/// Returns the tablebases stored in the browser.
///
/// # Errors
/// If the store cannot be read.
pub async fn kept_tables(store: &FileStore) -> Result<Vec<NamedFile>, StoreError> {
    Ok(read_tables(store).await?.0)
}

/// Returns the tablebases stored in the browser, and their hashes.
async fn read_tables(store: &FileStore) -> Result<(Vec<NamedFile>, Vec<String>), StoreError> {
    let (mut files, mut seen) = (Vec::new(), Vec::new());
    for entry in store.list(Some(kind::TABLEBASE)).await? {
        let blob = store.content(&entry.sha256).await?.blob()?;
        files.push(NamedFile { name: entry.name, blob });
        seen.push(entry.sha256);
    }
    Ok((files, seen))
}
