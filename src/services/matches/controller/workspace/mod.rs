//! What the matches of this browser are played with, and where they are kept: the engines, the opening files, the database. It knows
//! no match that is open; [`OpenMatch`](super::open_match::OpenMatch) and [`MatchController`](super::MatchController) work with it.

mod engines;
mod kept_matches;

pub use self::engines::EquipmentError;
pub use self::kept_matches::BATCH;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures::future::{AbortHandle, LocalBoxFuture, Shared};
use tabia_arena::BuildFile;
use wasm_bindgen_futures::spawn_local;

use super::engine_list::EngineList;
use super::kept::Kept;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::random::unique_id;
use crate::platform::tabs::Tabs;
use crate::services::books::client::BookClient;
use crate::services::catalogue::{AddError, news};
use crate::services::matches::recent_units::RecentUnits;
use crate::storage::matches::{DamagedMatch, MatchStore};
use crate::storage::{Database, Keeping, StoreError};

/// For how long what was removed can be brought back, in milliseconds: longer than a message offers it.
const UNDO_MS: u32 = 60_000;

/// What is told of engines and matches.
#[derive(Clone, Debug, PartialEq)]
pub enum ControllerEvent {
    /// Other engines can be chosen.
    Engines,
    /// Matches came, went, or changed.
    Matches,
    /// Something could not be done: what, and why.
    Fault(String, String),
}

/// A handle; clones are equal to it.
#[derive(Clone)]
pub struct Workspace(Rc<Inner>);

struct Inner {
    database: Database,
    store: MatchStore,
    engine_list: EngineList,
    host: String,
    matches: RefCell<Vec<Kept>>,
    /// The matches whose own record cannot be read.
    damaged: RefCell<Vec<DamagedMatch>>,
    /// The units that this tab has played, by match.
    recent: RefCell<BTreeMap<String, RecentUnits>>,
    /// Why the list of matches could not be read when that was tried last.
    unread: RefCell<Option<StoreError>>,
    /// The writing of what is known of matches that was asked for last, behind all before it.
    writing: RefCell<Option<Shared<LocalBoxFuture<'static, ()>>>>,
    events: Observable<ControllerEvent>,
    /// The files that are being tried out.
    trying: RefCell<Vec<String>>,
    /// The matches that are played, or started.
    busy: RefCell<BTreeSet<String>>,
    /// Ends what measures builds.
    measuring: RefCell<Option<AbortHandle>>,
    /// The worker that counts the openings of the form.
    counting: RefCell<Option<BookClient>>,
    /// Word of changes of the list of engines.
    news: RefCell<Option<Subscription>>,
    /// The matches that this page plays, and whether by the clock.
    playing: RefCell<BTreeMap<String, bool>>,
    /// Word from and to the tabs that show the same matches.
    tabs: RefCell<Option<Tabs>>,
}

impl PartialEq for Workspace {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for Workspace {
    type Event = ControllerEvent;

    fn events(&self) -> &Observable<ControllerEvent> {
        &self.0.events
    }
}

impl Workspace {
    /// A workspace that reads what is kept as soon as it is asked.
    pub(super) fn new() -> Self {
        let database = Database::of_page();
        let workspace = Self(Rc::new(Inner {
            engine_list: EngineList::new(database.clone()),
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
            busy: RefCell::default(),
            measuring: RefCell::default(),
            counting: RefCell::default(),
            news: RefCell::default(),
            playing: RefCell::default(),
            tabs: RefCell::default(),
        }));
        let weak = Rc::downgrade(&workspace.0);
        let news = news::listen(move || {
            if let Some(inner) = weak.upgrade() {
                spawn_local(Self(inner).reread_engines());
            }
        });
        workspace.0.news.replace(Some(news));
        workspace
    }

    /// The workspace again later, if it is still there.
    pub(super) fn downgrade(&self) -> impl Fn() -> Option<Self> + use<> {
        let weak = Rc::downgrade(&self.0);
        move || weak.upgrade().map(Self)
    }

    /// Another page of the app, or another tab, has changed the list of engines.
    async fn reread_engines(self) {
        let before = self.engines();
        // What cannot be read now stays as it was shown.
        if self.0.engine_list.load().await.is_ok() && self.engines() != before {
            self.tell(ControllerEvent::Engines);
        }
    }

    pub(super) fn tell(&self, event: ControllerEvent) {
        self.0.events.tell(event);
    }

    pub(super) fn fault(&self, what: impl Into<String>, why: &dyn std::fmt::Display) {
        self.tell(ControllerEvent::Fault(what.into(), crate::state::text::sentence(&why.to_string())));
    }

    /// A few letters that tell this browser from others.
    pub fn host(&self) -> &str {
        &self.0.host
    }

    /// Reads the engines and the list of matches.
    pub async fn load(&self) {
        // What was removed on an earlier visit.
        self.purge().await;
        if let Err(error) = self.0.engine_list.load().await {
            self.fault("The engines could not be loaded", &error);
        }
        self.tell(ControllerEvent::Engines);
        match self.0.store.list().await {
            Ok(entries) => {
                let mut list: Vec<Kept> = entries.into_iter().map(Kept::of).collect();
                list.sort_by_key(|kept| std::cmp::Reverse(kept.header.created_ms));
                self.0.matches.replace(list);
                self.0.unread.replace(None);
            }
            Err(error) => {
                self.fault("The list of matches could not be read", &error);
                self.0.unread.replace(Some(error));
            }
        }
        // Without them the list is what it was read as.
        self.0.damaged.replace(self.0.store.damaged().await.unwrap_or_default());
        if let Ok(Keeping::InMemory(reason)) = self.0.database.keeping().await {
            self.fault("Matches are lost when this page is closed", &reason);
        }
        self.tell(ControllerEvent::Matches);
    }

    /// Deletes for good what was removed and cannot be brought back any more.
    async fn purge(&self) {
        let age_ms = f64::from(UNDO_MS);
        self.0.engine_list.purge(age_ms).await;
        // What cannot be deleted now is on the next visit.
        let _ = self.0.store.purge(age_ms).await;
    }

    /// Why the list of matches could not be read; `None` if it was. There may be matches then that are not in it.
    pub fn unread(&self) -> Option<StoreError> {
        self.0.unread.borrow().clone()
    }

    pub(super) fn purge_later(&self) {
        let workspace = self.clone();
        gloo_timers::callback::Timeout::new(UNDO_MS + 1000, move || {
            spawn_local(async move { workspace.purge().await });
        })
        .forget();
    }

    /// Notes whether a match needs the processors: then nothing is measured.
    pub(super) fn set_busy(&self, id: &str, is_busy: bool) {
        let mut busy = self.0.busy.borrow_mut();
        if is_busy {
            busy.insert(id.to_owned());
        } else {
            busy.remove(id);
        }
    }

    /// The files of a build, as far as known.
    pub(super) fn build_files(&self, id: &str) -> Vec<BuildFile> {
        self.0.engine_list.files(id)
    }

    /// Takes an engine out of the browser; its files stay for a while.
    ///
    /// # Errors
    /// When it comes with the app, or the store cannot be written.
    pub(super) async fn take_engine_away(&self, id: &str) -> Result<(), AddError> {
        self.0.engine_list.remove(id).await?;
        self.tell(ControllerEvent::Engines);
        self.purge_later();
        Ok(())
    }
}

/// A name for this browser that stays, where it can be kept.
fn host_name() -> String {
    const KEY: &str = "tabia.lab.host";
    let storage = crate::platform::local::storage();
    if let Some(name) = storage.as_ref().and_then(|storage| storage.get_item(KEY).ok().flatten()) {
        return name;
    }
    let name = unique_id().get(..6).unwrap_or_default().to_owned();
    if let Some(storage) = storage {
        // Where nothing can be kept, the name lasts as long as the page.
        let _ = storage.set_item(KEY, &name);
    }
    name
}
