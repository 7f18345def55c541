//! A match that is looked at: read from what is kept, and played if it is wished.

mod following;
mod hearing;
mod merging;
mod playing;

pub use self::merging::MergingError;
pub use self::playing::{PlayError, Taken, work_name};

use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use tabia_arena::{LabMatch, Share};

use super::kept::{Kept, SetAsideUnits, summary};
use super::log_keeper::LogKeeper;
use super::workspace::Workspace;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::services::matches::events::{MatchEvent, MatchState};
use crate::services::matches::service::MatchService;
use crate::state::lab::games::GamesLog;
use crate::storage::ends::AtWork;
use crate::storage::locks::Claim;
use crate::storage::logs::Extent;

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
    /// Counts ends of the page while it is played.
    at_work: RefCell<Option<AtWork>>,
    /// Another tab plays it.
    following: RefCell<Following>,
    is_starting: Cell<bool>,
    /// It was stopped while it was starting.
    is_unwanted: Cell<bool>,
    /// How the store had it then, in milliseconds since 1970.
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

/// What keeps a match in step with the tab that plays it.
#[derive(Default)]
struct Following {
    /// Looks now and then whether the other tab still plays; there while it does.
    timer: Option<Interval>,
    /// Units that were stored while the match was being read again; `None` if it is not.
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
    /// A match as it was kept at `read_ms`, in milliseconds since 1970.
    pub fn new(workspace: Workspace, kept: Kept, lab_match: LabMatch, read_ms: f64) -> Self {
        let games = GamesLog::new(lab_match.games().copied().collect());
        let open = Self(Rc::new(Inner {
            workspace,
            kept: RefCell::new(kept),
            still: RefCell::new(Some(lab_match)),
            service: RefCell::default(),
            claim: RefCell::default(),
            at_work: RefCell::default(),
            following: RefCell::default(),
            is_starting: Cell::new(false),
            is_unwanted: Cell::new(false),
            read_at: Cell::new(read_ms),
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

    /// How much is kept of the workers' logs, by worker from 0.
    pub fn logs(&self) -> Rc<BTreeMap<u64, Extent>> {
        Rc::clone(&self.0.logs.borrow())
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

    /// Changes the match itself: more games, another name.
    pub fn change<T>(&self, change: impl FnOnce(&mut LabMatch) -> T) -> Option<T> {
        let result = self.change_quietly(change);
        self.has_changed();
        result
    }

    /// Changes the match without a word to anybody: [`has_changed`](Self::has_changed) follows.
    fn change_quietly<T>(&self, change: impl FnOnce(&mut LabMatch) -> T) -> Option<T> {
        match self.service() {
            Some(service) => Some(service.change_match(change)),
            None => self.0.still.borrow_mut().as_mut().map(change),
        }
    }

    /// Writes down and tells that the match has changed.
    fn has_changed(&self) {
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

    /// Tells that units could not be used.
    pub(super) fn note_set_aside(&self, set_aside: &SetAsideUnits) {
        let SetAsideUnits { units, reason } = set_aside;
        if *units > 0 {
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            let text = format!(
                "{units} finished pairs could not be used and will be played again{reason}. What was kept of them is set aside."
            );
            self.note(true, text);
            self.tell(MatchEvent::Changed);
        }
    }

    /// Writes down how the match stands, if that is not what is kept.
    pub fn refresh(&self) {
        let summary = self.with_match(summary);
        if summary.is_some_and(|summary| summary != self.0.kept.borrow().summary) {
            self.keep();
        }
    }

    /// Writes down what is known beside the games.
    fn keep(&self) {
        self.0.kept_at.set(js_sys::Date::now());
        if let Some(summary) = self.with_match(summary) {
            self.0.kept.borrow_mut().summary = summary;
        }
        self.0.workspace.keep(self.kept());
    }
}
