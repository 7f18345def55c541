//! Equipment and storage of this browser's matches: engines, opening files, database. It does not know the open matches;
//! [`OpenMatch`](super::open_match::OpenMatch) and [`MatchController`](super::MatchController) build on it.

mod engines;
mod results;
mod saved_matches;

pub use self::engines::EquipmentError;
pub use self::saved_matches::BATCH;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures::future::{AbortHandle, LocalBoxFuture, Shared};
use tabia_arena::BuildFile;
use wasm_bindgen_futures::spawn_local;

use super::engine_list::MatchEngines;
use super::saved_match::SavedMatch;
use crate::language::tr;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::random::unique_id;
use crate::platform::tabs::Tabs;
use crate::services::books::client::BookClient;
use crate::services::catalogue::{AddError, news};
use crate::services::matches::recent_units::RecentUnits;
use crate::state::lab::check::CheckPart;
use crate::storage::matches::{DamagedMatch, MatchStore};
use crate::storage::{Database, Keeping, StoreError};

/// Time during which a removal can be undone, in milliseconds: longer than the undo message is shown.
const UNDO_MS: u32 = 60_000;

/// Event about engines and matches.
#[derive(Clone, Debug, PartialEq)]
pub enum ControllerEvent {
    /// The available engines changed.
    Engines,
    /// Matches were added, removed or changed.
    Matches,
    /// A match that this tab was playing is complete.
    Ended,
    /// An operation failed: what, and why.
    Fault(String, String),
}

/// Handle; clones compare equal.
#[derive(Clone)]
pub struct MatchLibrary(Rc<MatchLibraryInner>);

struct MatchLibraryInner {
    database: Database,
    store: MatchStore,
    engine_list: MatchEngines,
    host: String,
    matches: RefCell<Vec<SavedMatch>>,
    /// Matches whose own record is unreadable.
    damaged: RefCell<Vec<DamagedMatch>>,
    /// Units played by this tab, by match.
    recent: RefCell<BTreeMap<String, RecentUnits>>,
    /// Error of the last attempt to read the match list, if it failed.
    unread: RefCell<Option<StoreError>>,
    /// Last requested save of match data; it runs after all earlier ones.
    writing: RefCell<Option<Shared<LocalBoxFuture<'static, ()>>>>,
    events: Observable<ControllerEvent>,
    /// Files being tried out as engines.
    trying: RefCell<Vec<String>>,
    /// Engine being checked, by id, and the part of the check.
    checking: RefCell<Option<(String, CheckPart)>>,
    /// Matches being played or started.
    busy: RefCell<BTreeSet<String>>,
    /// Aborts the measurement or check.
    measuring: RefCell<Option<AbortHandle>>,
    /// Worker that counts the openings of the form.
    counting: RefCell<Option<BookClient>>,
    /// Changes of the engine list.
    news: RefCell<Option<Subscription>>,
    /// Matches played by this page, and whether they are timed.
    playing: RefCell<BTreeMap<String, bool>>,
    /// Channel to the tabs that show the same matches.
    tabs: RefCell<Option<Tabs>>,
}

impl PartialEq for MatchLibrary {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for MatchLibrary {
    type Event = ControllerEvent;

    fn events(&self) -> &Observable<ControllerEvent> {
        &self.0.events
    }
}

impl MatchLibrary {
    /// Creates the library; nothing is read yet.
    pub(super) fn new() -> Self {
        let database = Database::of_page();
        let match_library = Self(Rc::new(MatchLibraryInner {
            engine_list: MatchEngines::new(database.clone()),
            store: MatchStore::new(database.clone()),
            database,
            host: host_name(),
            matches: RefCell::default(),
            damaged: RefCell::default(),
            recent: RefCell::default(),
            unread: RefCell::default(),
            writing: RefCell::default(),
            events: Observable::default(),
            trying: RefCell::default(),
            checking: RefCell::default(),
            busy: RefCell::default(),
            measuring: RefCell::default(),
            counting: RefCell::default(),
            news: RefCell::default(),
            playing: RefCell::default(),
            tabs: RefCell::default(),
        }));
        let weak = Rc::downgrade(&match_library.0);
        let news = news::listen(move || {
            if let Some(inner) = weak.upgrade() {
                spawn_local(Self(inner).reread_engines());
            }
        });
        match_library.0.news.replace(Some(news));
        match_library
    }

    /// Returns a function that upgrades to the library, if it still exists.
    pub(super) fn downgrade(&self) -> impl Fn() -> Option<Self> + use<> {
        let weak = Rc::downgrade(&self.0);
        move || weak.upgrade().map(Self)
    }

    /// Reloads the engine list after a change by another page of the app or another tab.
    async fn reread_engines(self) {
        let before = self.engines();
        // If unreadable, the list stays as it was.
        if self.0.engine_list.load().await.is_ok() && self.engines() != before {
            self.emit(ControllerEvent::Engines);
        }
    }

    pub(super) fn emit(&self, event: ControllerEvent) {
        self.0.events.emit(event);
    }

    pub(super) fn fault(&self, what: impl Into<String>, why: &dyn std::fmt::Display) {
        self.emit(ControllerEvent::Fault(what.into(), crate::state::text::sentence(&why.to_string())));
    }

    /// Returns the short tag that identifies this browser.
    pub fn host(&self) -> &str {
        &self.0.host
    }

    /// Loads the engines and the match list.
    pub async fn load(&self) {
        // Removals of an earlier visit.
        self.purge().await;
        if let Err(error) = self.0.engine_list.load().await {
            self.fault(tr!("The engines could not be loaded"), &error);
        }
        self.emit(ControllerEvent::Engines);
        match self.0.store.list().await {
            Ok(entries) => {
                let mut list: Vec<SavedMatch> = entries.into_iter().map(SavedMatch::of).collect();
                list.sort_by_key(|kept| std::cmp::Reverse(kept.header.created_ms));
                self.0.matches.replace(list);
                self.0.unread.replace(None);
            }
            Err(error) => {
                self.fault(tr!("The list of matches could not be read"), &error);
                self.0.unread.replace(Some(error));
            }
        }
        // If unreadable, the list stays as read.
        self.0.damaged.replace(self.0.store.damaged().await.unwrap_or_default());
        if let Ok(Keeping::InMemory(reason)) = self.0.database.keeping().await {
            self.fault(tr!("Matches are lost when this page is closed"), &reason);
        }
        self.emit(ControllerEvent::Matches);
    }

    /// Permanently deletes removed data past its undo time.
    async fn purge(&self) {
        let age_ms = f64::from(UNDO_MS);
        self.0.engine_list.purge(age_ms).await;
        // Failed deletions are retried on the next visit.
        let _ = self.0.store.purge(age_ms).await;
    }

    /// Returns why the match list could not be read; `None` if it was. On failure, the list may be incomplete.
    pub fn unread(&self) -> Option<StoreError> {
        self.0.unread.borrow().clone()
    }

    pub(super) fn purge_later(&self) {
        let match_library = self.clone();
        gloo_timers::callback::Timeout::new(UNDO_MS + 1000, move || {
            spawn_local(async move { match_library.purge().await });
        })
        .forget();
    }

    /// Records whether a match needs the processors; if so, nothing is measured.
    pub(super) fn set_busy(&self, id: &str, is_busy: bool) {
        let mut busy = self.0.busy.borrow_mut();
        if is_busy {
            busy.insert(id.to_owned());
        } else {
            busy.remove(id);
        }
    }

    /// Returns the known files of a build.
    pub(super) fn build_files(&self, id: &str) -> Vec<BuildFile> {
        self.0.engine_list.files(id)
    }

    /// Removes an engine from the browser; its files stay for a while.
    ///
    /// # Errors
    /// If it is built in, or the store cannot be written.
    pub(super) async fn take_engine_away(&self, id: &str) -> Result<(), AddError> {
        self.0.engine_list.remove(id).await?;
        self.emit(ControllerEvent::Engines);
        self.purge_later();
        Ok(())
    }
}

/// Returns a name for this browser, persistent where storage is available.
fn host_name() -> String {
    const KEY: &str = "tabia.lab.host";
    let storage = crate::platform::local::storage();
    if let Some(name) = storage.as_ref().and_then(|storage| storage.get_item(KEY).ok().flatten()) {
        return name;
    }
    let name = unique_id().get(..6).unwrap_or_default().to_owned();
    if let Some(storage) = storage {
        // If storage fails, the name lasts as long as the page.
        let _ = storage.set_item(KEY, &name);
    }
    name
}
