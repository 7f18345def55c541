//! A match that is looked at: read from what is kept, and played if it is wished.

use super::kept::Kept;
use super::log_keeper::LogKeeper;
use super::workspace::Workspace;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::matches::events::{MatchEvent, MatchState, RunningGame};
use crate::services::matches::service::{MatchOptions, MatchService};
use crate::state::lab::games::GamesLog;
use crate::storage::locks::Claim;
use crate::storage::logs::Extent;
use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use tabia_arena::{GameSummary, LabMatch, Share, UnitRecord};

/// So many faults are remembered; the rest are counted.
const FAULTS: usize = 50;

/// A match that was read so recently is taken to be as the store has it, in milliseconds.
const FRESH_MS: f64 = 3000.0;

/// How often the list of matches is told while games finish, in milliseconds: it is written down each time.
const TELL_MS: f64 = 1000.0;

/// One thing that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultNote {
    /// When, in milliseconds since 1970.
    pub at_ms: f64,
    /// Whether it decided a game or needed help.
    pub is_serious: bool,
    /// A sentence.
    pub text: String,
}

/// A handle on a match; clones are equal to it.
#[derive(Clone)]
pub struct OpenMatch(Rc<Inner>);

struct Inner {
    workspace: Workspace,
    kept: RefCell<Kept>,
    /// The match while nobody plays it.
    still: RefCell<Option<LabMatch>>,
    service: RefCell<Option<(MatchService, Subscription)>>,
    /// Held while this tab plays it.
    claim: RefCell<Option<Claim>>,
    is_starting: Cell<bool>,
    /// When the match was read from the store, in milliseconds since 1970.
    read_at: Cell<f64>,
    /// When it was written down last how the match stands.
    kept_at: Cell<f64>,
    games: RefCell<GamesLog>,
    faults: RefCell<Vec<FaultNote>>,
    fault_count: Cell<usize>,
    /// When this browser began to play now, and how many games were finished then.
    began: Cell<Option<(f64, usize)>>,
    log_keeper: RefCell<Option<LogKeeper>>,
    /// How much is kept of the workers' logs.
    logs: RefCell<Rc<BTreeMap<u64, Extent>>>,
    events: Observable<MatchEvent>,
}

impl PartialEq for OpenMatch {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for OpenMatch {
    type Event = MatchEvent;

    fn events(&self) -> &Observable<MatchEvent> {
        &self.0.events
    }
}

impl OpenMatch {
    /// A match as it was kept.
    pub fn new(workspace: Workspace, kept: Kept, lab_match: LabMatch) -> Self {
        let games = GamesLog::new(lab_match.games().copied().collect());
        let open = Self(Rc::new(Inner {
            workspace,
            kept: RefCell::new(kept),
            still: RefCell::new(Some(lab_match)),
            service: RefCell::default(),
            claim: RefCell::default(),
            is_starting: Cell::new(false),
            read_at: Cell::new(js_sys::Date::now()),
            kept_at: Cell::new(0.0),
            games: RefCell::new(games),
            faults: RefCell::default(),
            fault_count: Cell::new(0),
            began: Cell::new(None),
            log_keeper: RefCell::default(),
            logs: RefCell::default(),
            events: Observable::default(),
        }));
        open.look_at_logs();
        open
    }

    /// The match's id.
    pub fn id(&self) -> String {
        self.0.kept.borrow().header.id.clone()
    }

    /// What is kept about it, beside its games.
    pub fn kept(&self) -> Kept {
        self.0.kept.borrow().clone()
    }

    /// Reads the match.
    pub fn with_match<T>(&self, read: impl FnOnce(&LabMatch) -> T) -> Option<T> {
        if let Some((service, _)) = &*self.0.service.borrow() {
            return Some(service.with_match(read));
        }
        self.0.still.borrow().as_ref().map(read)
    }

    /// What it is doing.
    pub fn state(&self) -> MatchState {
        if let Some((service, _)) = &*self.0.service.borrow() {
            return service.state();
        }
        match &*self.0.still.borrow() {
            Some(still) if still.is_complete() => MatchState::Complete,
            _ => MatchState::Stopped,
        }
    }

    /// Whether workers are being started.
    pub fn is_starting(&self) -> bool {
        self.0.is_starting.get()
    }

    /// The finished games.
    pub fn games(&self) -> Ref<'_, GamesLog> {
        self.0.games.borrow()
    }

    /// What failed, the newest last, and how often something did.
    pub fn faults(&self) -> (Vec<FaultNote>, usize) {
        (self.0.faults.borrow().clone(), self.0.fault_count.get())
    }

    /// Games per second since this browser began to play.
    pub fn games_per_second(&self) -> Option<f64> {
        let (since, before) = self.0.began.get()?;
        let (games, seconds) =
            (self.games().len().saturating_sub(before), (js_sys::Date::now() - since) / 1000.0);
        (games > 0 && seconds > 0.0).then(|| games as f64 / seconds)
    }

    /// The games that are being played.
    pub fn running(&self) -> Vec<RunningGame> {
        self.0.service.borrow().as_ref().map(|(service, _)| service.running()).unwrap_or_default()
    }

    /// Tells about the games of one worker, or of none.
    pub fn watch(&self, worker: Option<usize>) {
        let service = self.service();
        if let Some(service) = service {
            service.watch(worker);
        }
    }

    /// How much is kept of the workers' logs, by worker from 0.
    pub fn logs(&self) -> Rc<BTreeMap<u64, Extent>> {
        Rc::clone(&self.0.logs.borrow())
    }

    /// Looks up how much of the logs is kept.
    fn look_at_logs(&self) {
        let open = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // Without an answer the logs cannot be had either, which is told when somebody wants them.
            if let Ok(logs) = open.0.workspace.log_extents(&open.id()).await {
                let old = open.0.logs.replace(Rc::new(logs));
                if old != open.logs() {
                    open.tell(MatchEvent::Changed);
                }
            }
        });
    }

    /// What keeps the logs, made when the match is first played.
    fn log_keeper(&self) -> LogKeeper {
        let mut slot = self.0.log_keeper.borrow_mut();
        let keeper = slot.get_or_insert_with(|| {
            let weak = Rc::downgrade(&self.0);
            self.0.workspace.log_keeper(&self.id(), move |written| {
                let Some(open) = weak.upgrade().map(Self) else { return };
                match written {
                    Ok(()) => open.look_at_logs(),
                    Err(reason) => {
                        open.note(false, format!("The UCI log is not kept from here on: {reason}"));
                        open.tell(MatchEvent::Changed);
                    }
                }
            })
        });
        keeper.clone()
    }

    /// How many games are played at a time.
    pub fn workers(&self) -> usize {
        self.service().map_or(self.0.kept.borrow().workers, |service| service.workers())
    }

    fn service(&self) -> Option<MatchService> {
        self.0.service.borrow().as_ref().map(|(service, _)| service.clone())
    }

    fn tell(&self, event: MatchEvent) {
        self.0.events.tell(event);
    }

    fn tell_state(&self) {
        self.0.workspace.set_busy(&self.id(), self.is_starting() || self.state() == MatchState::Playing);
        self.tell(MatchEvent::State(self.state()));
    }

    // --- Wishes -----------------------------------------------------------------------------------------

    /// Plays, or goes on.
    ///
    /// # Errors
    /// A sentence for the user when an engine or the openings are not to be had.
    pub async fn resume(&self) -> Result<(), String> {
        if let Some(service) = self.service().filter(|service| service.state() != MatchState::Stopped) {
            self.0.workspace.halt_measuring();
            service.resume();
            return Ok(());
        }
        if self.0.is_starting.replace(true) {
            return Ok(());
        }
        self.0.workspace.halt_measuring();
        self.tell_state();
        let outcome = self.start().await;
        self.0.is_starting.set(false);
        self.tell_state();
        outcome
    }

    async fn start(&self) -> Result<(), String> {
        let workspace = &self.0.workspace;
        let claim = workspace.claim(&self.id()).await?;
        // Another tab, or the last breath of workers that were stopped, may have finished units since it was read.
        if js_sys::Date::now() - self.0.read_at.get() > FRESH_MS {
            let lab_match = workspace.read(&self.kept()).await?;
            self.0.games.replace(GamesLog::new(lab_match.games().copied().collect()));
            self.0.still.replace(Some(lab_match));
            self.0.service.replace(None);
        }
        let Some(lab_match) = self.0.still.borrow().clone() else { return Ok(()) };
        let sources = workspace.sources(lab_match.settings()).await?;
        let books = workspace.books(lab_match.settings()).await?;
        let tables = workspace.tables(lab_match.settings()).await?;
        let workers = self.0.kept.borrow().workers;
        let options = MatchOptions {
            workers,
            store: Some(workspace.unit_store(self.id())),
            log: true,
            on_log: Some({
                let keeper = self.log_keeper();
                Rc::new(move |worker: usize, text: &str| keeper.take(worker, text))
            }),
            host: workspace.host().to_owned(),
            books,
            tables,
            ..MatchOptions::default()
        };
        let service =
            MatchService::start(lab_match, sources, options).await.map_err(|error| error.to_string())?;
        let weak = Rc::downgrade(&self.0);
        let subscription = service.subscribe(move |event| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).hear(event);
            }
        });
        self.0.began.set(Some((js_sys::Date::now(), self.games().len())));
        self.0.still.replace(None);
        self.0.service.replace(Some((service, subscription)));
        self.0.claim.replace(Some(claim));
        self.state_changed();
        Ok(())
    }

    /// Halts every game behind its present move.
    pub fn pause(&self) {
        if let Some(service) = self.service() {
            service.pause();
        }
    }

    /// Ends all workers.
    pub fn stop(&self) {
        let Some(service) = self.service() else { return };
        // It stays for what is being stored right now.
        service.stop();
        self.0.read_at.set(0.0);
        self.0.claim.replace(None);
        self.state_changed();
    }

    /// Changes the number of games at a time.
    pub fn set_workers(&self, workers: usize) {
        self.0.kept.borrow_mut().workers = workers;
        if let Some(service) = self.service() {
            service.set_workers(workers);
        }
        self.keep();
        self.tell(MatchEvent::Changed);
    }

    /// Changes the match itself: more games, another name, merged results.
    pub fn change<T>(&self, change: impl FnOnce(&mut LabMatch) -> T) -> Option<T> {
        let result = match self.service() {
            Some(service) => Some(service.change_match(change)),
            None => self.0.still.borrow_mut().as_mut().map(change),
        };
        if let Some(header) = self.with_match(|lab_match| lab_match.header().clone()) {
            self.0.kept.borrow_mut().header = header;
        }
        let games =
            self.with_match(|lab_match| lab_match.games().copied().collect::<Vec<_>>()).unwrap_or_default();
        if games.len() != self.games().len() {
            self.0.games.replace(GamesLog::new(games));
        }
        self.keep();
        self.tell_state();
        result
    }

    /// Plays only a part of the match here.
    pub fn set_share(&self, share: Share) {
        self.0.kept.borrow_mut().share = share;
        // Parts are in range: the page offers no others.
        let _ = self.change(|lab_match| lab_match.set_share(share));
    }

    /// Gives it another name.
    pub fn rename(&self, name: String) {
        self.0.kept.borrow_mut().name.clone_from(&name);
        // It is the Event of the PGN as well, here and wherever its file goes.
        self.change(|lab_match| lab_match.rename(name));
        self.keep();
        self.tell_state();
    }

    // --- Events -----------------------------------------------------------------------------------------

    fn hear(&self, event: &MatchEvent) {
        match event {
            // It is told when it is written down.
            MatchEvent::State(_) => return self.state_changed(),
            MatchEvent::UnitFinished { record, .. } => self.unit_finished(record),
            MatchEvent::EngineFault { name, worker, message, .. } => {
                self.note(true, format!("{name} (worker {}) {message}", worker + 1));
            }
            MatchEvent::Notice { name, message, .. } => self.note(false, format!("{name} {message}")),
            MatchEvent::WorkerFault { worker, message } => {
                self.note(true, format!("Match worker {} {message}; its game is played anew", worker + 1));
            }
            MatchEvent::Watching(_) | MatchEvent::Changed => {}
        }
        self.tell(event.clone());
    }

    fn unit_finished(&self, record: &Rc<UnitRecord>) {
        let unit = self.with_match(|lab_match| lab_match.schedule().unit(record.unit)).flatten();
        let Some(unit) = unit else { return };
        self.0.games.borrow_mut().extend(GameSummary::of_unit(&unit, record));
        // What was being stored when the match was halted is followed by no change of the state.
        let is_halted = self.state() != MatchState::Playing;
        if is_halted || js_sys::Date::now() - self.0.kept_at.get() >= TELL_MS {
            self.keep();
        }
    }

    /// Remembers something that failed.
    fn note(&self, is_serious: bool, text: String) {
        let mut faults = self.0.faults.borrow_mut();
        faults.push(FaultNote { at_ms: js_sys::Date::now(), is_serious, text });
        if faults.len() > FAULTS {
            faults.remove(0);
        }
        drop(faults);
        self.0.fault_count.set(self.0.fault_count.get() + 1);
    }

    fn state_changed(&self) {
        let state = self.state();
        let is_playing = state == MatchState::Playing;
        if matches!(state, MatchState::Stopped | MatchState::Complete) {
            let workspace = self.0.workspace.clone();
            wasm_bindgen_futures::spawn_local(async move { workspace.measure().await });
        }
        if let Some(keeper) = self.0.log_keeper.borrow().as_ref().filter(|_| !is_playing) {
            keeper.flush();
        }
        let by_clock = self.0.kept.borrow().header.settings.is_timed();
        Workspace::set_running(&self.id(), is_playing, by_clock);
        self.0.kept.borrow_mut().is_running = is_playing;
        self.keep();
        self.tell_state();
    }

    /// Writes down how the match stands, if that is not what is kept.
    pub fn refresh(&self) {
        let summary = self.with_match(super::kept::summary);
        if summary.is_some_and(|summary| summary != self.0.kept.borrow().summary) {
            self.keep();
        }
    }

    /// Writes down what is known beside the games.
    fn keep(&self) {
        self.0.kept_at.set(js_sys::Date::now());
        if let Some(summary) = self.with_match(super::kept::summary) {
            self.0.kept.borrow_mut().summary = summary;
        }
        self.0.workspace.keep(self.kept());
    }
}
