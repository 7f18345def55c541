//! Match of the Lab, as the page uses it.
//!
//! A [`MatchService`] is a handle: cheap to clone, equal to its clones. Dropping the last one ends the match and its workers.
//!
//! ```ignore
//! let store = Rc::new(move |record: Rc<PairRecord>| Box::pin(save(record)) as Stored);
//! let lab = MatchService::start(game, engines, MatchOptions { workers: 2, store: Some(store), ..MatchOptions::default() }).await?;
//! let subscription = lab.subscribe(|event| ...);
//! lab.watch(Some(0));
//! let llr = lab.with_match(|game| game.snapshot().llr);
//! ```

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Interval;
use tabia_arena::{MatchProgress, PairRecord};
use tabia_worker::wire::NamedFile;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

use super::build::{EngineSource, PrepareError, prepare};
pub use super::events::{MatchEvent, MatchState, RunningGame};
use super::pool::{BrowserId, Pool, PoolLimits, PoolOutput};
pub use super::worker_link::OnLog;
use super::worker_link::{Equipment, MatchWorkerLink, OnMatchEvent};
use crate::platform::clock::now_ms;
use crate::platform::heartbeat::Heartbeat;
use crate::platform::observable::{Observable, Observe};
use crate::platform::processor;

/// Interval at which the workers are checked, in milliseconds; also the minimum time between two [`MatchEvent::Watching`].
const TICK_MS: u32 = 200;

/// Outcome of storing a unit. The error is shown to the user; its type is up to the store.
pub type Stored = Pin<Box<dyn Future<Output = Result<(), Box<dyn Error>>>>>;

/// Stores a finished unit.
pub type StorePair = Rc<dyn Fn(Rc<PairRecord>) -> Stored>;

/// Options of a match.
#[derive(Clone)]
pub struct MatchOptions {
    /// Number of workers, that is, of concurrent games. At least 1; more than the number of processors is of no use.
    pub workers: usize,
    /// Stores every finished unit before it counts. `None` stores nothing.
    pub store: Option<StorePair>,
    /// Whether to log the lines between workers and engines for [`MatchService::log`], 1 MiB per worker.
    pub log: bool,
    /// Receives all lines between workers and engines, if `log` is on.
    pub on_log: Option<OnLog>,
    /// Short tag that distinguishes this browser's units from others'; see [`PairRecord::host`].
    pub host: String,
    /// Own books of the engines, in the order of the settings; engines beyond the end have none.
    pub books: Vec<Option<Blob>>,
    /// Tablebases for adjudication, if the settings use them.
    pub tables: Vec<NamedFile>,
    /// Time limits of workers and pool.
    pub limits: PoolLimits,
    /// URL of the match worker script, relative to the page's base address.
    pub worker_url: String,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self {
            workers: 1,
            store: None,
            log: false,
            on_log: None,
            host: String::new(),
            books: Vec::new(),
            tables: Vec::new(),
            limits: PoolLimits::default(),
            worker_url: worker_url().unwrap_or_else(|| "match-worker.js".to_owned()),
        }
    }
}

/// Returns the URL given in the page, which changes with the file's content.
fn worker_url() -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector("meta[name=tabia-match-worker]").ok()??.get_attribute("content")
}

/// Running match. See the module documentation.
#[derive(Clone)]
pub struct MatchService {
    inner: Rc<MatchServiceInner>,
}

struct MatchServiceInner {
    pool: RefCell<Pool<MatchWorkerLink>>,
    store: Option<StorePair>,
    timer: RefCell<Option<Interval>>,
    heartbeat: RefCell<Option<Heartbeat>>,
    watched: Cell<Option<usize>>,
    last_shown: RefCell<Option<Rc<RunningGame>>>,
    events: Observable<MatchEvent>,
}

impl PartialEq for MatchService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Observe for MatchService {
    type Event = MatchEvent;

    fn events(&self) -> &Observable<MatchEvent> {
        &self.inner.events
    }
}

impl std::fmt::Debug for MatchService {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("MatchService").field("state", &self.state()).finish_non_exhaustive()
    }
}

impl MatchService {
    /// Compiles the engines and starts the match, or resumes one that already has results. `engines` are in the order of the settings.
    ///
    /// # Errors
    /// If an engine's file is not an engine build, needs more memory than its limit, or does not support its settings. An engine that
    /// turns out to be unusable later pauses the match ([`MatchState::Paused`]).
    pub async fn start(
        game: MatchProgress,
        engines: Vec<EngineSource>,
        options: MatchOptions,
    ) -> Result<Self, PrepareError> {
        let settings = game.settings().clone();
        let (found, expected) = (engines.len(), settings.engines.len());
        if found != expected {
            return Err(PrepareError::Engines { found, expected });
        }
        let mut prepared = Vec::with_capacity(found);
        for (settings, source) in settings.engines.iter().zip(&engines) {
            prepared.push(prepare(settings, source).await?);
        }
        let MatchOptions { workers, store, log, on_log, host, books, tables, limits, worker_url } = options;
        let equipment = Equipment { engines: prepared, books, tables };
        let host = BrowserId { name: host, origin_ms: js_sys::Date::now() - now_ms() };
        let inner = Rc::new_cyclic(|weak: &Weak<MatchServiceInner>| {
            let weak = weak.clone();
            let on_event: OnMatchEvent = Rc::new(move |worker, generation, event| {
                if let Some(inner) = weak.upgrade() {
                    let lab = Self { inner };
                    lab.with_pool(|pool| pool.on_message(now_ms(), worker, generation, event));
                }
            });
            let on_log = on_log.unwrap_or_else(|| Rc::new(|_: usize, _: &str| ()));
            let link = MatchWorkerLink::new(
                worker_url,
                settings,
                equipment,
                limits.patience,
                (log, on_log),
                on_event,
            );
            MatchServiceInner {
                pool: RefCell::new(Pool::new(link, limits, game, host)),
                store,
                timer: RefCell::default(),
                heartbeat: RefCell::default(),
                watched: Cell::default(),
                last_shown: RefCell::default(),
                events: Observable::default(),
            }
        });
        let lab = Self { inner };
        lab.with_pool(|pool| pool.start(now_ms(), workers));
        Ok(lab)
    }

    /// Returns the state of the match.
    pub fn state(&self) -> MatchState {
        self.inner.pool.borrow().state()
    }

    /// Reads the match: its snapshot, games and settings. `read` must not call the service.
    pub fn with_match<T>(&self, read: impl FnOnce(&MatchProgress) -> T) -> T {
        read(self.inner.pool.borrow().game())
    }

    /// Changes the match: adds games ([`MatchProgress::extend`]), continues after a verdict ([`MatchProgress::go_on`]), merges results. If games
    /// are being played, new ones start right away; a complete match resumes.
    pub fn change_match<T>(&self, change: impl FnOnce(&mut MatchProgress) -> T) -> T {
        self.with_pool(|pool| pool.change(now_ms(), change))
    }

    /// Pauses every game after its current move. Nothing is lost, and no clock runs.
    pub fn pause(&self) {
        self.with_pool(Pool::pause);
    }

    /// Resumes after [`MatchService::pause`], retries after a failure paused the match, or restarts after [`MatchService::stop`].
    pub fn resume(&self) {
        self.with_pool(|pool| match pool.state() {
            MatchState::Stopped => pool.start(now_ms(), pool.workers()),
            _ => pool.resume(now_ms()),
        });
    }

    /// Ends all workers. Unfinished games are dropped; their units are replayed after [`MatchService::resume`], or in another session.
    pub fn stop(&self) {
        self.with_pool(Pool::stop);
    }

    /// Returns the target number of workers.
    pub fn workers(&self) -> usize {
        self.inner.pool.borrow().workers()
    }

    /// Sets the number of workers, at least 1. Surplus workers end when their units are finished.
    pub fn set_workers(&self, workers: usize) {
        self.with_pool(|pool| pool.set_workers(now_ms(), workers));
    }

    /// Returns the games in progress, ordered by worker.
    pub fn running(&self) -> Vec<RunningGame> {
        self.inner.pool.borrow().running(now_ms())
    }

    /// Selects the worker whose games emit [`MatchEvent::Watching`], if any. The current game is emitted at once.
    pub fn watch(&self, worker: Option<usize>) {
        self.inner.watched.set(worker);
        self.inner.last_shown.borrow_mut().take();
        self.show_watched();
    }

    /// Returns the latest lines between a worker and its engines, newest last: at most 1 MiB of text. `None` without logging, or if
    /// there was no such worker.
    pub fn log(&self, worker: usize) -> Option<String> {
        self.inner.pool.borrow().link().log(worker)
    }

    /// Returns the number of processors reported by the browser: the maximum useful number of workers.
    pub fn processors() -> usize {
        processor::cores()
    }

    fn with_pool<T>(&self, call: impl FnOnce(&mut Pool<MatchWorkerLink>) -> T) -> T {
        let (result, outputs) = {
            let mut pool = self.inner.pool.borrow_mut();
            (call(&mut pool), pool.take_outputs())
        };
        for output in outputs {
            match output {
                PoolOutput::Store(record) => self.store(record),
                PoolOutput::Emit(event) => {
                    if let MatchEvent::State(state) = &event {
                        self.set_timer(state);
                    }
                    self.emit(event);
                }
            }
        }
        result
    }

    fn store(&self, record: Rc<PairRecord>) {
        let unit = record.unit;
        let Some(store) = &self.inner.store else {
            return self.with_pool(|pool| pool.stored(now_ms(), unit));
        };
        let stored = store(record);
        let inner = Rc::downgrade(&self.inner);
        spawn_local(async move {
            let outcome = stored.await;
            let Some(inner) = inner.upgrade() else { return };
            Self { inner }.with_pool(|pool| match outcome {
                Ok(()) => pool.stored(now_ms(), unit),
                Err(error) => pool.not_stored(unit, &error.to_string()),
            });
        });
    }

    fn set_timer(&self, state: &MatchState) {
        let is_at_work = matches!(state, MatchState::Playing | MatchState::Paused(_));
        let mut timer = self.inner.timer.borrow_mut();
        if !is_at_work {
            timer.take();
            self.inner.heartbeat.take();
        } else if timer.is_none() {
            let inner = Rc::downgrade(&self.inner);
            self.inner.heartbeat.replace(Heartbeat::start(move |at_ms| {
                if let Some(inner) = inner.upgrade() {
                    Self { inner }.with_pool(|pool| pool.beat(now_ms(), at_ms));
                }
            }));
            let inner = Rc::downgrade(&self.inner);
            *timer = Some(Interval::new(TICK_MS, move || {
                if let Some(inner) = inner.upgrade() {
                    let lab = Self { inner };
                    lab.with_pool(|pool| pool.tick(now_ms()));
                    lab.show_watched();
                }
            }));
        }
    }

    fn show_watched(&self) {
        let Some(worker) = self.inner.watched.get() else { return };
        let Some(game) = self.inner.pool.borrow().running_in(now_ms(), worker) else { return };
        let has_moved = |last: &Rc<RunningGame>| {
            (last.unit, last.index, last.plies.len()) != (game.unit, game.index, game.plies.len())
        };
        if self.inner.last_shown.borrow().as_ref().is_none_or(has_moved) {
            let game = Rc::new(game);
            *self.inner.last_shown.borrow_mut() = Some(game.clone());
            self.emit(MatchEvent::Watching(game));
        }
    }

    /// Notifies all subscribers. Events caused by a subscriber that calls the service are delivered after this one.
    fn emit(&self, event: MatchEvent) {
        self.inner.events.emit(event);
    }
}

impl Drop for MatchServiceInner {
    fn drop(&mut self) {
        self.pool.get_mut().stop();
    }
}
