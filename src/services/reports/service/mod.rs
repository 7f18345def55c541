//! The page's handle: a queue of reports, made one after the other whatever is on the board, and resumed after a reload.

mod flags;
mod making;
mod runs;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use self::flags::Flags;
use super::pool::{ReportPool, ReportPoolEvent};
use super::queue::{Queue, QueuedReport};
use super::repository::ReportRepository;
use super::run::BatchRun;
use super::saved_report::{ReportRequest, SavedReport};
use super::work::{ReportState, ReportWork};
use crate::language::texts;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe};
use crate::storage::crash_counter::CrashCounter;
use crate::storage::{Claim, Database};

/// Local-storage key set while reports are pending, so that the code that makes them is loaded with the page.
pub const WORK_KEY: &str = "tabia.report.work";

/// Pause between attempts to take over from another tab, in milliseconds.
const CLAIM_AGAIN_MS: u32 = 3000;

texts! {
    /// Reason shown to the user when nothing was done.
    busy: "another tab is making reports: wait until it is done";
}

/// Event emitted to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportEvent {
    /// Something shown has changed.
    Changed,
    /// Another report has started, or the current one was paused or resumed.
    Turned,
    /// A report is finished.
    Finished(Rc<SavedReport>),
    /// A request could not be carried out, with the reason.
    Fault(String),
}

/// State of the report in progress, for the page.
#[derive(Clone, Debug, PartialEq)]
pub struct InWork {
    /// Its id.
    pub id: String,
    /// Its batch run; empty for none.
    pub run: String,
    /// The players, or another name of the game.
    pub title: String,
    /// Name of the analysing engine; empty for the one shipped with the app.
    pub engine: String,
    /// The state.
    pub state: ReportState,
    /// Number of analysed positions, and the total.
    pub progress: (usize, usize),
    /// Estimated time left, in milliseconds.
    pub left_ms: Option<f64>,
}

/// All reports to make.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reports {
    /// The one in progress.
    pub in_work: Option<InWork>,
    /// The ones queued after it.
    pub waiting: Rc<[QueuedReport]>,
    /// The queue of another tab, as far as known.
    pub elsewhere: Rc<[QueuedReport]>,
    /// Whether the user has paused them.
    pub is_paused: bool,
}

/// The reports of this page: a handle, cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct ReportService(Rc<ReportServiceInner>);

struct ReportServiceInner {
    events: Observable<ReportEvent>,
    repository: ReportRepository,
    pool: ReportPool,
    queue: RefCell<Queue>,
    /// Remaining queue of another tab.
    elsewhere: RefCell<Rc<[QueuedReport]>>,
    /// Report on the game on the board.
    shown: RefCell<Option<Rc<SavedReport>>>,
    shown_id: RefCell<String>,
    claim: RefCell<Option<Claim>>,
    /// Counts page crashes while reports are made.
    crash_counter: RefCell<Option<CrashCounter>>,
    /// The last batch run, once read.
    run: RefCell<Option<Rc<BatchRun>>>,
    flags: Flags,
}

impl PartialEq for ReportService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for ReportService {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ReportService").field("queue", &self.0.queue).finish_non_exhaustive()
    }
}

impl Observe for ReportService {
    type Event = ReportEvent;

    fn events(&self) -> &Observable<ReportEvent> {
        &self.0.events
    }
}

impl ReportService {
    /// Returns the page's service.
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: ReportService = ReportService::new(Database::of_page());
        }
        SERVICE.with(Self::clone)
    }

    fn new(database: Database) -> Self {
        Self(Rc::new_cyclic(|weak: &std::rc::Weak<ReportServiceInner>| {
            let weak = weak.clone();
            let pool = ReportPool::new(move |_, event| {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).on_pool_event(event);
                }
            });
            ReportServiceInner {
                events: Observable::default(),
                repository: ReportRepository::new(database),
                pool,
                queue: RefCell::default(),
                elsewhere: RefCell::default(),
                shown: RefCell::default(),
                shown_id: RefCell::default(),
                claim: RefCell::default(),
                crash_counter: RefCell::default(),
                run: RefCell::default(),
                flags: Flags::default(),
            }
        }))
    }

    /// Resumes the reports left by an earlier page, once no other tab is making them.
    pub fn begin(&self) {
        if self.0.flags.has_begun.replace(true) {
            return;
        }
        self.follow();
    }

    /// Polls the queue of another tab, and takes it over when that tab is gone.
    fn follow(&self) {
        if self.0.flags.is_following.replace(true) {
            return;
        }
        let service = self.clone();
        spawn_local(async move {
            let is_idle = || service.0.queue.borrow().waiting.is_empty();
            while is_idle() {
                // An unreadable queue counts as empty; requests for a report get the error.
                let left = service.0.repository.queue().await.unwrap_or_default().waiting;
                if left.is_empty() {
                    break;
                }
                if service.claim().await {
                    service.take_up();
                    break;
                }
                service.show_elsewhere(left).await;
                TimeoutFuture::new(CLAIM_AGAIN_MS).await;
            }
            service.show_elsewhere(Vec::new()).await;
            service.0.flags.is_following.set(false);
        });
    }

    async fn show_elsewhere(&self, left: Vec<QueuedReport>) {
        let known = self.run().map(|run| run.id.clone()).unwrap_or_default();
        if left.iter().any(|waiting| !waiting.run.is_empty() && waiting.run != known) {
            // A run may have been started there; an unreadable one is reported when it is looked for.
            let _ = self.read_run().await;
        }
        if **self.0.elsewhere.borrow() != *left {
            self.0.elsewhere.replace(left.into());
            self.changed();
        }
    }

    // --- State ------------------------------------------------------------------------------------------

    /// Returns the reports to make.
    pub fn reports(&self) -> Reports {
        let queue = self.0.queue.borrow();
        let first = queue.first();
        let of = |work: &ReportWork| {
            Some(InWork {
                id: work.id().to_owned(),
                run: first?.run.clone(),
                title: first?.title.clone(),
                engine: work.engine().map(|engine| engine.name.clone()).unwrap_or_default(),
                state: work.state().clone(),
                progress: work.progress(),
                left_ms: work.left_ms(now_ms()),
            })
        };
        let in_work = self.0.pool.look(of).flatten();
        Reports {
            in_work,
            waiting: queue.waiting.iter().skip(1).cloned().collect(),
            elsewhere: Rc::clone(&self.0.elsewhere.borrow()),
            is_paused: queue.is_paused,
        }
    }

    /// Returns the report on the game on the board, as far as it has come: see [`show`](Self::show).
    pub fn shown(&self) -> Option<Rc<SavedReport>> {
        self.0.shown.borrow().clone()
    }

    /// Sets the game on the board by its [`signature`](super::signature), and looks up its report.
    pub fn show(&self, id: &str) {
        if self.0.shown_id.replace(id.to_owned()) == id {
            return;
        }
        self.0.shown.replace(None);
        self.changed();
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            let found = match service.0.repository.get(&id).await {
                Ok(found) => found,
                Err(error) => return service.fault(error.to_string()),
            };
            if *service.0.shown_id.borrow() == id && service.0.shown.borrow().is_none() {
                service.0.shown.replace(found.map(|kept| Rc::new(kept.shown())));
                service.changed();
            }
        });
    }

    /// Returns the repository of reports.
    pub fn repository(&self) -> &ReportRepository {
        &self.0.repository
    }

    // --- Actions ----------------------------------------------------------------------------------------

    /// Queues a report on a game. Results found earlier with the same settings are not searched again.
    pub fn start(&self, game: &Game, request: ReportRequest) {
        self.start_all(vec![SavedReport::new(game, request)]);
    }

    /// Queues a report on a game that has none yet, finished or not.
    pub fn start_if_new(&self, game: &Game, request: ReportRequest) {
        let (service, report) = (self.clone(), SavedReport::new(game, request));
        spawn_local(async move {
            match service.0.repository.get(&report.id).await {
                Ok(Some(_)) => {}
                Ok(None) => service.start_all(vec![report]),
                Err(error) => service.fault(error.to_string()),
            }
        });
    }

    /// Queues reports, to be made one after the other.
    pub fn start_all(&self, reports: Vec<SavedReport>) {
        let service = self.clone();
        spawn_local(async move {
            if !service.claim().await {
                return service.fault(busy().to_owned());
            }
            if let Err(reason) = service.enqueue(reports).await {
                service.fault(reason);
            }
        });
    }

    /// Pauses the engines.
    pub fn pause(&self) {
        self.0.queue.borrow_mut().is_paused = true;
        self.count_ends(false);
        self.0.pool.act(ReportWork::pause);
        self.keep_queue();
        self.0.events.emit(ReportEvent::Turned);
    }

    /// Resumes after a pause or a failure.
    pub fn go_on(&self) {
        self.0.queue.borrow_mut().is_paused = false;
        self.count_ends(true);
        if self.0.pool.act(ReportWork::go_on).is_none() {
            self.make_next();
        }
        self.keep_queue();
        self.0.events.emit(ReportEvent::Turned);
    }

    /// Cancels an unfinished report. Its results are deleted; a finished one that it was to replace stays.
    pub fn cancel(&self, id: &str) {
        self.cancel_where(|waiting| waiting.id == id);
    }

    /// Cancels the unfinished part of a batch run.
    pub fn cancel_run(&self, run: &str) {
        // Reports on single games have an empty run.
        if run.is_empty() {
            return;
        }
        self.cancel_where(|waiting| waiting.run == run);
    }

    /// Deletes the report on a game.
    pub fn forget(&self, id: &str) {
        if *self.0.shown_id.borrow() == id {
            self.0.shown.replace(None);
        }
        self.changed();
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            if let Err(error) = service.0.repository.remove(&[id]).await {
                service.fault(error.to_string());
            }
        });
    }

    fn changed(&self) {
        self.0.events.emit(ReportEvent::Changed);
    }

    fn fault(&self, reason: String) {
        self.0.events.emit(ReportEvent::Fault(reason));
    }

    /// Handles events of the engines.
    fn on_pool_event(&self, event: ReportPoolEvent) {
        match event {
            ReportPoolEvent::Store => self.keep_work(),
            ReportPoolEvent::Changed => {
                if self.0.pool.look(|work| *work.state() == ReportState::Done) == Some(true) {
                    self.finish();
                } else {
                    self.changed();
                }
            }
        }
    }
}
