//! Which build the engine runs: the app's, with a reader of tablebases or without, or one that the user dropped in. A build that is
//! new proves itself as a candidate before it takes the present engine's place.

use std::rc::Rc;

use tabia_worker::abi::can_be_signalled;
use wasm_bindgen_futures::spawn_local;

use super::{Engine, EngineEvent, EngineState, Maker, Slot, tables_value};
use crate::platform::clock::now_ms;
use crate::services::engine::build::{self, EngineBuild};
use crate::services::engine::shortcomings::shortcomings;
use crate::services::engine::supervisor::{Supervisor, TABLES_OPTION};
use crate::services::engine::timeouts::Timeouts;
use crate::services::engine::worker_link::{OnEvent, WorkerLink};
use crate::state::analysis_request::AnalysisRequest;

impl Engine {
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

    /// Fetches the app's other build, if the engine that is there is the app's and should read tables and cannot, or can
    /// and need not. Returns whether nothing else is to be done.
    pub(super) fn suit_tables(&self) -> bool {
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

    pub(super) fn load_shipped(&self) {
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

    pub(super) fn start_shipped(&self, build: EngineBuild) {
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

    pub(super) fn try_build(&self, build: EngineBuild, maker: Maker) {
        // A stranger gets one chance, and less patience.
        let timeouts = Timeouts { max_failures: 0, answer_ms: 5_000.0, ..Timeouts::default() };
        let mut slot = self.slot(build, maker, timeouts);
        slot.supervisor.start(now_ms());
        *self.inner.candidate.borrow_mut() = Some(slot);
        self.after_candidate_call();
    }

    pub(super) fn slot(&self, build: EngineBuild, maker: Maker, timeouts: Timeouts) -> Slot {
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

    /// Sees whether the candidate has proved itself, or failed.
    pub(super) fn after_candidate_call(&self) {
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

    pub(super) fn promote_candidate(&self) {
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
}
