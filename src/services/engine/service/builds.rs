//! Choice of the build that the engine runs: one of the app's, with or without tablebase support and with or without the net, or one
//! dropped in by the user. A new build has to prove itself as a candidate before it replaces the current engine.

use std::rc::Rc;

use tabia_arena::player::Transport;
use tabia_worker::abi::can_be_signalled;
use wasm_bindgen_futures::spawn_local;

use super::{
    AnalysisSlot, Engine, EngineCandidate, EngineEvent, EngineState, Maker, OwnBuild, is_another,
    tables_value,
};
use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::services::engine::analysis_engine::{AnalysisEngine, TABLES_OPTION};
use crate::services::engine::build::{self, BuildError, EngineBuild};
use crate::services::engine::limitations::limitations;
use crate::services::engine::timeouts::Timeouts;
use crate::services::engine::worker_link::{OnEngineEvent, WorkerLink};
use crate::state::analysis_request::AnalysisRequest;

impl Engine {
    /// Takes the engine build in `bytes`, from a file called `name`. It replaces the current engine once it has proved to be an engine;
    /// otherwise a notice gives the reason and the current engine stays.
    pub fn set_build(&self, name: &str, bytes: Vec<u8>) {
        let (engine, name) = (self.clone(), name.to_owned());
        spawn_local(async move {
            match build::compile(name.clone(), bytes).await {
                Ok(build) => engine.try_build(build, Maker::User),
                Err(error) => {
                    engine.emit(EngineEvent::Notice(tr!("{name} was not loaded: {error}", name, error)));
                }
            }
        });
    }

    /// Returns the wanted build of the app.
    pub(super) fn wanted_build(&self) -> OwnBuild {
        OwnBuild { tables: !self.inner.tables.borrow().is_empty(), net: self.inner.wants_net.get() }
    }

    /// Returns the URL of a build of the app.
    pub(super) fn url_of(&self, build: OwnBuild) -> String {
        let files = &self.inner.files;
        let builds = files.net.as_ref().filter(|_| build.net).unwrap_or(&files.terms);
        let url = if build.tables { &builds.tables_build_url } else { &builds.build_url };
        url.clone()
    }

    /// Fetches the wanted build of the app if the current engine is another: the user chose the app's engine, or it lacks tablebase support,
    /// does not need it, or is to evaluate with the net. Returns whether there is nothing else to do.
    pub(super) fn suit_build(&self) -> bool {
        let wanted = self.wanted_build();
        let is_wrong = match self.inner.present.borrow().as_ref().map(|slot| slot.maker) {
            None => return true, // Checked again when it arrives.
            Some(maker) => self.inner.wants_shipped.get() && maker.own() != Some(wanted),
        };
        if is_wrong && self.inner.on_its_way.replace(Some(wanted)) != Some(wanted) {
            let engine = self.clone();
            spawn_local(async move {
                let build = build::fetch(&engine.url_of(wanted)).await;
                if engine.inner.on_its_way.get() != Some(wanted) {
                    return; // The user chose another engine, or other tablebases.
                }
                // The net arrives without a request for it.
                if wanted != engine.wanted_build() {
                    engine.suit_build();
                    return;
                }
                match build {
                    Ok(build) => engine.try_build(build, Maker::App(wanted)),
                    Err(error) => engine.not_arrived(wanted, &error),
                }
            });
        }
        is_wrong
    }

    /// Handles a failure to fetch a build of the app that was to replace another engine.
    fn not_arrived(&self, build: OwnBuild, error: &BuildError) {
        self.inner.on_its_way.set(None);
        let is_users = self.inner.present.borrow().as_ref().is_some_and(|slot| slot.maker == Maker::User);
        let text = if build.net {
            self.inner.wants_net.set(false);
            tr!(
                "The classical terms evaluate, because the engine with the net was not loaded: {error}",
                error
            )
        } else if is_users {
            tr!("The built-in engine was not loaded: {error}", error)
        } else {
            tr!("Tablebases cannot be used now, because the engine for them was not loaded: {error}", error)
        };
        self.emit(EngineEvent::Notice(text));
        if build.net {
            self.suit_build();
        }
    }

    pub(super) fn load_shipped(&self) {
        let engine = self.clone();
        self.inner.wants_shipped.set(true);
        self.emit(EngineEvent::State(EngineState::Loading));
        spawn_local(async move {
            let build = OwnBuild { tables: false, ..engine.wanted_build() };
            let arrived = build::fetch(&engine.url_of(build)).await;
            if engine.inner.present.borrow().is_some() {
                return; // One of the user's was quicker.
            }
            match arrived {
                Ok(arrived) => engine.start_shipped(arrived, build),
                // It was evicted from the browser's cache, and there is no network.
                Err(_) if build.net => {
                    engine.inner.wants_net.set(false);
                    engine.load_shipped();
                }
                Err(error) => {
                    engine.emit(EngineEvent::State(EngineState::Failed(tr!(
                        "The engine was not loaded: {error}",
                        error
                    ))));
                }
            }
        });
    }

    fn start_shipped(&self, arrived: EngineBuild, build: OwnBuild) {
        let mut slot = self.slot(self.shipped(arrived), Maker::App(build), false);
        let now_ms = now_ms();
        slot.analysis.start(now_ms);
        if let Some(request) = self.inner.early_request.borrow_mut().take() {
            slot.analysis.request(now_ms, request);
        }
        *self.inner.present.borrow_mut() = Some(slot);
        self.after_present_call();
        self.suit_build();
    }

    /// Switches to the app's own engine, unless it is already in use or on its way.
    pub fn take_shipped(&self) {
        self.inner.candidate.borrow_mut().take_if(|slot| slot.maker == Maker::User);
        let was_wanted = self.inner.wants_shipped.replace(true);
        let has_failed = matches!(self.inner.snapshot.borrow().state, EngineState::Failed(_));
        if self.inner.present.borrow().is_some() {
            self.suit_build();
        } else if !was_wanted || has_failed {
            self.load_shipped();
        }
    }

    /// Lets an engine replace the current one once it has proved itself; otherwise a notice gives the reason, and the current engine
    /// stays.
    pub fn take(&self, candidate: EngineCandidate) {
        self.try_candidate(candidate, Maker::User);
    }

    fn try_candidate(&self, candidate: EngineCandidate, maker: Maker) {
        if maker == Maker::User {
            self.inner.wants_shipped.set(false);
            self.inner.on_its_way.set(None);
        }
        let mut slot = self.slot(candidate, maker, true);
        slot.analysis.start(now_ms());
        *self.inner.candidate.borrow_mut() = Some(slot);
        self.after_candidate_call();
    }

    /// Prepares a build of the user as a candidate; see [`Engine::take`].
    pub fn candidate_of_build(&self, key: String, build: EngineBuild) -> EngineCandidate {
        let EngineBuild { name, module } = build;
        let (worker_url, files) = (self.inner.files.worker_url.clone(), self.inner.tables.clone());
        EngineCandidate {
            name,
            title: None,
            key,
            transport: Transport::Calls,
            can_stop: can_be_signalled(&module),
            is_introduced: true,
            choices: Some(Vec::new()),
            link: Box::new(move |on_event| {
                Box::new(WorkerLink::new(worker_url, module, files, on_event).for_purpose(tr!("Analysis")))
            }),
        }
    }

    pub(super) fn try_build(&self, build: EngineBuild, maker: Maker) {
        let candidate = match maker {
            Maker::User => self.candidate_of_build(build.name.clone(), build),
            Maker::App(_) => self.shipped(build),
        };
        self.try_candidate(candidate, maker);
    }

    /// Prepares the app's own build as a candidate.
    fn shipped(&self, build: EngineBuild) -> EngineCandidate {
        let is_other = self.inner.present.borrow().as_ref().is_some_and(|slot| slot.maker == Maker::User);
        let candidate = self.candidate_of_build(String::new(), build);
        // Option choices for another engine don't apply to this one.
        EngineCandidate { is_introduced: false, choices: is_other.then(Vec::new), ..candidate }
    }

    pub(super) fn slot(&self, candidate: EngineCandidate, maker: Maker, is_candidate: bool) -> AnalysisSlot {
        let id = self.inner.next_slot.get();
        self.inner.next_slot.set(id + 1);
        let inner = Rc::downgrade(&self.inner);
        let on_event: OnEngineEvent = Rc::new(move |generation, event| {
            if let Some(inner) = inner.upgrade() {
                Engine { inner }.on_message(id, generation, event);
            }
        });
        let EngineCandidate { name, title, key, transport, can_stop, is_introduced, choices, link } =
            candidate;
        let is_foreign = transport == Transport::Stream;
        let timeouts = timeouts_of(is_foreign);
        // An unknown engine gets one attempt and shorter timeouts.
        let patience = Timeouts { max_failures: 0, answer_ms: timeouts.answer_ms / 2.0, ..timeouts };
        let timeouts = if is_candidate { patience } else { timeouts };
        let mut analysis = AnalysisEngine::over(transport, link(on_event), timeouts);
        let value = tables_value(&self.inner.tables.borrow());
        analysis.set_option(now_ms(), TABLES_OPTION, value);
        match &choices {
            Some(choices) => analysis.choose_options(now_ms(), choices),
            None => analysis.choose_options(now_ms(), &self.inner.choices.borrow()),
        }
        if maker.own().is_some() && !self.inner.learned.borrow().is_empty() {
            analysis.set_learned(self.inner.learned.borrow().clone());
        }
        let title = title.map(Rc::from);
        AnalysisSlot {
            id,
            name,
            title,
            key,
            maker,
            can_stop,
            is_foreign,
            is_introduced,
            choices,
            analysis,
            timer: None,
        }
    }

    /// Checks whether the candidate has proved itself or failed.
    pub(super) fn after_candidate_call(&self) {
        let state = match self.inner.candidate.borrow_mut().as_mut() {
            Some(slot) => {
                self.set_timer(slot);
                slot.analysis.state()
            }
            None => return,
        };
        match state {
            EngineState::Idle => self.promote_candidate(),
            EngineState::Failed(reason) => {
                let refused = self.inner.candidate.borrow_mut().take();
                if let Some(slot) = refused {
                    self.refuse(&slot, &reason);
                }
            }
            _ => {}
        }
    }

    fn refuse(&self, slot: &AnalysisSlot, reason: &str) {
        self.inner.on_its_way.set(None);
        let is_net = slot.maker.own().is_some_and(|own| own.net);
        if is_net {
            self.inner.wants_net.set(false);
        }
        let text = tr!("{name} was not loaded: {error}", name = slot.name, error = reason);
        let is_own = self.inner.present.borrow().as_ref().is_some_and(|slot| slot.maker.own().is_some());
        self.inner.wants_shipped.set(is_own);
        if self.inner.present.borrow().is_some() {
            let text = if is_own { tr!("{text}. The built-in engine continues.", text) } else { text };
            self.emit(EngineEvent::Notice(text));
        } else {
            self.emit(EngineEvent::State(EngineState::Failed(text)));
        }
        self.emit(EngineEvent::Refused(slot.key.clone()));
        // What was to be done by a refused build of the user's, or by the one with the net, may be left to another of the app's.
        if is_own && (is_net || slot.maker == Maker::User) {
            self.suit_build();
        }
    }

    pub(super) fn promote_candidate(&self) {
        let Some(mut slot) = self.inner.candidate.borrow_mut().take() else { return };
        self.inner.on_its_way.set(None);
        // The previous engine ends with its worker; its unfinished request is taken over.
        let old = self.inner.present.borrow_mut().take();
        let wanted = match &old {
            Some(old) => old.analysis.wanted().map(|request| AnalysisRequest::clone(request)),
            None => self.inner.early_request.borrow_mut().take(),
        };
        let replaces = old.as_ref().is_some_and(|old| is_another(old.maker, slot.maker));
        drop(old);
        slot.analysis.set_timeouts(timeouts_of(slot.is_foreign));
        let lacks = slot
            .is_introduced
            .then(|| limitations(&slot.name, slot.can_stop, slot.analysis.identity()))
            .flatten();
        if let Some(choices) = slot.choices.take() {
            *self.inner.choices.borrow_mut() = choices;
        }
        if let Some(request) = wanted {
            slot.analysis.request(now_ms(), request);
        }
        self.inner.snapshot.borrow_mut().title.clone_from(&slot.title);
        *self.inner.present.borrow_mut() = Some(slot);
        if replaces {
            self.emit(EngineEvent::Replaced);
        }
        self.after_present_call();
        if let Some(lacks) = lacks {
            self.emit(EngineEvent::Notice(lacks));
        }
    }
}

/// Returns the timeouts of an engine. A foreign one has many megabytes to compile, and may be silent for long.
fn timeouts_of(is_foreign: bool) -> Timeouts {
    let usual = Timeouts::default();
    if is_foreign {
        Timeouts { load_ms: 30_000.0, answer_ms: 60_000.0, silence_ms: 90_000.0, ..usual }
    } else {
        usual
    }
}
