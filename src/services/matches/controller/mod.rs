//! The Lab's controller: engines, matches and what is kept of both, for the components to use.
//!
//! A handle that stands beside Yew's tree. Components listen to what they show.

pub mod kept;
mod log_keeper;
pub mod open_match;
mod openings;
mod shelf;

use crate::platform::bus::{self, LabPlay, Message};
use crate::services::matches::build::EngineSource;
use crate::services::matches::events::LabState;
use crate::services::matches::service::Store as UnitStore;
use crate::services::tables::kept_tables;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::openings::Found;
use crate::storage::files::FileStore;
use crate::storage::locks::Claim;
use crate::storage::logs::{self, Extent};
use crate::storage::matches::MatchStore;
use crate::storage::{Content, Database, Keeping, StoreError};
use futures::future::{AbortHandle, abortable};
use kept::Kept;
use log_keeper::LogKeeper;
use open_match::OpenMatch;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use tabia_arena::{LabMatch, MatchHeader, MatchSettings, OpeningSettings, OpeningSource, Share, UnitRecord};
use tabia_worker::wire::NamedFile;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, File};
use yew::prelude::*;

/// Kept in local storage while a match is being played: the next visit looks for it.
const RUNNING_KEY: &str = "tabia.lab.running";
/// For how long what was removed can be brought back, in milliseconds: longer than a message offers it.
const UNDO_MS: u32 = 60_000;
/// Units that are read from the store at a time.
pub const BATCH: usize = 20;

/// What listeners hear.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Other engines can be chosen.
    Engines,
    /// Matches came, went, or changed.
    Matches,
    /// Something could not be done: what, and why.
    Fault(String, String),
}

/// The controller; clones are equal to it.
#[derive(Clone)]
pub struct MatchController(Rc<Inner>);

struct Inner {
    database: Database,
    store: MatchStore,
    shelf: shelf::Shelf,
    host: String,
    matches: RefCell<Vec<Kept>>,
    open: RefCell<BTreeMap<String, OpenMatch>>,
    listeners: RefCell<Vec<Callback<News>>>,
    /// The files that are being tried out.
    trying: RefCell<Vec<String>>,
    /// Ends what measures builds.
    measuring: RefCell<Option<AbortHandle>>,
}

impl PartialEq for MatchController {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl MatchController {
    /// A controller that reads what is kept as soon as it is asked.
    pub fn new() -> Self {
        let database = Database::new();
        Self(Rc::new(Inner {
            shelf: shelf::Shelf::new(database.clone()),
            store: MatchStore::new(database.clone()),
            database,
            host: host_name(),
            matches: RefCell::default(),
            open: RefCell::default(),
            listeners: RefCell::default(),
            trying: RefCell::default(),
            measuring: RefCell::default(),
        }))
    }

    /// Listens for the controller's whole life.
    pub fn listen(&self, listener: Callback<News>) {
        self.0.listeners.borrow_mut().push(listener);
    }

    fn tell(&self, news: &News) {
        let listeners = self.0.listeners.borrow().clone();
        for listener in listeners {
            listener.emit(news.clone());
        }
    }

    fn fault(&self, what: impl Into<String>, why: &dyn std::fmt::Display) {
        self.tell(&News::Fault(what.into(), crate::state::text::sentence(&why.to_string())));
    }

    /// A few letters that tell this browser from others.
    pub fn host(&self) -> &str {
        &self.0.host
    }

    /// Reads the engines and the list of matches.
    pub async fn load(&self) {
        // What was removed on an earlier visit.
        self.purge().await;
        if let Err(error) = self.0.shelf.load().await {
            self.fault("The engines could not be loaded", &error);
        }
        self.tell(&News::Engines);
        match self.0.store.list().await {
            Ok(entries) => {
                let mut list: Vec<Kept> = entries.into_iter().map(Kept::of).collect();
                list.sort_by_key(|kept| std::cmp::Reverse(kept.header.created_ms));
                self.0.matches.replace(list);
            }
            Err(error) => self.fault("The list of matches could not be read", &error),
        }
        if let Ok(Keeping::InMemory(reason)) = self.0.database.keeping().await {
            self.fault("Matches are lost when this page is closed", &reason);
        }
        self.tell(&News::Matches);
    }

    // --- Engines ----------------------------------------------------------------------------------------

    /// The engines that can be chosen.
    pub fn engines(&self) -> Rc<[Rc<EngineInfo>]> {
        self.0.shelf.infos()
    }

    /// The files that are being tried out: engines to be, perhaps.
    pub fn trying(&self) -> Vec<String> {
        self.0.trying.borrow().clone()
    }

    /// Adds engines; what could not be added is told.
    pub async fn add_engines(&self, files: Vec<File>) -> Vec<Rc<EngineInfo>> {
        let names: Vec<String> = files.iter().map(File::name).collect();
        self.0.trying.borrow_mut().extend(names.iter().cloned());
        self.tell(&News::Engines);
        let mut added = Vec::new();
        for outcome in self.0.shelf.add(files).await {
            match outcome {
                Ok(info) => added.push(info),
                Err(reason) => self.fault("A file was not added", &reason),
            }
        }
        let mut trying = self.0.trying.borrow_mut();
        for name in &names {
            if let Some(place) = trying.iter().position(|other| other == name) {
                trying.remove(place);
            }
        }
        drop(trying);
        self.tell(&News::Engines);
        added
    }

    /// Calls an engine by another name; an empty one stands for its own.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub async fn rename_engine(&self, id: &str, name: &str) -> Result<(), String> {
        self.0.shelf.rename(id, name).await?;
        self.tell(&News::Engines);
        Ok(())
    }

    /// Takes an engine out of the browser. Matches that name it keep their games.
    ///
    /// # Errors
    /// When it is playing, or comes with the app.
    pub async fn remove_engine(&self, id: &str) -> Result<(), String> {
        let is_playing = |open: &&OpenMatch| {
            (open.is_starting() || matches!(open.state(), LabState::Playing | LabState::Paused(_)))
                && open.kept().header.settings.engines.iter().any(|engine| engine.build == id)
        };
        let playing = self.0.open.borrow().values().find(is_playing).map(|open| open.kept().name);
        if let Some(name) = playing {
            return Err(format!("the match {name} is being played with it: stop that match first"));
        }
        self.0.shelf.remove(id).await?;
        self.tell(&News::Engines);
        self.purge_later();
        Ok(())
    }

    /// Brings an engine back that was removed a moment ago.
    pub async fn restore_engine(&self, id: &str) {
        match self.0.shelf.restore(id).await {
            Ok(()) => self.tell(&News::Engines),
            Err(error) => self.fault("The engine is not back", &error),
        }
    }

    /// Deletes for good what was removed and cannot be brought back any more.
    async fn purge(&self) {
        let age_ms = f64::from(UNDO_MS);
        self.0.shelf.purge(age_ms).await;
        // What cannot be deleted now is on the next visit.
        let _ = self.0.store.purge(age_ms).await;
    }

    fn purge_later(&self) {
        let controller = self.clone();
        gloo_timers::callback::Timeout::new(UNDO_MS + 1000, move || {
            spawn_local(async move { controller.purge().await });
        })
        .forget();
    }

    /// Measures what is not known yet of the engines, their latency and their signatures, unless a match needs the processors: [`MatchController::halt_measuring`] ends
    /// it when one begins.
    pub async fn measure(&self) {
        let is_busy =
            self.0.open.borrow().values().any(|open| open.is_starting() || open.state() == LabState::Playing);
        if is_busy || self.0.measuring.borrow().is_some() {
            return;
        }
        let (measuring, handle) = abortable(self.0.shelf.measure(|| self.tell(&News::Engines)));
        self.0.measuring.replace(Some(handle));
        if measuring.await.is_ok() {
            self.0.measuring.replace(None);
            self.tell(&News::Engines);
        }
    }

    /// The same for an engine that was just added: at once, whatever was being measured.
    pub async fn measure_anew(&self) {
        self.halt_measuring();
        self.measure().await;
    }

    /// Measures an engine's latency again.
    pub async fn remeasure(&self, id: &str) {
        self.halt_measuring();
        self.0.shelf.forget_timing(id).await;
        self.tell(&News::Engines);
        self.measure().await;
    }

    /// Ends measuring at once; a build that is not measured yet is when nothing is played any more.
    pub fn halt_measuring(&self) {
        if let Some(handle) = self.0.measuring.take() {
            handle.abort();
        }
    }

    /// What plays in a match.
    ///
    /// # Errors
    /// When a build is not kept here.
    pub async fn sources(&self, settings: &MatchSettings) -> Result<Vec<EngineSource>, String> {
        let mut sources = Vec::new();
        for engine in &settings.engines {
            sources.push(self.0.shelf.source(&engine.build).await.map_err(|error| {
                format!(
                    "{}: its build {}… is not stored in this browser ({error}); add its file, then try again",
                    engine.name,
                    engine.build.get(..8).unwrap_or_default()
                )
            })?);
        }
        Ok(sources)
    }

    /// The engines' own books.
    ///
    /// # Errors
    /// When a book is not kept here.
    pub async fn books(&self, settings: &MatchSettings) -> Result<Vec<Option<Blob>>, String> {
        let files = FileStore::new(self.0.database.clone());
        let mut books = Vec::new();
        for engine in &settings.engines {
            let Some(book) = &engine.book else {
                books.push(None);
                continue;
            };
            let content = files.content(&book.sha256).await;
            let blob = content.and_then(|content| content.blob());
            books.push(Some(blob.map_err(|error| {
                format!("{}: its book {} is not stored in this browser ({error}); open it on the book page, then try again", engine.name, book.name)
            })?));
        }
        Ok(books)
    }

    /// The endgame tables that end games; none if the match goes without.
    ///
    /// # Errors
    /// When it needs some and none are kept here.
    pub async fn tables(&self, settings: &MatchSettings) -> Result<Vec<NamedFile>, String> {
        if !settings.tablebase {
            return Ok(Vec::new());
        }
        let kept = kept_tables(&FileStore::new(self.0.database.clone())).await;
        let kept = kept.map_err(|error| format!("the endgame tables cannot be read: {error}"))?;
        if kept.is_empty() {
            return Err("endgame tables are to end its games, and none are kept in this browser: choose some in the settings, \
                        then try again"
                .to_owned());
        }
        Ok(kept)
    }

    // --- Openings ---------------------------------------------------------------------------------------

    /// Keeps an opening file and says how a match names it, and what is in it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub async fn add_openings(&self, file: File) -> Result<(OpeningSource, Found), String> {
        openings::add(&self.0.database, file).await
    }

    /// The opening files and books that are kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn opening_files(&self) -> Result<Vec<OpeningSource>, String> {
        openings::list(&self.0.database).await
    }

    /// What is found in the openings of a match; `None` where nothing is to be told.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub async fn find_openings(
        &self,
        settings: &OpeningSettings,
        seed: u64,
    ) -> Result<Option<Found>, String> {
        openings::find(&self.0.database, settings, seed).await
    }

    // --- Matches ----------------------------------------------------------------------------------------

    /// The matches that are kept, the newest first, as they were written last.
    pub fn matches(&self) -> Vec<Kept> {
        self.0.matches.borrow().clone()
    }

    /// A match that is on the controller already.
    pub fn opened(&self, id: &str) -> Option<OpenMatch> {
        self.0.open.borrow().get(id).cloned()
    }

    /// Whether a match is kept here.
    pub fn knows(&self, id: &str) -> bool {
        self.0.matches.borrow().iter().any(|kept| kept.header.id == id)
    }

    /// Makes a match and keeps it. It is not played yet.
    ///
    /// # Errors
    /// Why it cannot be made or kept.
    pub async fn create(
        &self,
        mut header: MatchHeader,
        workers: usize,
        share: Share,
    ) -> Result<OpenMatch, String> {
        // Whoever opens it elsewhere is told which files are needed.
        for engine in header.settings.engines.iter_mut().filter(|engine| engine.files.is_empty()) {
            engine.files = self.0.shelf.files(&engine.build);
        }
        let names = header.settings.names();
        let name = match header.settings.event.as_str() {
            "" => names.join(" – "),
            event => event.to_owned(),
        };
        let kept = Kept { header, name, workers, share, ..Kept::default() };
        let lab_match = self.build(&kept).await?;
        self.0.store.create(kept.header.clone()).await.map_err(|error| error.to_string())?;
        self.write(&kept).await.map_err(|error| error.to_string())?;
        self.0.matches.borrow_mut().insert(0, kept.clone());
        self.tell(&News::Matches);
        Ok(self.put_open(kept, lab_match))
    }

    async fn build(&self, kept: &Kept) -> Result<LabMatch, String> {
        let openings = openings::read(&self.0.database, &kept.header.settings).await?;
        let mut lab_match =
            LabMatch::new(kept.header.clone(), openings).map_err(|error| error.to_string())?;
        lab_match.set_share(kept.share).map_err(|error| error.to_string())?;
        Ok(lab_match)
    }

    fn put_open(&self, kept: Kept, lab_match: LabMatch) -> OpenMatch {
        let open = OpenMatch::new(self.clone(), kept, lab_match);
        self.0.open.borrow_mut().insert(open.id(), open.clone());
        // What the list says may be from before a crash.
        open.refresh();
        open
    }

    /// Takes a match out of the store, with its finished games.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub async fn open(&self, id: &str) -> Result<OpenMatch, String> {
        if let Some(open) = self.opened(id) {
            return Ok(open);
        }
        let kept = self.0.matches.borrow().iter().find(|kept| kept.header.id == id).cloned();
        let kept = kept.ok_or_else(|| "There is no such match in this browser (any more).".to_owned())?;
        let lab_match = self.read(&kept).await?;
        // Somebody else may have opened it meanwhile.
        Ok(self.opened(id).unwrap_or_else(|| self.put_open(kept, lab_match)))
    }

    /// Reads a match with its finished games from the store.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub async fn read(&self, kept: &Kept) -> Result<LabMatch, String> {
        let id = kept.header.id.as_str();
        let mut lab_match = self.build(kept).await?;
        let mut after = None;
        loop {
            let batch = self.units(id, after, BATCH).await.map_err(|error| error.to_string())?;
            let Some(last) = batch.last() else { break };
            after = Some(last.unit);
            for record in &batch {
                lab_match.finish(record).map_err(|error| error.to_string())?;
            }
            crate::platform::turns::next_turn().await;
        }
        Ok(lab_match)
    }

    /// Finished units behind `after` in the order of their numbers.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn units(
        &self,
        id: &str,
        after: Option<usize>,
        limit: usize,
    ) -> Result<Vec<UnitRecord>, StoreError> {
        self.0.store.units(id, after, limit).await
    }

    /// One finished unit.
    ///
    /// # Errors
    /// When it is not kept.
    pub async fn unit(&self, id: &str, unit: usize) -> Result<UnitRecord, StoreError> {
        let found = self.0.store.units(id, unit.checked_sub(1), 1).await?;
        let what = || format!("pair {} of this match", unit + 1);
        found
            .into_iter()
            .find(|record| record.unit == unit)
            .ok_or_else(|| StoreError::Missing { what: what() })
    }

    /// How much is kept of the logs of a match, by worker.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn log_extents(&self, id: &str) -> Result<BTreeMap<u64, Extent>, StoreError> {
        logs::extents(&self.0.database, id).await
    }

    /// The log of one worker of a match, in pieces.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn log(&self, id: &str, worker: u64) -> Result<Vec<Content>, StoreError> {
        logs::read(&self.0.database, id, worker).await
    }

    /// What keeps the logs of a match while it is played.
    pub fn log_keeper(&self, id: &str, on_written: impl Fn(Result<(), String>) + 'static) -> LogKeeper {
        LogKeeper::new(self.0.database.clone(), id, self.host(), Box::new(on_written))
    }

    /// Keeps finished units, all or none.
    ///
    /// # Errors
    /// When there is no room, for example.
    pub async fn put_units(&self, id: &str, units: &[UnitRecord]) -> Result<(), StoreError> {
        self.0.store.append_all(id, units).await
    }

    /// Claims a match for this tab: two must not play it.
    ///
    /// # Errors
    /// When another tab has it.
    pub async fn claim(&self, id: &str) -> Result<Claim, String> {
        let claim = self.0.store.claim(id).await.map_err(|error| error.to_string())?;
        claim.ok_or_else(|| "it is being played in another tab of this browser".to_owned())
    }

    /// How a match's finished units are kept while it is played.
    pub fn unit_store(&self, id: String) -> UnitStore {
        let controller = self.clone();
        Rc::new(move |record: Rc<UnitRecord>| {
            let (controller, id) = (controller.clone(), id.clone());
            Box::pin(async move {
                controller.0.store.append(&id, &record).await.map_err(|error| error.to_string())
            })
        })
    }

    async fn write(&self, kept: &Kept) -> Result<(), StoreError> {
        self.0.store.put(&kept.entry()).await
    }

    /// Writes down what is known of a match beside its games.
    pub fn keep(&self, kept: Kept) {
        let mut matches = self.0.matches.borrow_mut();
        let Some(entry) = matches.iter_mut().find(|entry| entry.header.id == kept.header.id) else { return };
        *entry = kept.clone();
        drop(matches);
        self.tell(&News::Matches);
        let controller = self.clone();
        spawn_local(async move {
            if let Err(error) = controller.write(&kept).await {
                controller.fault("The state of the match could not be kept", &error);
            }
        });
    }

    /// Removes a match with all its games; returns whether that was done. [`MatchController::restore_match`] brings it back for a while.
    pub async fn delete(&self, id: &str) -> bool {
        if let Some(open) = self.opened(id) {
            open.stop();
        }
        if let Err(error) = self.0.store.set_removed(id, true).await {
            self.fault("The match was not deleted", &error);
            return false;
        }
        self.0.open.borrow_mut().remove(id);
        self.0.matches.borrow_mut().retain(|kept| kept.header.id != id);
        self.tell(&News::Matches);
        self.purge_later();
        true
    }

    /// Brings a match back that was removed a moment ago. It is not played.
    pub async fn restore_match(&self, id: &str) {
        match self.0.store.set_removed(id, false).await {
            Ok(entry) => {
                let kept = Kept { is_running: false, ..Kept::of(entry) };
                let mut matches = self.0.matches.borrow_mut();
                matches.push(kept);
                matches.sort_by_key(|kept| std::cmp::Reverse(kept.header.created_ms));
                drop(matches);
                self.tell(&News::Matches);
            }
            Err(error) => self.fault("The match is not back", &error),
        }
    }

    /// Plays a match, and halts the one that was being played: two would share the processors.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub async fn play(&self, open: &OpenMatch) -> Result<(), String> {
        let others: Vec<OpenMatch> =
            self.0.open.borrow().values().filter(|other| *other != open).cloned().collect();
        for other in others {
            other.stop();
        }
        open.resume().await
    }

    /// Remembers which match is being played, for the next visit, and whether time counts in it, for the analysis.
    pub fn set_running(id: &str, is_running: bool, by_clock: bool) {
        let play = match (is_running, by_clock) {
            (false, _) => LabPlay::Idle,
            (true, false) => LabPlay::Untimed,
            (true, true) => LabPlay::Timed,
        };
        bus::send(Message::LabPlay(play));
        let Some(storage) = web_sys::window().and_then(|window| window.local_storage().ok().flatten()) else {
            return;
        };
        let is_this = Self::was_running().as_deref() == Some(id);
        // Without room the match has to be resumed by hand.
        if is_running {
            let _ = storage.set_item(RUNNING_KEY, id);
        } else if is_this {
            let _ = storage.remove_item(RUNNING_KEY);
        }
    }

    /// The match that was being played when the page was left.
    pub fn was_running() -> Option<String> {
        web_sys::window()?.local_storage().ok()??.get_item(RUNNING_KEY).ok()?
    }
}

/// A new header for settings.
pub fn new_header(settings: MatchSettings) -> MatchHeader {
    MatchHeader { id: random_id(), created_ms: js_sys::Date::now() as u64, settings }
}

/// A UUID of version 4. The numbers need not be secret.
fn random_id() -> String {
    let mut digits: Vec<u8> = (0..32).map(|_| (js_sys::Math::random() * 16.0) as u8).collect();
    digits[12] = 4;
    digits[16] = 8 | (digits[16] & 3);
    let mut text = String::new();
    for (index, digit) in digits.into_iter().enumerate() {
        if matches!(index, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.extend(char::from_digit(u32::from(digit), 16));
    }
    text
}

/// A name for this browser that stays, where it can be kept.
fn host_name() -> String {
    const KEY: &str = "tabia.lab.host";
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    if let Some(name) = storage.as_ref().and_then(|storage| storage.get_item(KEY).ok().flatten()) {
        return name;
    }
    let name = random_id().get(..6).unwrap_or_default().to_owned();
    if let Some(storage) = storage {
        // Where nothing can be kept, the name lasts as long as the page.
        let _ = storage.set_item(KEY, &name);
    }
    name
}
