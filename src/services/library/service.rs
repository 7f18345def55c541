//! The handle for pages.

mod adding;
mod asking;
mod own;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{LocalBoxFuture, Shared};
use tabia_library::{Order, Query};
use tabia_worker::library::messages::{ALL_GAMES, DatabaseId, LibraryRequest, ViewId};
use tabia_worker::wire::{Generation, RequestId};

use super::client::LibraryClient;
use super::entry::DatabaseEntry;
use super::error::LibraryError;
use super::list::DatabaseList;
use super::own::OwnChanges;
use super::saved_databases::SavedDatabases;
use crate::platform::document::meta;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::tabs::Tabs;
use crate::storage::{Claim, Database, locks};

/// Channel on which tabs announce changes to the list of databases.
const CHANNEL: &str = "tabia-library";

/// Event emitted by the library.
#[derive(Debug, Clone, PartialEq)]
pub enum LibraryEvent {
    /// Databases were added, removed or changed: see [`LibraryService::databases`].
    List,
    /// More games of a database being indexed are available.
    Progress(DatabaseId),
    /// A notice for the user.
    Notice(LibraryNotice),
}

/// Notice for the user.
#[derive(Debug, Clone, PartialEq)]
pub enum LibraryNotice {
    /// A database was added.
    Added(DatabaseEntry),
    /// A database was not added; nothing of it was stored.
    NotAdded {
        /// Its name.
        name: String,
        /// The reason.
        reason: LibraryError,
    },
    /// A database was removed because the page was closed, or the browser ended, before all of it was read.
    Unfinished {
        /// Its name.
        name: String,
    },
    /// Another tab has removed a database.
    RemovedElsewhere {
        /// Its id.
        id: DatabaseId,
        /// Its name.
        name: String,
    },
}

/// The page's library; clones share it.
#[derive(Clone)]
pub struct LibraryService(Rc<LibraryServiceInner>);

type LibraryOpening = Shared<LocalBoxFuture<'static, Result<(), LibraryError>>>;

/// Sender for the deletion of a database.
type Deleted = oneshot::Sender<Result<(), LibraryError>>;

struct LibraryServiceInner {
    client: LibraryClient,
    kept: SavedDatabases,
    list: RefCell<DatabaseList>,
    events: Observable<LibraryEvent>,
    /// Databases that are open or being opened, with their worker.
    opened: RefCell<HashMap<DatabaseId, (Generation, LibraryOpening)>>,
    views: RefCell<HashMap<(DatabaseId, ViewId), ViewRecipe>>,
    last_view: Cell<ViewId>,
    /// Requests that index databases.
    indexing: RefCell<HashMap<DatabaseId, RequestId>>,
    /// Databases being reindexed, with the callers waiting for their deletion instead.
    reindexing: RefCell<HashMap<DatabaseId, Vec<Deleted>>>,
    /// Whether leftovers of earlier pages were removed.
    is_swept: Cell<bool>,
    tabs: RefCell<Option<Tabs>>,
    /// Why databases were not added.
    refused: RefCell<HashMap<DatabaseId, LibraryError>>,
    /// The user's own games that the worker lacks.
    own: RefCell<OwnChanges>,
    /// Their transfer to the worker.
    feeding: RefCell<Option<LibraryOpening>>,
    repository_events: RefCell<Option<Subscription>>,
}

/// Recipe of a view, to make it again in another worker.
#[derive(Clone)]
struct ViewRecipe {
    /// Number of the worker that has it; 0 is none yet.
    generation: Generation,
    query: Query,
    position: Option<String>,
    order: Order,
}

impl PartialEq for LibraryService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for LibraryService {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LibraryService").finish_non_exhaustive()
    }
}

impl Observe for LibraryService {
    type Event = LibraryEvent;

    fn events(&self) -> &Observable<LibraryEvent> {
        &self.0.events
    }
}

impl LibraryService {
    /// Returns the page's library, shared by all applications. No worker is started and nothing read before it is needed.
    pub fn of_page() -> Self {
        thread_local! {
            static LIBRARY: LibraryService = {
                let url = meta("tabia-library-worker").unwrap_or_else(|| "library-host.js".to_owned());
                LibraryService::new(url, Database::of_page())
            };
        }
        LIBRARY.with(Self::clone)
    }

    /// Creates a library whose worker runs the script at `url`.
    pub fn new(url: String, database: Database) -> Self {
        let service = Self(Rc::new(LibraryServiceInner {
            client: LibraryClient::new(url),
            kept: SavedDatabases(database),
            list: RefCell::default(),
            events: Observable::default(),
            opened: RefCell::default(),
            views: RefCell::default(),
            last_view: Cell::new(ALL_GAMES),
            indexing: RefCell::default(),
            reindexing: RefCell::default(),
            is_swept: Cell::new(false),
            tabs: RefCell::default(),
            refused: RefCell::default(),
            own: RefCell::default(),
            feeding: RefCell::default(),
            repository_events: RefCell::default(),
        }));
        service.follow_tabs();
        service
    }

    /// Returns the known databases, oldest first; [`load`](Self::load) reads the list.
    pub fn databases(&self) -> Vec<DatabaseEntry> {
        self.0.list.borrow().entries().to_vec()
    }

    /// Returns a database.
    pub fn database(&self, id: &str) -> Option<DatabaseEntry> {
        self.0.list.borrow().get(id).cloned()
    }

    /// Returns a new view id. The same view may be made in every database.
    pub fn new_view(&self) -> ViewId {
        let view = self.0.last_view.get() + 1;
        self.0.last_view.set(view);
        view
    }

    /// Renames a database.
    ///
    /// # Errors
    /// [`LibraryError`] when there is no such database, the name is empty, or it cannot be stored.
    pub async fn rename(&self, id: &str, name: &str) -> Result<(), LibraryError> {
        let before = self.0.list.borrow().get(id).map(|entry| entry.record.name.clone());
        let record = self.0.list.borrow_mut().rename(id, name).ok_or(LibraryError::Unknown)?;
        let kept = self.0.kept.put(&record).await;
        if let (Err(_), Some(before)) = (&kept, before) {
            self.0.list.borrow_mut().rename(id, &before);
        }
        // The name is shown once it is stored: a page that ends here must not have promised it.
        self.emit_list();
        kept?;
        self.say_changed();
        Ok(())
    }

    /// Deletes a database with its file and index. If this tab is adding it, that is cancelled instead; reindexing is cancelled first.
    ///
    /// # Errors
    /// [`LibraryError::Busy`] when another tab is adding it, or the browser's error.
    pub async fn remove(&self, id: &str) -> Result<(), LibraryError> {
        let deleted = self.0.reindexing.borrow_mut().get_mut(id).map(|waiting| {
            let (sender, receiver) = oneshot::channel();
            waiting.push(sender);
            receiver
        });
        let is_cancelled = self.cancel(id);
        if let Some(deleted) = deleted {
            // The reindexing task holds the claim and deletes the database when it ends.
            return deleted.await.unwrap_or(Err(LibraryError::Busy));
        }
        if is_cancelled {
            return Ok(());
        }
        let _claim = claim(id).await?;
        self.delete(id).await
    }

    /// Deletes a claimed database.
    async fn delete(&self, id: &str) -> Result<(), LibraryError> {
        // The record goes first: if this page ends here, files without one are removed when the list is next read.
        self.0.kept.delete(id).await?;
        self.forget(id);
        self.emit_list();
        self.say_changed();
        self.ask(LibraryRequest::Remove { id: id.to_owned() }).await?;
        Ok(())
    }

    /// Forgets everything about a database.
    fn forget(&self, id: &str) {
        self.0.list.borrow_mut().remove(id);
        self.0.opened.borrow_mut().remove(id);
        self.0.views.borrow_mut().retain(|(database, _), _| database != id);
    }

    fn emit_list(&self) {
        self.0.events.emit(LibraryEvent::List);
    }

    fn notice(&self, notice: LibraryNotice) {
        self.0.events.emit(LibraryEvent::Notice(notice));
    }

    /// Notifies the other tabs that the list has changed.
    fn say_changed(&self) {
        if let Some(tabs) = self.0.tabs.borrow().as_ref() {
            tabs.say("changed");
        }
    }

    fn follow_tabs(&self) {
        let weak = Rc::downgrade(&self.0);
        let tabs = Tabs::join(CHANNEL, move |_| {
            if let Some(inner) = weak.upgrade() {
                wasm_bindgen_futures::spawn_local(async move {
                    // A list that cannot be read now is read when the page next needs it.
                    let _ = Self(inner).reload().await;
                });
            }
        });
        self.0.tabs.replace(Some(tabs));
    }
}

/// Claims a database, so that no other tab adds or removes it.
async fn claim(id: &str) -> Result<Claim, LibraryError> {
    // If the browser refuses, the database counts as claimed by another tab.
    let claimed = locks::claim(&format!("tabia-database-{id}")).await.unwrap_or(None);
    claimed.ok_or(LibraryError::Busy)
}
