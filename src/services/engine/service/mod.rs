//! The engine as the page uses it.
//!
//! An [`Engine`] is a handle: cheap to clone, equal to its clones. Components subscribe to it and keep what they
//! show in a state of their own, so that output of the engine renders nothing but the components that show it.

mod builds;
mod newcomer;

use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use tabia_worker::engine::messages::FromEngine;
use tabia_worker::wire::{Generation, NamedFile};

pub use self::newcomer::{MakeLink, Newcomer};
pub use super::events::{EngineEvent, EngineSnapshot, EngineState};
use super::link::EngineLink;
use super::supervisor::{Supervisor, TABLES_OPTION};
use super::worker_link::EngineReads;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::port::PortEvent;
use crate::services::memory_call;
use crate::state::analysis_request::AnalysisRequest;

/// Where the app's files are, relative to the page's base address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFiles {
    /// The script that starts the engine worker.
    pub worker_url: String,
    /// The engine that the app ships, which evaluates by the classical terms.
    pub terms: OwnBuilds,
    /// The same with the net; `None` where it cannot run.
    pub net: Option<OwnBuilds>,
    /// Whether the builds with the net are in the browser already. Otherwise the terms evaluate until [`Engine::net_is_here`] is called.
    pub is_net_here: bool,
}

/// The builds of one engine of the app's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBuilds {
    /// Without a reader of tablebases.
    pub build_url: String,
    /// With it.
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

/// The page's engine. See the module's description.
#[derive(Clone)]
pub struct Engine {
    inner: Rc<Inner>,
}

struct Inner {
    files: EngineFiles,
    /// Tablebases.
    tables: EngineReads,
    present: RefCell<Option<Slot>>,
    /// A build that was dropped in and has not yet answered.
    candidate: RefCell<Option<Slot>>,
    /// Whether the app's own engine is on its way.
    awaits_shipped: Cell<bool>,
    /// Whether the app's own engine is to evaluate with the net.
    wants_net: Cell<bool>,
    /// Which of the app's builds is on its way to the place of another.
    on_its_way: Cell<Option<OwnBuild>>,
    /// A request that came before there was an engine.
    early_request: RefCell<Option<AnalysisRequest>>,
    /// The user's choices of options for the present engine.
    choices: RefCell<Vec<(String, String)>>,
    snapshot: RefCell<EngineSnapshot>,
    events: Observable<EngineEvent>,
    next_slot: Cell<u64>,
    /// Memory that is asked for while the engine has nothing to do.
    _memory_calls: Subscription,
}

/// Whose build an engine is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Maker {
    /// The app's.
    App(OwnBuild),
    /// The user's.
    User,
}

/// One of the app's builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OwnBuild {
    /// With a reader of tablebases or without.
    tables: bool,
    /// With the net, or by the terms.
    net: bool,
}

/// A supervisor with its timer.
struct Slot {
    id: u64,
    name: String,
    /// What the list of engines calls it.
    title: Option<Rc<str>>,
    /// What names it among engines; empty for the app's own.
    key: String,
    maker: Maker,
    /// Whether a search of it can be interrupted.
    can_stop: bool,
    /// Whether it is reached by lines alone: a foreign engine.
    is_foreign: bool,
    /// Whether the user is told what it lacks.
    is_introduced: bool,
    /// The user's choices of its options; `None` for those of the engine before.
    choices: Option<Vec<(String, String)>>,
    supervisor: Supervisor<Box<dyn EngineLink>>,
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
    /// Starts to load the engine build that the app ships.
    pub fn new(files: EngineFiles) -> Self {
        let engine = Self::vacant(files);
        engine.load_shipped();
        engine
    }

    /// A place for an engine that is still to come: see [`Engine::take`] and [`Engine::take_shipped`].
    pub fn vacant(files: EngineFiles) -> Self {
        let wants_net = files.is_net_here && files.net.is_some();
        Self {
            inner: Rc::new_cyclic(|weak: &Weak<Inner>| Inner {
                files,
                tables: EngineReads::default(),
                present: RefCell::default(),
                candidate: RefCell::default(),
                awaits_shipped: Cell::default(),
                wants_net: Cell::new(wants_net),
                on_its_way: Cell::default(),
                early_request: RefCell::default(),
                choices: RefCell::default(),
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

    /// Asks for an analysis: the newest request wins. May be called as often as one likes.
    pub fn request(&self, request: AnalysisRequest) {
        if self.inner.present.borrow().is_none() {
            *self.inner.early_request.borrow_mut() = Some(request);
            return;
        }
        self.with_present(|supervisor, now_ms| supervisor.request(now_ms, request));
        // What was searched when the net arrived is not begun anew for it; what is searched next is.
        self.suit_build();
    }

    /// The builds with the net are in the browser: from the next request on the app's own engine evaluates with it.
    pub fn net_is_here(&self) {
        self.inner.wants_net.set(self.inner.files.net.is_some());
    }

    /// Stops the search, and forgets a request that waits.
    pub fn stop(&self) {
        self.inner.early_request.borrow_mut().take();
        self.with_present(Supervisor::stop);
    }

    /// Sets a UCI option. Options the engine does not offer are ignored.
    pub fn set_option(&self, name: &str, value: &str) {
        self.with_present(|supervisor, now_ms| supervisor.set_option(now_ms, name, value));
    }

    /// Takes the user's choices of the present engine's options, in place of those before. They go before what
    /// [`Engine::set_option`] says.
    pub fn choose_options(&self, choices: Vec<(String, String)>) {
        self.with_present(|supervisor, now_ms| supervisor.choose_options(now_ms, &choices));
        let is_news = *self.inner.choices.borrow() != choices;
        *self.inner.choices.borrow_mut() = choices;
        if is_news && self.inner.present.borrow().is_some() {
            // What it said with other options is over.
            self.tell(EngineEvent::Replaced);
        }
    }

    /// What names the present engine among engines; empty for the app's own, and while there is none.
    pub fn key(&self) -> String {
        self.inner.present.borrow().as_ref().map(|slot| slot.key.clone()).unwrap_or_default()
    }

    /// The list calls the engine `key` by this name now; an empty one is no news.
    pub fn set_title(&self, key: &str, title: &str) {
        if title.is_empty() || self.key() != key {
            return;
        }
        let mut snapshot = self.inner.snapshot.borrow_mut();
        snapshot.title = Some(title.into());
        let identity = snapshot.identity.clone();
        drop(snapshot);
        self.tell(EngineEvent::Identity(identity));
    }

    /// Where the app's files are.
    pub fn files(&self) -> EngineFiles {
        EngineFiles { is_net_here: self.inner.wants_net.get(), ..self.inner.files.clone() }
    }

    /// There is no engine for this place, and why.
    pub fn give_up(&self, reason: &str) {
        self.tell(EngineEvent::State(EngineState::Failed(reason.to_owned())));
    }

    /// Presses a button among the options.
    pub fn press(&self, name: &str) {
        self.with_present(|supervisor, now_ms| supervisor.press(now_ms, name));
    }

    /// Tells the evaluations of one engine, with one choice of options, from those of others. It stays the same when the page is
    /// loaded again: nothing in it is of one page only.
    pub fn author(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let present = self.inner.present.borrow();
        let key = present.as_ref().map(|slot| slot.key.as_str());
        let key = key.or(self.inner.awaits_shipped.get().then_some(""));
        key.hash(&mut hasher);
        if key == Some("") {
            // Another version of the app's own engine is another engine; its address has the hash of its content. With the net and
            // without it is the same: what was found before the net was there is shown until there is something newer.
            self.inner.files.terms.build_url.hash(&mut hasher);
        }
        self.inner.choices.borrow().hash(&mut hasher);
        let files = self.inner.tables.borrow().len();
        tables_read(present.as_ref().map(|slot| slot.maker), files).hash(&mut hasher);
        hasher.finish()
    }

    /// Gives these files to the engine as tablebases, and to every engine that takes its place. A worker takes files when
    /// it is started, so the engine begins in a fresh one. The app's own engine makes way for its build that reads tables, or comes
    /// back. [`EngineEvent::Replaced`] follows: what was found with other tables is searched again, also when the search had ended.
    pub fn set_tables(&self, files: Vec<NamedFile>) {
        let value = tables_value(&files);
        *self.inner.tables.borrow_mut() = files;
        // One that is being started has perhaps taken the files from before.
        self.inner.on_its_way.set(None);
        if self.suit_build() {
            return;
        }
        self.with_present(|supervisor, now_ms| {
            supervisor.set_option(now_ms, TABLES_OPTION, value);
            supervisor.restart(now_ms);
        });
        self.tell(EngineEvent::Replaced);
    }

    /// Tries again after [`EngineState::Failed`].
    pub fn retry(&self) {
        if self.inner.present.borrow().is_none() {
            self.load_shipped();
        } else {
            self.with_present(Supervisor::retry);
        }
    }

    /// What is known right now.
    pub fn snapshot(&self) -> EngineSnapshot {
        self.inner.snapshot.borrow().clone()
    }

    fn hear(&self, slot_id: u64, generation: Generation, heard: PortEvent<FromEngine>) {
        let now_ms = now_ms();
        let is = |slot: &RefCell<Option<Slot>>| slot.borrow().as_ref().is_some_and(|slot| slot.id == slot_id);
        if is(&self.inner.present) {
            self.with_present(|supervisor, now_ms| supervisor.hear(now_ms, generation, heard));
        } else if is(&self.inner.candidate) {
            if let Some(slot) = self.inner.candidate.borrow_mut().as_mut() {
                slot.supervisor.hear(now_ms, generation, heard);
            }
            self.after_candidate_call();
        }
    }

    fn with_present(&self, call: impl FnOnce(&mut Supervisor<Box<dyn EngineLink>>, f64)) {
        if let Some(slot) = self.inner.present.borrow_mut().as_mut() {
            call(&mut slot.supervisor, now_ms());
        }
        self.after_present_call();
    }

    /// Passes on what the present engine has to say and sets its timer.
    fn after_present_call(&self) {
        let events = match self.inner.present.borrow_mut().as_mut() {
            Some(slot) => {
                self.set_timer(slot);
                slot.supervisor.take_events()
            }
            None => Vec::new(),
        };
        for event in events {
            self.tell(event);
        }
    }

    fn set_timer(&self, slot: &mut Slot) {
        let slot_id = slot.id;
        slot.timer = slot.supervisor.deadline_ms().map(|at_ms| {
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
        let tick = |slot: &RefCell<Option<Slot>>| {
            slot.borrow_mut()
                .as_mut()
                .filter(|slot| slot.id == slot_id)
                .map(|slot| slot.supervisor.tick(now_ms))
                .is_some()
        };
        if tick(&self.inner.present) {
            self.after_present_call();
        } else if tick(&self.inner.candidate) {
            self.after_candidate_call();
        }
    }

    /// Tells every subscriber. A subscriber may call the engine: what comes of it is told after this event.
    fn tell(&self, event: EngineEvent) {
        let mut snapshot = self.inner.snapshot.borrow_mut();
        match &event {
            EngineEvent::State(state) => snapshot.state = state.clone(),
            EngineEvent::Identity(identity) => snapshot.identity = identity.clone(),
            EngineEvent::Analysis(update) => snapshot.analysis = Some(update.clone()),
            EngineEvent::Replaced => snapshot.analysis = None,
            EngineEvent::Notice(_) | EngineEvent::Refused(_) | EngineEvent::Tables(_) => {}
        }
        drop(snapshot);
        self.inner.events.tell(event);
    }
}

/// Lets the present engine rest whenever memory is asked for.
fn rest_when_asked(inner: Weak<Inner>) -> Subscription {
    memory_call::listen(move || {
        if let Some(inner) = inner.upgrade() {
            Engine { inner }.with_present(|supervisor, _| supervisor.rest());
        }
    })
}

/// How many files of tablebases an engine reads, of those that the user chose. The app's builds without a reader go on until the build
/// with one is there, and know no tables. An engine that is still to come is taken for one that reads them.
fn tables_read(maker: Option<Maker>, files: usize) -> usize {
    match maker.and_then(Maker::own) {
        Some(OwnBuild { tables: false, .. }) => 0,
        _ => files,
    }
}

/// Whether an engine is another one than that whose place it takes, so that what was found before is searched again. The app's builds
/// are the same engine, but for the tables that they read.
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
            "its successor, which reads them, is on its way"
        );
        assert_eq!(tables_read(Some(app(true, true)), 5), 5);
        assert_eq!(tables_read(Some(Maker::User), 5), 5);
        assert_eq!(tables_read(None, 5), 5);
    }
}
