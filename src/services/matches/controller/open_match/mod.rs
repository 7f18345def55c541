//! Open match: loaded from the store, and played on request.

mod events;
mod following;
mod merging;
mod playing;

pub use self::merging::MergingError;
pub use self::playing::{PlayError, ResumeClaim, work_name};

use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use tabia_arena::{MatchProgress, Share};

use super::match_library::MatchLibrary;
use super::match_log_writer::MatchLogWriter;
use super::saved_match::{SavedMatch, SetAsideUnits, summary};
use crate::language::tr;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::matches::events::{MatchEvent, MatchState};
use crate::services::matches::service::MatchService;
use crate::state::lab::games::GamesLog;
use crate::storage::crash_counter::CrashCounter;
use crate::storage::locks::Claim;
use crate::storage::logs::LogExtent;

/// Recorded fault.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultNote {
    /// Time, in milliseconds since 1970.
    pub at_ms: f64,
    /// Whether it decided a game or needed intervention.
    pub is_serious: bool,
    /// Description, a full sentence.
    pub text: String,
}

/// Handle to a match; clones compare equal.
#[derive(Clone)]
pub struct OpenMatch(Rc<OpenMatchInner>);

struct OpenMatchInner {
    match_library: MatchLibrary,
    kept: RefCell<SavedMatch>,
    /// The match while it is not being played.
    still: RefCell<Option<MatchProgress>>,
    service: RefCell<Option<(MatchService, Subscription)>>,
    /// Claim held while this tab plays it.
    claim: RefCell<Option<Claim>>,
    /// Counts page ends while it is played.
    crash_counter: RefCell<Option<CrashCounter>>,
    /// State of following another tab that plays it.
    following: RefCell<Following>,
    is_starting: Cell<bool>,
    /// Whether it was stopped while starting.
    is_unwanted: Cell<bool>,
    /// Time of the last load from the store, in milliseconds since 1970.
    read_at: Cell<f64>,
    /// Time the standing was last saved.
    kept_at: Cell<f64>,
    games: RefCell<GamesLog>,
    faults: RefCell<Vec<FaultNote>>,
    fault_count: Cell<usize>,
    /// Time this browser last began to play, and the number of games finished by then.
    began: Cell<Option<(f64, usize)>>,
    match_log_writer: RefCell<Option<MatchLogWriter>>,
    /// Size of the saved worker logs.
    logs: RefCell<Rc<BTreeMap<u64, LogExtent>>>,
    events: Observable<MatchEvent>,
}

/// Keeps a match in sync with the tab that plays it.
#[derive(Default)]
struct Following {
    /// Polls whether the other tab still plays; present while it does.
    timer: Option<Interval>,
    /// Units stored during a reload of the match; `None` outside one.
    waiting: Option<Vec<usize>>,
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
    /// Creates an open match from data read at `read_ms`, in milliseconds since 1970.
    pub fn new(
        match_library: MatchLibrary,
        kept: SavedMatch,
        match_progress: MatchProgress,
        read_ms: f64,
    ) -> Self {
        let games = GamesLog::new(match_progress.games().copied().collect());
        let open = Self(Rc::new(OpenMatchInner {
            match_library,
            kept: RefCell::new(kept),
            still: RefCell::new(Some(match_progress)),
            service: RefCell::default(),
            claim: RefCell::default(),
            crash_counter: RefCell::default(),
            following: RefCell::default(),
            is_starting: Cell::new(false),
            is_unwanted: Cell::new(false),
            read_at: Cell::new(read_ms),
            kept_at: Cell::new(0.0),
            games: RefCell::new(games),
            faults: RefCell::default(),
            fault_count: Cell::new(0),
            began: Cell::new(None),
            match_log_writer: RefCell::default(),
            logs: RefCell::default(),
            events: Observable::default(),
        }));
        open.look_at_logs();
        open
    }

    /// Returns the match id.
    pub fn id(&self) -> String {
        self.0.kept.borrow().header.id.clone()
    }

    /// Returns the stored data besides the games.
    pub fn kept(&self) -> SavedMatch {
        self.0.kept.borrow().clone()
    }

    /// Reads the match.
    pub fn with_match<T>(&self, read: impl FnOnce(&MatchProgress) -> T) -> Option<T> {
        if let Some((service, _)) = &*self.0.service.borrow() {
            return Some(service.with_match(read));
        }
        self.0.still.borrow().as_ref().map(read)
    }

    /// Returns its state.
    pub fn state(&self) -> MatchState {
        if let Some((service, _)) = &*self.0.service.borrow() {
            return service.state();
        }
        match &*self.0.still.borrow() {
            Some(still) if still.is_complete() => MatchState::Complete,
            _ => MatchState::Stopped,
        }
    }

    /// Returns whether workers are being started.
    pub fn is_starting(&self) -> bool {
        self.0.is_starting.get()
    }

    /// Returns the finished games.
    pub fn games(&self) -> Ref<'_, GamesLog> {
        self.0.games.borrow()
    }

    /// Returns the recorded faults, newest last, and the total number of faults.
    pub fn faults(&self) -> (Vec<FaultNote>, usize) {
        (self.0.faults.borrow().clone(), self.0.fault_count.get())
    }

    /// Returns the games per second since this browser began to play.
    pub fn games_per_second(&self) -> Option<f64> {
        let (since, before) = self.0.began.get()?;
        let (games, seconds) =
            (self.games().len().saturating_sub(before), (js_sys::Date::now() - since) / 1000.0);
        (games > 0 && seconds > 0.0).then(|| games as f64 / seconds)
    }

    /// Returns the size of the saved worker logs, by worker from 0.
    pub fn logs(&self) -> Rc<BTreeMap<u64, LogExtent>> {
        Rc::clone(&self.0.logs.borrow())
    }

    fn service(&self) -> Option<MatchService> {
        self.0.service.borrow().as_ref().map(|(service, _)| service.clone())
    }

    fn emit(&self, event: MatchEvent) {
        self.0.events.emit(event);
    }

    fn emit_state(&self) {
        self.0.match_library.set_busy(&self.id(), self.is_starting() || self.state() == MatchState::Playing);
        self.emit(MatchEvent::State(self.state()));
    }

    /// Changes the match itself, such as its length or name.
    pub fn change<T>(&self, change: impl FnOnce(&mut MatchProgress) -> T) -> Option<T> {
        let result = self.change_quietly(change);
        self.has_changed();
        result
    }

    /// Changes the match without notifying anyone; [`has_changed`](Self::has_changed) must follow.
    fn change_quietly<T>(&self, change: impl FnOnce(&mut MatchProgress) -> T) -> Option<T> {
        match self.service() {
            Some(service) => Some(service.change_match(change)),
            None => self.0.still.borrow_mut().as_mut().map(change),
        }
    }

    /// Saves and announces a change of the match.
    fn has_changed(&self) {
        if let Some(header) = self.with_match(|match_progress| match_progress.header().clone()) {
            self.0.kept.borrow_mut().header = header;
        }
        let games = self
            .with_match(|match_progress| match_progress.games().copied().collect::<Vec<_>>())
            .unwrap_or_default();
        if games.len() != self.games().len() {
            self.0.games.replace(GamesLog::new(games));
        }
        self.keep();
        self.emit_state();
    }

    /// Restricts play here to a part of the match.
    pub fn set_share(&self, share: Share) {
        self.0.kept.borrow_mut().share = share;
        // Parts are in range: the page offers only valid ones.
        let _ = self.change(|match_progress| match_progress.set_share(share));
    }

    /// Renames it.
    pub fn rename(&self, name: String) {
        self.0.kept.borrow_mut().name.clone_from(&name);
        // The name is also the PGN Event, here and wherever the file goes.
        self.change(|match_progress| match_progress.rename(name));
        self.keep();
        self.emit_state();
    }

    /// Sets its place in the queue.
    pub(super) fn set_queued(&self, queued: Option<f64>) {
        self.0.kept.borrow_mut().queued = queued;
        self.keep();
        self.emit_state();
    }

    /// Reports units that could not be used.
    pub(super) fn note_set_aside(&self, set_aside: &SetAsideUnits) {
        let SetAsideUnits { units, reason } = set_aside;
        if *units > 0 {
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            let text = tr!(
                "{units} finished pairs could not be used and will be played again{reason}. Their data is set \
                 aside.",
                units,
                reason
            );
            self.note(true, text);
            self.emit(MatchEvent::Changed);
        }
    }

    /// Saves the standing if it differs from what is stored.
    pub fn refresh(&self) {
        let summary = self.with_match(summary);
        if summary.is_some_and(|summary| summary != self.0.kept.borrow().summary) {
            self.keep();
        }
    }

    /// Saves the data besides the games.
    fn keep(&self) {
        self.0.kept_at.set(js_sys::Date::now());
        if let Some(summary) = self.with_match(summary) {
            self.0.kept.borrow_mut().summary = summary;
        }
        self.0.match_library.keep(self.kept());
    }
}
