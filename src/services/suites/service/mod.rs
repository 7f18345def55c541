//! The page's handle: a suite, its run, and the stored runs.
//!
//! - [`opening`]: opening suites and stored runs
//! - [`runs`]: starting, stopping and resuming runs
//! - [`keeping`]: storing attempts
//! - [`table`]: attempts for other programs

mod keeping;
mod opening;
mod runs;
mod suite_view;
mod table;

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use tabia_suite::{Fault, Problem};

use self::suite_view::{ShownRun, SuiteView};
use super::pool::{SuitePool, SuitePoolEvent};
use super::runner::SuiteRunner;
use super::saved_runs::{SavedRun, SavedRuns};
use crate::platform::observable::{Observable, Observe};
use crate::services::engine_loader::EngineLoader;
use crate::storage::Database;

/// Stage of the service.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SuiteStage {
    /// Looking for a run in progress.
    #[default]
    Loading,
    /// No suite.
    Empty,
    /// A suite is being read.
    Reading {
        /// Its name.
        name: String,
        /// Percentage read so far.
        percent: u8,
    },
    /// A suite, perhaps with a run.
    Suite,
}

/// Event emitted to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum SuiteEvent {
    /// The state shown has changed.
    Changed,
    /// The run is over.
    Ended,
    /// Notice for the user: title and reason.
    Notice(&'static str, String),
}

/// Test suites of this page: a handle, cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct SuiteService(Rc<SuiteServiceInner>);

struct SuiteServiceInner {
    events: Observable<SuiteEvent>,
    stage: RefCell<SuiteStage>,
    suite_view: RefCell<Option<SuiteView>>,
    /// Run of the suite shown; present together with the runner in the pool.
    run: RefCell<Option<ShownRun>>,
    pool: SuitePool,
    /// Counts changes of the page's subject, to ignore late results for an earlier one.
    epoch: Cell<u32>,
    /// Counts the changes of the state shown.
    version: Cell<u64>,
    kept: SavedRuns,
    /// The stored runs, newest first.
    runs: RefCell<Vec<SavedRun>>,
    /// Attempts not stored yet: indices of engine and problem.
    unwritten: RefCell<Vec<(usize, usize)>>,
    /// Present while attempts are collected.
    writing: RefCell<Option<Timeout>>,
    /// Whether the user was notified that nothing can be stored.
    is_told_unkept: Cell<bool>,
    has_begun: Cell<bool>,
}

impl PartialEq for SuiteService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for SuiteService {
    type Event = SuiteEvent;

    fn events(&self) -> &Observable<SuiteEvent> {
        &self.0.events
    }
}

impl SuiteService {
    /// Returns the page's service. Nothing is looked up before [`begin`](Self::begin).
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: SuiteService = SuiteService::new(Database::of_page());
        }
        SERVICE.with(Self::clone)
    }

    fn new(database: Database) -> Self {
        Self(Rc::new_cyclic(|weak: &Weak<SuiteServiceInner>| {
            let weak = weak.clone();
            let pool = SuitePool::new(move |event| {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).on_pool_event(event);
                }
            });
            SuiteServiceInner {
                events: Observable::default(),
                stage: RefCell::default(),
                suite_view: RefCell::default(),
                run: RefCell::default(),
                pool,
                epoch: Cell::default(),
                version: Cell::default(),
                kept: SavedRuns::new(database),
                runs: RefCell::default(),
                unwritten: RefCell::default(),
                writing: RefCell::default(),
                is_told_unkept: Cell::default(),
                has_begun: Cell::default(),
            }
        }))
    }

    /// Returns the stage.
    pub fn stage(&self) -> SuiteStage {
        self.0.stage.borrow().clone()
    }

    /// Returns a counter of the changes to what is shown.
    pub fn version(&self) -> u64 {
        self.0.version.get()
    }

    /// Returns the engines to choose from.
    pub fn loader(&self) -> EngineLoader {
        self.0.pool.engines().clone()
    }

    /// Returns the name of the suite.
    pub fn name(&self) -> String {
        self.with_suite_view(|suite_view| suite_view.name.clone()).unwrap_or_default()
    }

    /// Returns the problems.
    pub fn problems(&self) -> Rc<Vec<Problem>> {
        self.with_suite_view(|suite_view| Rc::clone(&suite_view.problems)).unwrap_or_default()
    }

    /// Returns what was left out of the suite.
    pub fn faults(&self) -> Rc<Vec<Fault>> {
        self.with_suite_view(|suite_view| Rc::clone(&suite_view.faults)).unwrap_or_default()
    }

    /// Returns the corrected lines of the suite.
    pub fn corrections(&self) -> Rc<Vec<Fault>> {
        self.with_suite_view(|suite_view| Rc::clone(&suite_view.corrections)).unwrap_or_default()
    }

    /// Returns the id of the run shown.
    pub fn run_id(&self) -> Option<String> {
        self.0.run.borrow().as_ref().map(|run| run.kept.id.clone())
    }

    /// Reads the run; `None` if there is none.
    pub fn with_runner<T>(&self, look: impl FnOnce(&SuiteRunner) -> T) -> Option<T> {
        self.0.pool.look(look)
    }

    fn with_suite_view<T>(&self, look: impl FnOnce(&SuiteView) -> T) -> Option<T> {
        self.0.suite_view.borrow().as_ref().map(look)
    }

    fn on_pool_event(&self, event: SuitePoolEvent) {
        match event {
            SuitePoolEvent::Attempt { engine, problem } => self.collect(engine, problem),
            SuitePoolEvent::Ended => {
                self.let_go();
                self.0.events.emit(SuiteEvent::Ended);
            }
            SuitePoolEvent::Changed => self.changed(),
        }
    }

    fn changed(&self) {
        self.0.version.set(self.0.version.get() + 1);
        self.0.events.emit(SuiteEvent::Changed);
    }

    fn set_stage(&self, stage: SuiteStage) {
        self.0.stage.replace(stage);
        self.changed();
    }

    fn notice(&self, title: &'static str, reason: impl Display) {
        self.0.events.emit(SuiteEvent::Notice(title, reason.to_string()));
    }
}
