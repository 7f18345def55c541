//! Data outside the page's store: settings, and the files of the library's databases.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use tabia_worker::library::messages::{ALL_GAMES, Games, Progress, TextKind};
use web_sys::{File, FilePropertyBag};

use crate::language::tr;
use crate::platform::local::storage as local;
use crate::services::library::LibraryService;
use crate::storage::{Content, StoreError};

/// Prefix of settings in the browser's local storage.
const PREFIX: &str = "tabia.";
/// Prefixes of what belongs to this browser or to one tab only.
const NOT_KEPT: [&str; 4] = ["tabia.unsaved.", "tabia.has-kept", "tabia.lab.running", "tabia.ends."];

/// Database of the library.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackupDatabase {
    /// Its id in this browser.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Kind of its text.
    pub kind: TextKind,
    /// Number of games.
    pub games: u32,
    /// The length of its file in bytes.
    pub bytes: u64,
}

/// Callback for the completed share, 0 to 1.
pub type OnShare = Rc<dyn Fn(f64)>;

/// What a backup needs besides the store.
pub trait BackupSources {
    /// Returns the settings: names and values.
    fn settings(&self) -> BTreeMap<String, String>;

    /// Writes settings; `all` removes the others.
    ///
    /// # Errors
    /// When the browser refuses.
    fn set_settings(&self, settings: BTreeMap<String, String>, all: bool) -> Result<(), StoreError>;

    /// Returns the databases of the library.
    fn databases(&self) -> Vec<BackupDatabase>;

    /// Returns the text of a database without reading it into memory. `on_progress` receives the completed share, 0 to 1.
    fn database_text(&self, id: &str, on_progress: OnShare) -> LocalBoxFuture<'_, Result<Content, String>>;

    /// Adds a database and waits until it is indexed.
    fn add_database(&self, item: BackupDatabase, text: Content) -> LocalBoxFuture<'_, Result<(), String>>;
}

/// Settings and databases of the browser.
#[derive(Debug, Clone)]
pub struct PageOutside {
    library: LibraryService,
}

impl PageOutside {
    /// Creates it with the databases of this service, whose list must have been loaded.
    pub fn new(library: LibraryService) -> Self {
        Self { library }
    }
}

impl BackupSources for PageOutside {
    fn settings(&self) -> BTreeMap<String, String> {
        let Some(local) = local() else { return BTreeMap::new() };
        let names = (0..local.length().unwrap_or(0)).filter_map(|index| local.key(index).ok().flatten());
        let is_setting =
            |name: &String| name.starts_with(PREFIX) && !NOT_KEPT.iter().any(|other| name.starts_with(other));
        let read = |name: String| local.get_item(&name).ok().flatten().map(|value| (name, value));
        names.filter(is_setting).filter_map(read).collect()
    }

    fn set_settings(&self, settings: BTreeMap<String, String>, all: bool) -> Result<(), StoreError> {
        let Some(local) = local() else {
            return Err(StoreError::Unavailable { reason: tr!("it has no local storage").to_owned() });
        };
        let present = self.settings();
        for (name, value) in &settings {
            if name.starts_with(PREFIX) && (all || !present.contains_key(name)) {
                local.set_item(name, value).map_err(|_| StoreError::Full)?;
            }
        }
        for name in present.keys().filter(|name| all && !settings.contains_key(*name)) {
            // Removing never fails.
            let _ = local.remove_item(name);
        }
        Ok(())
    }

    fn databases(&self) -> Vec<BackupDatabase> {
        let entries = self.library.databases().into_iter().filter(|entry| entry.record.is_ready);
        entries
            .map(|entry| BackupDatabase {
                id: entry.record.id,
                name: entry.record.name,
                kind: entry.record.kind,
                games: entry.record.games,
                bytes: entry.record.bytes as u64,
            })
            .collect()
    }

    fn database_text(&self, id: &str, on_progress: OnShare) -> LocalBoxFuture<'_, Result<Content, String>> {
        let id = id.to_owned();
        Box::pin(async move {
            let count = self.library.database(&id).map_or(0, |entry| entry.record.games);
            let on_part =
                move |progress: Progress| on_progress(f64::from(progress.games) / f64::from(count.max(1)));
            let text = self.library.export(&id, Games::View(ALL_GAMES), on_part).await;
            text.map(Content::Blob).map_err(|error| error.to_string())
        })
    }

    fn add_database(&self, item: BackupDatabase, text: Content) -> LocalBoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let blob = text.blob().map_err(|error| error.to_string())?;
            let parts = js_sys::Array::of1(&blob);
            let file = File::new_with_blob_sequence_and_options(&parts, &item.name, &FilePropertyBag::new());
            let file = file.map_err(|error| tabia_worker::abi::error_text(&error))?;
            let id = self.library.add(file, item.kind);
            self.library.added(&id).await.map(drop).map_err(|error| error.to_string())
        })
    }
}
