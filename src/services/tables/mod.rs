//! The endgame tables that the user chose: kept in the browser up to a size, and given to the engine.
//!
//! Here only names and sizes are looked at; the engine reads the files and says what it found ([`EngineEvent::Tables`]).

mod set;

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;
use tabia_worker::wire::NamedFile;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use self::set::{Keep, TableFile, TableSet};
pub use self::set::{MAX_KEPT, NotKept, TableState};
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::engine::service::{Engine, EngineEvent};
use crate::storage::files::FileStore;
use crate::storage::{Database, Keeping, StoreError};

/// What tables are among the files that the browser keeps.
const KIND: &str = "tablebase";

impl TableFile for NamedFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn bytes(&self) -> f64 {
        self.blob.size()
    }
}

/// The tables; its clones are the same.
#[derive(Clone)]
pub struct Tablebases(Rc<Inner>);

struct Inner {
    engine: Engine,
    store: FileStore,
    database: Database,
    set: RefCell<TableSet<NamedFile>>,
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
    /// Gives the tables that are kept in `database` to `engine`.
    pub fn new(engine: Engine, database: Database) -> Self {
        let tables = Self(Rc::new(Inner {
            engine,
            store: FileStore::new(database.clone()),
            database,
            set: RefCell::default(),
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
            let kept = kept_tables(&loading.0.store).await;
            loading.change(|set| match kept {
                Ok(files) => set.loaded(files),
                Err(error) => set.not_loaded(error.to_string()),
            });
        });
        tables
    }

    /// What is known now.
    pub fn state(&self) -> TableState {
        self.0.set.borrow().state().clone()
    }

    /// Adds the tables among these files.
    pub fn choose(&self, chosen: &[File]) {
        let files = chosen.iter().map(|file| NamedFile { name: file.name(), blob: file.clone().into() });
        self.change(|set| set.choose(files));
    }

    /// Takes all tables away, also out of the browser.
    pub fn clear(&self) {
        self.change(TableSet::clear);
    }

    /// Changes the tables, does what follows, and tells.
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
            self.0.events.tell(());
        }
    }

    /// What was to be written was written, or not. A function of its own: `change` would otherwise be made for ever new closures.
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
        let old = self.0.store.list(Some(KIND)).await?;
        let mut kept = Vec::new();
        for file in files {
            kept.push(self.0.store.add(KIND, &file.name, file.blob, Value::Null).await?.sha256);
        }
        for entry in old {
            if !kept.contains(&entry.sha256) {
                self.0.store.remove(&entry.sha256).await?;
            }
        }
        Ok(())
    }

    async fn forget(&self) -> Result<(), StoreError> {
        for entry in self.0.store.list(Some(KIND)).await? {
            self.0.store.remove(&entry.sha256).await?;
        }
        Ok(())
    }
}

/// The tables that the browser keeps.
///
/// # Errors
/// When the store cannot be read.
pub async fn kept_tables(store: &FileStore) -> Result<Vec<NamedFile>, StoreError> {
    let mut files = Vec::new();
    for entry in store.list(Some(KIND)).await? {
        let blob = store.content(&entry.sha256).await?.blob()?;
        files.push(NamedFile { name: entry.name, blob });
    }
    Ok(files)
}
