//! The handle of the page: a suite, the run that is made with it, and the runs that are kept.
//!
//! - [`opening`]: suites and kept runs are shown
//! - [`runs`]: runs are begun, halted and gone on with
//! - [`keeping`]: attempts are stored
//! - [`table`]: attempts for other programs

mod keeping;
mod opening;
mod runs;
mod sheet;
mod table;

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use tabia_suite::{Fault, Problem};

use self::sheet::{Run, Sheet};
use super::desk::Desk;
use super::kept::{KeptRun, KeptRuns};
use super::room::{Room, RoomEvent};
use crate::platform::observable::{Observable, Observe};
use crate::services::engine_room::EngineRoom;
use crate::storage::Database;

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// It is looked up whether a run goes on.
    #[default]
    Loading,
    /// No suite.
    Empty,
    /// A suite is being read.
    Reading {
        /// What it is called.
        name: String,
        /// How much of it was read.
        percent: u8,
    },
    /// A suite, and perhaps what engines make of it.
    Suite,
}

/// What the page hears.
#[derive(Clone, Debug, PartialEq)]
pub enum SuiteEvent {
    /// What is shown is another.
    Changed,
    /// The run is over.
    Ended,
    /// A sentence for the user: title and reason.
    Notice(&'static str, String),
}

/// Test suites of this page: a handle, cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct SuiteService(Rc<Inner>);

struct Inner {
    events: Observable<SuiteEvent>,
    stage: RefCell<Stage>,
    sheet: RefCell<Option<Sheet>>,
    /// What engines make of the sheet; present together with the desk in the room.
    run: RefCell<Option<Run>>,
    room: Room,
    /// Counts what the page turned to: what belongs to something earlier arrives too late.
    epoch: Cell<u32>,
    /// Counts the changes of what is shown.
    version: Cell<u64>,
    kept: KeptRuns,
    /// The runs that are kept, the newest first.
    runs: RefCell<Vec<KeptRun>>,
    /// Attempts that are not stored yet: engine and problem, by their places.
    unwritten: RefCell<Vec<(usize, usize)>>,
    /// Present while attempts are collected.
    writing: RefCell<Option<Timeout>>,
    /// Whether the user was told that nothing can be stored.
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
    /// The service of this page. Nothing is looked up before [`begin`](Self::begin).
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: SuiteService = SuiteService::new(Database::of_page());
        }
        SERVICE.with(Self::clone)
    }

    fn new(database: Database) -> Self {
        Self(Rc::new_cyclic(|weak: &Weak<Inner>| {
            let weak = weak.clone();
            let room = Room::new(move |event| {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).heard(event);
                }
            });
            Inner {
                events: Observable::default(),
                stage: RefCell::default(),
                sheet: RefCell::default(),
                run: RefCell::default(),
                room,
                epoch: Cell::default(),
                version: Cell::default(),
                kept: KeptRuns::new(database),
                runs: RefCell::default(),
                unwritten: RefCell::default(),
                writing: RefCell::default(),
                is_told_unkept: Cell::default(),
                has_begun: Cell::default(),
            }
        }))
    }

    /// What is shown.
    pub fn stage(&self) -> Stage {
        self.0.stage.borrow().clone()
    }

    /// Counts the changes of what is shown.
    pub fn version(&self) -> u64 {
        self.0.version.get()
    }

    /// The engines to choose from.
    pub fn room(&self) -> EngineRoom {
        self.0.room.engines().clone()
    }

    /// What the suite is called.
    pub fn name(&self) -> String {
        self.with_sheet(|sheet| sheet.name.clone()).unwrap_or_default()
    }

    /// The problems.
    pub fn problems(&self) -> Rc<Vec<Problem>> {
        self.with_sheet(|sheet| Rc::clone(&sheet.problems)).unwrap_or_default()
    }

    /// What of the suite was left out.
    pub fn faults(&self) -> Rc<Vec<Fault>> {
        self.with_sheet(|sheet| Rc::clone(&sheet.faults)).unwrap_or_default()
    }

    /// The id of the run that is shown.
    pub fn run_id(&self) -> Option<String> {
        self.0.run.borrow().as_ref().map(|run| run.kept.id.clone())
    }

    /// Looks at the run; `None` if there is none.
    pub fn with_desk<T>(&self, look: impl FnOnce(&Desk) -> T) -> Option<T> {
        self.0.room.look(look)
    }

    fn with_sheet<T>(&self, look: impl FnOnce(&Sheet) -> T) -> Option<T> {
        self.0.sheet.borrow().as_ref().map(look)
    }

    fn heard(&self, event: RoomEvent) {
        match event {
            RoomEvent::Attempt { engine, problem } => self.collect(engine, problem),
            RoomEvent::Ended => {
                self.let_go();
                self.0.events.tell(SuiteEvent::Ended);
            }
            RoomEvent::Changed => self.changed(),
        }
    }

    fn changed(&self) {
        self.0.version.set(self.0.version.get() + 1);
        self.0.events.tell(SuiteEvent::Changed);
    }

    fn set_stage(&self, stage: Stage) {
        self.0.stage.replace(stage);
        self.changed();
    }

    fn notice(&self, title: &'static str, reason: impl Display) {
        self.0.events.tell(SuiteEvent::Notice(title, reason.to_string()));
    }
}
