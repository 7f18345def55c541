//! The engine as the page uses it.
//!
//! An [`Engine`] is a handle: cheap to clone, equal to its clones. Components subscribe to it and keep what they
//! show in a state of their own, so that output of the engine renders nothing but the components that show it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use tabia_worker::abi::can_be_signalled;
use tabia_worker::engine::messages::FromEngine;
use tabia_worker::wire::{Generation, NamedFile};
use wasm_bindgen_futures::spawn_local;

use super::build::{self, EngineBuild};
pub use super::events::{EngineEvent, EngineSnapshot, EngineState, Identity};
use super::shortcomings::shortcomings;
use super::supervisor::Supervisor;
use super::timeouts::Timeouts;
use super::worker_link::{EngineReads, OnEvent, WorkerLink};
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe};
use crate::platform::port::PortEvent;
use crate::state::analysis_request::AnalysisRequest;

/// Where the app's files are, relative to the page's base address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFiles {
    /// The script that starts the engine worker.
    pub worker_url: String,
    /// The engine build that the app ships.
    pub build_url: String,
    /// The same engine with a reader of tablebases.
    pub tables_build_url: String,
}

impl Default for EngineFiles {
    fn default() -> Self {
        Self {
            worker_url: "engine-worker.js".to_owned(),
            build_url: "tabia.wasm".to_owned(),
            tables_build_url: "tabia-tables.wasm".to_owned(),
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
    /// A request that came before there was an engine.
    early_request: RefCell<Option<AnalysisRequest>>,
    snapshot: RefCell<EngineSnapshot>,
    events: Observable<EngineEvent>,
    next_slot: Cell<u64>,
}

/// Whose build an engine is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Maker {
    /// The app's; with a reader of tablebases or without.
    App { tables: bool },
    /// The user's.
    User,
}

/// A supervisor with its timer.
struct Slot {
    id: u64,
    name: String,
    maker: Maker,
    /// Whether a search of it can be interrupted.
    can_stop: bool,
    supervisor: Supervisor<WorkerLink>,
    timer: Option<Timeout>,
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
        let engine = Self {
            inner: Rc::new(Inner {
                files,
                tables: EngineReads::default(),
                present: RefCell::default(),
                candidate: RefCell::default(),
                early_request: RefCell::default(),
                snapshot: RefCell::new(EngineSnapshot {
                    state: EngineState::Loading,
                    identity: Rc::default(),
                    analysis: None,
                }),
                events: Observable::default(),
                next_slot: Cell::new(0),
            }),
        };
        engine.load_shipped();
        engine
    }

    /// Asks for an analysis: the newest request wins. May be called as often as one likes.
    pub fn request(&self, request: AnalysisRequest) {
        if self.inner.present.borrow().is_none() {
            *self.inner.early_request.borrow_mut() = Some(request);
            return;
        }
        self.with_present(|supervisor, now_ms| supervisor.request(now_ms, request));
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

    /// Gives these files to the engine as tablebases, and to every engine that takes its place. A worker takes files when
    /// it is started, so the engine begins in a fresh one; what it was searching is searched anew. The app's own engine
    /// makes way for its build that reads tables, or comes back.
    pub fn set_tables(&self, files: Vec<NamedFile>) {
        let value = tables_value(&files);
        *self.inner.tables.borrow_mut() = files;
        if self.suit_tables() {
            return;
        }
        self.with_present(|supervisor, now_ms| {
            supervisor.set_option(now_ms, TABLES_OPTION, value);
            supervisor.restart(now_ms);
        });
    }

    /// Tries again after [`EngineState::Failed`].
    pub fn retry(&self) {
        if self.inner.present.borrow().is_none() {
            self.load_shipped();
        } else {
            self.with_present(Supervisor::retry);
        }
    }

    /// Takes the engine build in `bytes`, a file called `name`. It replaces the present engine once it has
    /// shown that it is an engine; if it is none, a notice says why and the present engine stays.
    pub fn set_build(&self, name: &str, bytes: Vec<u8>) {
        let (engine, name) = (self.clone(), name.to_owned());
        spawn_local(async move {
            match build::compile(name.clone(), bytes).await {
                Ok(build) => engine.try_build(build, Maker::User),
                Err(error) => engine.tell(EngineEvent::Notice(format!("{name} was not loaded: {error}"))),
            }
        });
    }

    /// What is known right now.
    pub fn snapshot(&self) -> EngineSnapshot {
        self.inner.snapshot.borrow().clone()
    }

    /// Fetches the app's other build, if the engine that is there is the app's and should read tables and cannot, or can
    /// and need not. Returns whether nothing else is to be done.
    fn suit_tables(&self) -> bool {
        let wanted = Maker::App { tables: !self.inner.tables.borrow().is_empty() };
        let is_wrong = match self.inner.present.borrow().as_ref().map(|slot| slot.maker) {
            None => return true, // It is looked at again when it arrives.
            Some(Maker::User) => false,
            Some(own) => own != wanted,
        };
        if is_wrong {
            let engine = self.clone();
            let files = &self.inner.files;
            let url = if wanted == (Maker::App { tables: true }) {
                &files.tables_build_url
            } else {
                &files.build_url
            };
            let url = url.clone();
            spawn_local(async move {
                let build = build::fetch(&url).await;
                // Meanwhile the user may have changed his mind.
                if wanted != (Maker::App { tables: !engine.inner.tables.borrow().is_empty() }) {
                    return;
                }
                match build {
                    Ok(build) => engine.try_build(build, wanted),
                    Err(error) => engine.tell(EngineEvent::Notice(format!(
                        "Tablebases cannot be used now, because the engine for them was not loaded: {error}"
                    ))),
                }
            });
        }
        is_wrong
    }

    fn load_shipped(&self) {
        let engine = self.clone();
        self.tell(EngineEvent::State(EngineState::Loading));
        spawn_local(async move {
            match build::fetch(&engine.inner.files.build_url).await {
                Ok(build) => engine.start_shipped(build),
                Err(error) => {
                    engine.tell(EngineEvent::State(EngineState::Failed(format!(
                        "The engine was not loaded: {error}"
                    ))));
                }
            }
        });
    }

    fn start_shipped(&self, build: EngineBuild) {
        let mut slot = self.slot(build, Maker::App { tables: false }, Timeouts::default());
        let now_ms = now_ms();
        slot.supervisor.start(now_ms);
        if let Some(request) = self.inner.early_request.borrow_mut().take() {
            slot.supervisor.request(now_ms, request);
        }
        *self.inner.present.borrow_mut() = Some(slot);
        self.after_present_call();
        self.suit_tables();
    }

    fn try_build(&self, build: EngineBuild, maker: Maker) {
        // A stranger gets one chance, and less patience.
        let timeouts = Timeouts { max_failures: 0, answer_ms: 5_000.0, ..Timeouts::default() };
        let mut slot = self.slot(build, maker, timeouts);
        slot.supervisor.start(now_ms());
        *self.inner.candidate.borrow_mut() = Some(slot);
        self.after_candidate_call();
    }

    fn slot(&self, build: EngineBuild, maker: Maker, timeouts: Timeouts) -> Slot {
        let id = self.inner.next_slot.get();
        self.inner.next_slot.set(id + 1);
        let inner = Rc::downgrade(&self.inner);
        let on_event: OnEvent = Rc::new(move |generation, event| {
            if let Some(inner) = inner.upgrade() {
                Engine { inner }.hear(id, generation, event);
            }
        });
        let EngineBuild { name, module } = build;
        let can_stop = can_be_signalled(&module);
        let files = self.inner.tables.clone();
        let value = tables_value(&files.borrow());
        let link = WorkerLink::new(self.inner.files.worker_url.clone(), module, files, on_event);
        let mut supervisor = Supervisor::new(link, timeouts);
        supervisor.set_option(now_ms(), TABLES_OPTION, value);
        Slot { id, name, maker, can_stop, supervisor, timer: None }
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

    fn with_present(&self, call: impl FnOnce(&mut Supervisor<WorkerLink>, f64)) {
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

    /// Sees whether the candidate has proved itself, or failed.
    fn after_candidate_call(&self) {
        let state = match self.inner.candidate.borrow_mut().as_mut() {
            Some(slot) => {
                self.set_timer(slot);
                slot.supervisor.state()
            }
            None => return,
        };
        match state {
            EngineState::Idle => self.promote_candidate(),
            EngineState::Failed(reason) => {
                if let Some(slot) = self.inner.candidate.borrow_mut().take() {
                    self.tell(EngineEvent::Notice(format!("{} was not loaded: {reason}", slot.name)));
                }
            }
            _ => {}
        }
    }

    fn promote_candidate(&self) {
        let Some(mut slot) = self.inner.candidate.borrow_mut().take() else { return };
        // The one before goes with its worker; its unfinished work is taken over.
        let old = self.inner.present.borrow_mut().take();
        let wanted = match &old {
            Some(old) => old.supervisor.wanted().map(|request| AnalysisRequest::clone(request)),
            None => self.inner.early_request.borrow_mut().take(),
        };
        // The app's own builds are the same engine.
        let replaces = old.as_ref().is_some_and(|old| old.maker == Maker::User || slot.maker == Maker::User);
        drop(old);
        slot.supervisor.set_timeouts(Timeouts::default());
        let lacks = match slot.maker {
            Maker::User => shortcomings(&slot.name, slot.can_stop, slot.supervisor.identity()),
            Maker::App { .. } => None,
        };
        if let Some(request) = wanted {
            slot.supervisor.request(now_ms(), request);
        }
        *self.inner.present.borrow_mut() = Some(slot);
        if replaces {
            self.tell(EngineEvent::Replaced);
        }
        self.after_present_call();
        if let Some(lacks) = lacks {
            self.tell(EngineEvent::Notice(lacks));
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
            EngineEvent::Notice(_) | EngineEvent::Tables(_) => {}
        }
        drop(snapshot);
        self.inner.events.tell(event);
    }
}

/// The option that names tablebases. An engine build has no folders: any value means the files of its host.
const TABLES_OPTION: &str = "SyzygyPath";

fn tables_value(files: &[NamedFile]) -> &'static str {
    if files.is_empty() { "" } else { "files" }
}
