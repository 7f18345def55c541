//! Engine, as the page uses it.
//!
//! An [`Engine`] is a handle: cheap to clone, equal to its clones. Components subscribe to it and keep what they show in their own state,
//! so that engine output re-renders only the components that show it.

mod builds;
mod candidate;

use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use tabia_worker::engine::messages::FromEngine;
use tabia_worker::wire::{Generation, NamedFile};

pub use self::candidate::{EngineCandidate, MakeLink};
pub use super::analysis_engine::LEARN_OPTION;
use super::analysis_engine::{AnalysisEngine, TABLES_OPTION};
pub use super::events::{EngineEvent, EngineSnapshot, EngineState};
use super::link::EngineLink;
use super::worker_link::EngineReads;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::port::PortEvent;
use crate::services::memory_pressure;
use crate::state::analysis_request::AnalysisRequest;

/// URLs of the app's files, relative to the page's base address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFiles {
    /// Script that starts the engine worker.
    pub worker_url: String,
    /// Built-in engine that evaluates by the classical terms.
    pub terms: OwnBuilds,
    /// Built-in engine that evaluates with the net; `None` where it cannot run.
    pub net: Option<OwnBuilds>,
    /// Whether the net builds are cached already. If not, the classical terms evaluate until [`Engine::net_is_here`] is called.
    pub is_net_here: bool,
}

/// Builds of one engine of the app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBuilds {
    /// Without tablebase support.
    pub build_url: String,
    /// With tablebase support.
    pub tables_build_url: String,
}

impl Default for EngineFiles {
    fn default() -> Self {
        Self {
            worker_url: "engine-worker.js".to_owned(),
            terms: OwnBuilds {
                build_url: "tabia.wasm".to_owned(),
                tables_build_url: "tabia-tables.wasm".to_owned(),
            },
            net: None,
            is_net_here: false,
        }
    }
}

/// Engine of the page. See the module documentation.
#[derive(Clone)]
pub struct Engine {
    inner: Rc<EngineInner>,
}

struct EngineInner {
    files: EngineFiles,
    /// Tablebase files.
    tables: EngineReads,
    present: RefCell<Option<AnalysisSlot>>,
    /// Candidate that has not yet replied.
    candidate: RefCell<Option<AnalysisSlot>>,
    /// Whether the app's own engine is wanted, rather than one of the user's.
    wants_shipped: Cell<bool>,
    /// Whether the app's own engine should evaluate with the net.
    wants_net: Cell<bool>,
    /// Build of the app being loaded to replace another.
    on_its_way: Cell<Option<OwnBuild>>,
    /// Request that came before there was an engine.
    early_request: RefCell<Option<AnalysisRequest>>,
    /// User's option choices for the current engine.
    choices: RefCell<Vec<(String, String)>>,
    /// Learned positions, for the app's own engine.
    learned: RefCell<Rc<[String]>>,
    snapshot: RefCell<EngineSnapshot>,
    events: Observable<EngineEvent>,
    next_slot: Cell<u64>,
    /// Subscription to memory-pressure signals.
    _memory_calls: Subscription,
}

/// Origin of an engine's build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Maker {
    /// Shipped with the app.
    App(OwnBuild),
    /// Added by the user.
    User,
}

/// Variant of the app's build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OwnBuild {
    /// With or without tablebase support.
    tables: bool,
    /// With the net, or with the classical terms.
    net: bool,
}

/// The analysis engine with its timer.
struct AnalysisSlot {
    id: u64,
    name: String,
    /// Title in the engine list.
    title: Option<Rc<str>>,
    /// Key that identifies the engine; empty for the app's own.
    key: String,
    maker: Maker,
    /// Whether its searches can be interrupted.
    can_stop: bool,
    /// Whether it is a foreign engine, reached only by lines.
    is_foreign: bool,
    /// Whether the user is informed of missing features.
    is_introduced: bool,
    /// User's option choices; `None` to keep those of the previous engine.
    choices: Option<Vec<(String, String)>>,
    analysis: AnalysisEngine<Box<dyn EngineLink>>,
    timer: Option<Timeout>,
}

impl Maker {
    fn own(self) -> Option<OwnBuild> {
        match self {
            Self::App(build) => Some(build),
            Self::User => None,
        }
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Observe for Engine {
    type Event = EngineEvent;

    fn events(&self) -> &Observable<EngineEvent> {
        &self.inner.events
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Engine")
            .field("snapshot", &self.inner.snapshot.borrow())
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Creates the engine and starts loading the app's build.
    pub fn new(files: EngineFiles) -> Self {
        let engine = Self::vacant(files);
        engine.load_shipped();
        engine
    }

    /// Creates an empty slot for an engine set later by [`Engine::take`] or [`Engine::take_shipped`].
    pub fn vacant(files: EngineFiles) -> Self {
        let wants_net = files.is_net_here && files.net.is_some();
        Self {
            inner: Rc::new_cyclic(|weak: &Weak<EngineInner>| EngineInner {
                files,
                tables: EngineReads::default(),
                present: RefCell::default(),
                candidate: RefCell::default(),
                wants_shipped: Cell::default(),
                wants_net: Cell::new(wants_net),
                on_its_way: Cell::default(),
                early_request: RefCell::default(),
                choices: RefCell::default(),
                learned: RefCell::default(),
                snapshot: RefCell::new(EngineSnapshot {
                    state: EngineState::Loading,
                    identity: Rc::default(),
                    title: None,
                    analysis: None,
                }),
                events: Observable::default(),
                next_slot: Cell::new(0),
                _memory_calls: rest_when_asked(weak.clone()),
            }),
        }
    }

    /// Requests an analysis; the latest request wins. May be called at any rate.
    pub fn request(&self, request: AnalysisRequest) {
        if self.inner.present.borrow().is_none() {
            *self.inner.early_request.borrow_mut() = Some(request);
            return;
        }
        self.with_present(|analysis, now_ms| analysis.request(now_ms, request));
        // A search in progress when the net arrives is not restarted with it; the next one uses it.
        self.suit_build();
    }

    /// Announces that the net builds are cached: from the next request on, the app's own engine evaluates with the net.
    pub fn net_is_here(&self) {
        self.inner.wants_net.set(self.inner.files.net.is_some());
    }

    /// Stops the search and drops any pending request.
    pub fn stop(&self) {
        self.inner.early_request.borrow_mut().take();
        self.with_present(AnalysisEngine::stop);
    }

    /// Sets a UCI option. Options the engine does not offer are ignored.
    pub fn set_option(&self, name: &str, value: &str) {
        self.with_present(|analysis, now_ms| analysis.set_option(now_ms, name, value));
    }

    /// Replaces the user's option choices for the current engine. They override [`Engine::set_option`].
    pub fn choose_options(&self, choices: Vec<(String, String)>) {
        self.with_present(|analysis, now_ms| analysis.choose_options(now_ms, &choices));
        let is_news = *self.inner.choices.borrow() != choices;
        *self.inner.choices.borrow_mut() = choices;
        if is_news && self.inner.present.borrow().is_some() {
            // Output with other options is obsolete.
            self.emit(EngineEvent::Replaced);
        }
    }

    /// Replaces the positions that the app's own engine has learned, as commands (docs/uci.md, `learn`). It gets them before its next search.
    pub fn set_learned(&self, learned: Rc<[String]>) {
        for slot in [&self.inner.present, &self.inner.candidate] {
            if let Some(slot) = slot.borrow_mut().as_mut().filter(|slot| slot.maker.own().is_some()) {
                slot.analysis.set_learned(Rc::clone(&learned));
            }
        }
        *self.inner.learned.borrow_mut() = learned;
    }

    /// Returns the key that identifies the current engine; empty for the app's own, and without an engine.
    pub fn key(&self) -> String {
        self.inner.present.borrow().as_ref().map(|slot| slot.key.clone()).unwrap_or_default()
    }

    /// Sets the title of the engine `key`. An empty title is ignored.
    pub fn set_title(&self, key: &str, title: &str) {
        if title.is_empty() || self.key() != key {
            return;
        }
        let mut snapshot = self.inner.snapshot.borrow_mut();
        snapshot.title = Some(title.into());
        let identity = snapshot.identity.clone();
        drop(snapshot);
        self.emit(EngineEvent::Identity(identity));
    }

    /// Returns the URLs of the app's files.
    pub fn files(&self) -> EngineFiles {
        EngineFiles { is_net_here: self.inner.wants_net.get(), ..self.inner.files.clone() }
    }

    /// Reports that no engine is available, with the reason.
    pub fn give_up(&self, reason: &str) {
        self.emit(EngineEvent::State(EngineState::Failed(reason.to_owned())));
    }

    /// Presses a button among the options.
    pub fn press(&self, name: &str) {
        self.with_present(|analysis, now_ms| analysis.press(now_ms, name));
    }

    /// Returns a hash that distinguishes the evaluations of one engine, with one choice of options, from others. It is stable across page
    /// loads, since nothing in it is specific to one page.
    pub fn author(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let present = self.inner.present.borrow();
        let key = present.as_ref().map(|slot| slot.key.as_str());
        let key = key.or(self.inner.wants_shipped.get().then_some(""));
        key.hash(&mut hasher);
        if key == Some("") {
            // Another version of the app's own engine is a different engine; its URL contains a content hash. With and without the net, it
            // counts as the same, so evaluations from before the net arrived are shown until there are newer ones.
            self.inner.files.terms.build_url.hash(&mut hasher);
        }
        self.inner.choices.borrow().hash(&mut hasher);
        let files = self.inner.tables.borrow().len();
        tables_read(present.as_ref().map(|slot| slot.maker), files).hash(&mut hasher);
        hasher.finish()
    }

    /// Sets the tablebase files for this engine and every replacement. A worker takes files when it starts, so the engine restarts in a
    /// new one. The app's own engine is replaced by its build with tablebase support, or the other way round. [`EngineEvent::Replaced`]
    /// follows: positions searched with other tablebases are searched again, even if the search had ended.
    pub fn set_tables(&self, files: Vec<NamedFile>) {
        let value = tables_value(&files);
        *self.inner.tables.borrow_mut() = files;
        // An engine being started may have taken the old files.
        let wanted = self.wanted_build();
        let is_unfit = |slot: &mut AnalysisSlot| slot.maker.own().is_some_and(|own| own != wanted);
        let unfit = self.inner.candidate.borrow_mut().take_if(is_unfit);
        if unfit.is_some() {
            self.inner.on_its_way.set(None);
        }
        if let Some(slot) = self.inner.candidate.borrow_mut().as_mut() {
            slot.analysis.set_option(now_ms(), TABLES_OPTION, value);
            slot.analysis.restart(now_ms());
        }
        self.after_candidate_call();
        if self.suit_build() {
            return;
        }
        self.with_present(|analysis, now_ms| {
            analysis.set_option(now_ms, TABLES_OPTION, value);
            analysis.restart(now_ms);
        });
        self.emit(EngineEvent::Replaced);
    }

    /// Returns the tablebase files, shared with the engine's workers.
    pub fn tables(&self) -> EngineReads {
        self.inner.tables.clone()
    }

    /// Retries after [`EngineState::Failed`].
    pub fn retry(&self) {
        if self.inner.present.borrow().is_none() {
            self.load_shipped();
        } else {
            self.with_present(AnalysisEngine::retry);
        }
    }

    /// Returns the current state.
    pub fn snapshot(&self) -> EngineSnapshot {
        self.inner.snapshot.borrow().clone()
    }

    fn on_message(&self, slot_id: u64, generation: Generation, message: PortEvent<FromEngine>) {
        let now_ms = now_ms();
        let is = |slot: &RefCell<Option<AnalysisSlot>>| {
            slot.borrow().as_ref().is_some_and(|slot| slot.id == slot_id)
        };
        if is(&self.inner.present) {
            self.with_present(|analysis, now_ms| analysis.on_message(now_ms, generation, message));
        } else if is(&self.inner.candidate) {
            if let Some(slot) = self.inner.candidate.borrow_mut().as_mut() {
                slot.analysis.on_message(now_ms, generation, message);
            }
            self.after_candidate_call();
        }
    }

    fn with_present(&self, call: impl FnOnce(&mut AnalysisEngine<Box<dyn EngineLink>>, f64)) {
        if let Some(slot) = self.inner.present.borrow_mut().as_mut() {
            call(&mut slot.analysis, now_ms());
        }
        self.after_present_call();
    }

    /// Emits the current engine's events and sets its timer.
    fn after_present_call(&self) {
        let events = match self.inner.present.borrow_mut().as_mut() {
            Some(slot) => {
                self.set_timer(slot);
                slot.analysis.take_events()
            }
            None => Vec::new(),
        };
        for event in events {
            self.emit(event);
        }
    }

    fn set_timer(&self, slot: &mut AnalysisSlot) {
        let slot_id = slot.id;
        slot.timer = slot.analysis.deadline_ms().map(|at_ms| {
            let inner = Rc::downgrade(&self.inner);
            let delay_ms = (at_ms - now_ms()).max(0.0).ceil() as u32;
            Timeout::new(delay_ms, move || {
                if let Some(inner) = inner.upgrade() {
                    Engine { inner }.tick(slot_id);
                }
            })
        });
    }

    fn tick(&self, slot_id: u64) {
        let now_ms = now_ms();
        let tick = |slot: &RefCell<Option<AnalysisSlot>>| {
            slot.borrow_mut()
                .as_mut()
                .filter(|slot| slot.id == slot_id)
                .map(|slot| slot.analysis.tick(now_ms))
                .is_some()
        };
        if tick(&self.inner.present) {
            self.after_present_call();
        } else if tick(&self.inner.candidate) {
            self.after_candidate_call();
        }
    }

    /// Notifies all subscribers. Events caused by a subscriber that calls the engine are delivered after this one.
    fn emit(&self, event: EngineEvent) {
        let mut snapshot = self.inner.snapshot.borrow_mut();
        match &event {
            EngineEvent::State(state) => snapshot.state = state.clone(),
            EngineEvent::Identity(identity) => snapshot.identity = identity.clone(),
            EngineEvent::Analysis(update) => snapshot.analysis = Some(update.clone()),
            EngineEvent::Replaced => snapshot.analysis = None,
            EngineEvent::Notice(_) | EngineEvent::Refused(_) | EngineEvent::Tables(_) => {}
        }
        drop(snapshot);
        self.inner.events.emit(event);
    }
}

/// Frees the current engine's memory on every memory-pressure signal, if it is idle.
fn rest_when_asked(inner: Weak<EngineInner>) -> Subscription {
    memory_pressure::listen(move || {
        if let Some(inner) = inner.upgrade() {
            Engine { inner }.with_present(|analysis, _| analysis.rest());
        }
    })
}

/// Returns the number of tablebase files that an engine reads, out of those the user chose. The app's builds without tablebase support
/// read none; they continue until the build with support is loaded. An engine yet to be loaded counts as reading them.
fn tables_read(maker: Option<Maker>, files: usize) -> usize {
    match maker.and_then(Maker::own) {
        Some(OwnBuild { tables: false, .. }) => 0,
        _ => files,
    }
}

/// Returns whether an engine differs from the one it replaces, so that earlier results must be searched again. The app's builds are the
/// same engine, except for the tablebases they read.
fn is_another(before: Maker, now: Maker) -> bool {
    match (before.own(), now.own()) {
        (Some(before), Some(now)) => before.tables != now.tables,
        _ => true,
    }
}

fn tables_value(files: &[NamedFile]) -> &'static str {
    if files.is_empty() { "" } else { "files" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn app(tables: bool, net: bool) -> Maker {
        Maker::App(OwnBuild { tables, net })
    }

    #[test]
    fn a_build_that_reads_tables_is_another_engine() {
        assert!(is_another(app(false, true), app(true, true)));
        assert!(is_another(app(true, false), app(false, true)));
        assert!(!is_another(app(true, false), app(true, true)), "with the net it is the same engine");
        assert!(is_another(Maker::User, app(true, true)) && is_another(Maker::User, Maker::User));
    }

    #[test]
    fn evaluations_without_tables_are_not_taken_for_those_with_tables() {
        assert_eq!(
            tables_read(Some(app(false, true)), 5),
            0,
            "its replacement, which reads them, is starting"
        );
        assert_eq!(tables_read(Some(app(true, true)), 5), 5);
        assert_eq!(tables_read(Some(Maker::User), 5), 5);
        assert_eq!(tables_read(None, 5), 5);
    }
}
