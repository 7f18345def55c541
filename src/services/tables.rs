//! The endgame tables that the user chose: kept in the browser up to a size, and given to the engine.
//!
//! Here only names and sizes are looked at; the engine reads the files and says what it found ([`EngineEvent::Tables`]).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::Value;
use tabia_worker::wire::NamedFile;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::engine::service::{Engine, EngineEvent};
use crate::storage::files::FileStore;
use crate::storage::{Database, Keeping, StoreError};

/// Tables are kept in the browser as long as all of them together have no more bytes: 64 MiB. All tables of up to four
/// men have 4 MB, those of five 940.
pub const MAX_KEPT: f64 = 64.0 * 1024.0 * 1024.0;
/// What tables are among the files that the browser keeps.
const KIND: &str = "tablebase";

/// Why the browser does not keep the tables: a sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotKept {
    /// Those that were kept before are still there.
    #[error("They could not be removed: {0}")]
    NotRemoved(StoreError),
    /// All of them together are too large.
    #[error(
        "Tablebases of more than {} MB are not stored: they are used until this page is closed, and must then be chosen again.",
        MAX_KEPT / 1024.0 / 1024.0
    )]
    TooLarge,
    /// The browser does not store them.
    #[error("They are used until this page is closed, but could not be stored: {0}")]
    NotStored(#[from] StoreError),
}

/// What is shown of the tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableState {
    /// How many files there are.
    pub files: usize,
    /// The most men of a table, kings included.
    pub men: usize,
    /// Their size in bytes.
    pub bytes: f64,
    /// Why what is there now will not be there when the page is opened again; `None` if it will.
    pub not_kept: Option<NotKept>,
    /// What was wrong with the last choice.
    pub problem: Option<String>,
    /// Whether files are being kept, or looked for.
    pub is_busy: bool,
    /// What the engine says of them.
    pub said: Option<Rc<str>>,
}

/// The tables; its clones are the same.
#[derive(Clone)]
pub struct TableShelf(Rc<Inner>);

struct Inner {
    engine: Engine,
    store: FileStore,
    database: Database,
    files: RefCell<Vec<NamedFile>>,
    state: RefCell<TableState>,
    events: Observable<()>,
    /// How often the tables were changed, and whether they are being written.
    changes: Cell<u64>,
    is_keeping: Cell<bool>,
    subscription: RefCell<Option<Subscription>>,
}

impl PartialEq for TableShelf {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for TableShelf {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl std::fmt::Debug for TableShelf {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TableShelf").field("state", &self.0.state.borrow()).finish_non_exhaustive()
    }
}

impl TableShelf {
    /// Gives the tables that are kept in `database` to `engine`.
    pub fn new(engine: Engine, database: Database) -> Self {
        let shelf = Self(Rc::new(Inner {
            engine,
            store: FileStore::new(database.clone()),
            database,
            files: RefCell::default(),
            state: RefCell::default(),
            events: Observable::default(),
            changes: Cell::new(0),
            is_keeping: Cell::new(false),
            subscription: RefCell::default(),
        }));
        let weak = Rc::downgrade(&shelf.0);
        let subscription = shelf.0.engine.subscribe(move |event| {
            if let (EngineEvent::Tables(text), Some(inner)) = (event, weak.upgrade()) {
                Self(inner).change(|state| state.said = Some(text.clone()));
            }
        });
        shelf.0.subscription.replace(Some(subscription));
        let loading = shelf.clone();
        spawn_local(async move { loading.load().await });
        shelf
    }

    /// What is known now.
    pub fn state(&self) -> TableState {
        self.0.state.borrow().clone()
    }

    /// Adds the tables among these files.
    pub fn choose(&self, chosen: &[File]) {
        let (new, others): (Vec<_>, Vec<_>) =
            chosen.iter().cloned().partition(|file| men(&file.name()).is_some());
        let problem = match (new.len(), others.first().map(File::name)) {
            (0, Some(name)) => Some(format!(
                "None of these files is a Syzygy tablebase: file names look like KQvK.rtbw and KQvK.rtbz, not like {name}."
            )),
            _ => None,
        };
        self.change(|state| state.problem = problem);
        if new.is_empty() {
            return;
        }
        let mut files = self.0.files.borrow_mut();
        for file in new {
            let name = file.name();
            files.retain(|old| old.name != name);
            files.push(NamedFile { name, blob: file.into() });
        }
        drop(files);
        self.use_files();
        self.keep();
    }

    /// Takes all tables away, also out of the browser.
    pub fn clear(&self) {
        self.0.files.borrow_mut().clear();
        self.change(|state| *state = TableState { is_busy: state.is_busy, ..TableState::default() });
        self.use_files();
        self.keep();
    }

    /// Takes up the tables that are kept.
    async fn load(&self) {
        match kept_tables(&self.0.store).await {
            // What was chosen meanwhile is newer.
            Ok(files) if !files.is_empty() && self.0.files.borrow().is_empty() => {
                *self.0.files.borrow_mut() = files;
                self.use_files();
            }
            Ok(_) => {}
            Err(error) => self.change(|state| state.problem = Some(error.to_string())),
        }
    }

    /// Tells the engine, and whoever shows them, what tables there are.
    fn use_files(&self) {
        let files = self.0.files.borrow().clone();
        self.change(|state| {
            state.files = files.len();
            state.men = files.iter().filter_map(|file| men(&file.name)).max().unwrap_or(0);
            state.bytes = files.iter().map(|file| file.blob.size()).sum();
            state.said = None;
        });
        self.0.engine.set_tables(files);
    }

    /// Has the browser keep what there is now, in place of what was kept before. One writing at a time: what changes meanwhile is
    /// written after it, so that the last choice is the one that stays.
    fn keep(&self) {
        self.0.changes.set(self.0.changes.get() + 1);
        if self.0.is_keeping.replace(true) {
            return;
        }
        self.change(|state| state.is_busy = true);
        let shelf = self.clone();
        spawn_local(async move {
            let result = loop {
                let changes = shelf.0.changes.get();
                let result = shelf.keep_now().await;
                if shelf.0.changes.get() == changes {
                    break result;
                }
            };
            shelf.0.is_keeping.set(false);
            shelf.change(|state| {
                state.not_kept = result.err();
                state.is_busy = false;
            });
        });
    }

    /// Writes the tables, if they are not too large.
    async fn keep_now(&self) -> Result<(), NotKept> {
        let files = self.0.files.borrow().clone();
        let bytes: f64 = files.iter().map(|file| file.blob.size()).sum();
        if files.is_empty() {
            return self.forget().await.map_err(NotKept::NotRemoved);
        }
        if bytes > MAX_KEPT {
            // A part of them would look like all of them.
            let _ = self.forget().await;
            return Err(NotKept::TooLarge);
        }
        Ok(self.keep_all(files).await?)
    }

    async fn keep_all(&self, files: Vec<NamedFile>) -> Result<(), StoreError> {
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

    fn change(&self, change: impl FnOnce(&mut TableState)) {
        let before = self.state();
        change(&mut self.0.state.borrow_mut());
        if self.state() != before {
            self.0.events.tell(());
        }
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

/// The men of the table that a file's name promises, such as 3 for `KQvK.rtbw`; `None` if it promises none.
fn men(name: &str) -> Option<usize> {
    let stem = name.strip_suffix(".rtbw").or_else(|| name.strip_suffix(".rtbz"))?;
    let (white, black) = stem.split_once('v')?;
    let is_side = |side: &str| side.starts_with('K') && side.bytes().all(|byte| b"KQRBNP".contains(&byte));
    (is_side(white) && is_side(black)).then(|| white.len() + black.len())
}

#[cfg(test)]
mod tests {
    use super::men;

    #[test]
    fn names_tell_how_many_men() {
        assert_eq!(men("KQvK.rtbw"), Some(3));
        assert_eq!(men("KRPPvKRP.rtbz"), Some(7));
        for other in ["KQvK", "KQvK.rtbw.part", "QvK.rtbw", "KQK.rtbw", "chess-le4.csv", "Kxv.rtbz", ".rtbw"]
        {
            assert_eq!(men(other), None, "{other}");
        }
    }
}
