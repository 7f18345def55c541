//! Connections to match workers in the browser.

use std::rc::Rc;

use js_sys::Array;
use tabia_arena::MatchSettings;
use tabia_worker::matches::messages::{EngineSource, FromMatch, Patience, PlayGame, Player, Setup, ToMatch};
use tabia_worker::matches::shared_state::GameSnapshot;
use tabia_worker::wire::{FileBytes, Generation, NamedFile};
use web_sys::Blob;

use super::build::{Closer, Prepared};
use super::link::{MatchLink, MatchLinkError};
use super::match_threads::MatchThreads;
use super::shared_memory::{SharedLog, SharedState};
use super::uci_logs::MatchUciLogs;
use crate::platform::isolation::shares_memory;
use crate::platform::port::{Port, PortEvent};

/// Receives a worker's events: worker number, generation, event.
pub type OnMatchEvent = Rc<dyn Fn(usize, Generation, PortEvent<FromMatch>)>;

/// Receives the lines between a worker and its engines, in order and without gaps: worker number, lines.
pub type OnLog = Rc<dyn Fn(usize, &str)>;

/// Match workers of the browser. See [`MatchLink`].
pub struct MatchWorkerLink {
    worker_url: String,
    settings: MatchSettings,
    equipment: Equipment,
    patience: Patience,
    is_logging: bool,
    on_log: OnLog,
    on_event: OnMatchEvent,
    slots: Vec<WorkerSlot>,
}

/// Equipment of a match.
pub(super) struct Equipment {
    /// Engines, in the order of the settings.
    pub(super) engines: Vec<Prepared>,
    /// Own books of the engines; engines beyond the end have none.
    pub(super) books: Vec<Option<Blob>>,
    /// Tablebases for adjudication, if any.
    pub(super) tables: Vec<NamedFile>,
}

/// State held for a worker number.
struct WorkerSlot {
    running: Option<RunningWorker>,
    state: Rc<SharedState>,
    log: Rc<SharedLog>,
}

/// Running worker; when dropped, it ends, and then its foreign engines.
struct RunningWorker {
    port: Port<ToMatch, FromMatch>,
    _threads: Rc<MatchThreads>,
    _closers: Closers,
}

/// Closers of foreign engines; run when dropped.
#[derive(Default)]
struct Closers(Vec<Closer>);

impl std::fmt::Debug for MatchWorkerLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("MatchWorkerLink")
            .field("worker_url", &self.worker_url)
            .finish_non_exhaustive()
    }
}

impl MatchWorkerLink {
    /// Creates a link whose workers run the script at `worker_url` (absolute, or relative to the page's base).
    pub(super) fn new(
        worker_url: String,
        settings: MatchSettings,
        equipment: Equipment,
        patience: Patience,
        (is_logging, on_log): (bool, OnLog),
        on_event: OnMatchEvent,
    ) -> Self {
        Self { worker_url, settings, equipment, patience, is_logging, on_log, on_event, slots: Vec::new() }
    }

    /// Returns the latest lines between a worker and its engines.
    pub(super) fn log(&self, worker: usize) -> Option<String> {
        self.slots.get(worker)?.log.text()
    }

    /// Ends a worker. Lines it wrote but could not post are taken from its log.
    fn end(&mut self, worker: usize) {
        let Some(slot) = self.slots.get_mut(worker) else { return };
        if slot.running.take().is_none() {
            return;
        }
        if let Some(rest) = slot.log.rest() {
            (self.on_log)(worker, &rest);
        }
    }

    fn slot(&mut self, worker: usize) -> &mut WorkerSlot {
        let can_share = shares_memory();
        while self.slots.len() <= worker {
            self.slots.push(WorkerSlot {
                running: None,
                state: Rc::new(SharedState::new(can_share)),
                log: Rc::new(SharedLog::new(self.is_logging, can_share)),
            });
        }
        &mut self.slots[worker]
    }

    fn running(&self, worker: usize) -> Option<&RunningWorker> {
        self.slots.get(worker)?.running.as_ref()
    }

    fn setup(
        &self,
        state: &SharedState,
        log: &SharedLog,
        match_threads: &MatchThreads,
    ) -> Result<(Setup, Array, Closers), MatchLinkError> {
        let transfer = Array::new();
        let mut closers = Closers::default();
        let Equipment { engines, books, tables } = &self.equipment;
        let mut players = Vec::new();
        for (index, (settings, engine)) in self.settings.engines.iter().zip(engines).enumerate() {
            let source = match engine {
                Prepared::Build(module) => EngineSource::Build(module.clone()),
                Prepared::Threaded(build) => EngineSource::Threaded(build.clone()),
                Prepared::Foreign(engine) => {
                    let opened = engine
                        .open()
                        .map_err(|error| MatchLinkError::Engine { name: settings.name.clone(), error })?;
                    transfer.push(&opened.port);
                    closers.0.push(opened.close);
                    EngineSource::Port(opened.port)
                }
            };
            players.push(Player {
                name: settings.name.clone(),
                source,
                options: settings.options.clone(),
                limits: settings.limits.clone(),
                book: books.get(index).cloned().flatten().map(FileBytes),
                choosing: settings.book.as_ref().map(|book| book.choosing).unwrap_or_default(),
            });
        }
        let setup = Setup {
            players,
            rules: self.settings.adjudication,
            tables: tables.clone(),
            // Below 2^53, so an `f64` holds it exactly.
            seed: self.settings.seed as f64,
            keep: self.settings.keep(),
            patience: self.patience,
            state: state.memory(),
            log: log.target(),
            broken_instances: match_threads.broken(),
        };
        Ok((setup, transfer, closers))
    }
}

impl MatchLink for MatchWorkerLink {
    fn start(&mut self, worker: usize, generation: Generation) -> Result<(), MatchLinkError> {
        let on_event = self.on_event.clone();
        let can_share = shares_memory();
        self.end(worker);
        let slot = self.slot(worker);
        // The old worker may still write for a moment.
        slot.state = Rc::new(SharedState::new(can_share));
        let (state, log) = (slot.state.clone(), slot.log.clone());
        let match_threads = Rc::new(MatchThreads::new(&self.equipment.engines));
        let (setup, transfer, closers) = self.setup(&state, &log, &match_threads)?;
        let on_log = self.on_log.clone();
        let members = match_threads.clone();
        let uci_logs =
            MatchUciLogs::new(worker, self.settings.engines.iter().map(|engine| engine.name.clone()));
        let port = Port::start(&self.worker_url, generation, move |event| match event {
            PortEvent::Message { body: FromMatch::State(words), .. } => state.take(&words),
            PortEvent::Message { body: FromMatch::Log(lines), .. } => {
                log.take(&lines);
                uci_logs.note(&lines);
                on_log(worker, &lines);
            }
            PortEvent::Message {
                body: FromMatch::StartThread { player, instance, memory, block, bytes },
                ..
            } => {
                let on_event = on_event.clone();
                let notice = move |message| {
                    let body = FromMatch::Notice { player, message };
                    on_event(worker, generation, PortEvent::Message { id: 0, body });
                };
                members.start_thread(player, instance, memory, (block, bytes), notice);
            }
            PortEvent::Message { body: FromMatch::EndThreads { player }, .. } => members.end(player),
            event => on_event(worker, generation, event),
        })?;
        port.post_with(0, ToMatch::Setup(Box::new(setup)), transfer)?;
        self.slot(worker).running = Some(RunningWorker { port, _threads: match_threads, _closers: closers });
        Ok(())
    }

    fn play(&mut self, worker: usize, unit: usize, games: Vec<PlayGame>) -> Result<(), MatchLinkError> {
        let running = self.running(worker).ok_or(MatchLinkError::Gone)?;
        Ok(running.port.post(unit as u32, ToMatch::Play(games))?)
    }

    fn pause(&mut self, worker: usize, is_on: bool) {
        if let Some(running) = self.running(worker) {
            // If the worker is unreachable, its silence is noticed.
            let _ = running.port.post(0, ToMatch::Pause(is_on));
        }
    }

    fn terminate(&mut self, worker: usize) {
        self.end(worker);
    }

    fn snapshot(&self, worker: usize) -> Option<GameSnapshot> {
        self.slots.get(worker)?.state.snapshot()
    }
}

impl Drop for Closers {
    fn drop(&mut self) {
        for close in self.0.drain(..) {
            close();
        }
    }
}
