//! The lines to match workers in the browser.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Int32Array, SharedArrayBuffer, Uint8Array};
use tabia_arena::MatchSettings;
use tabia_worker::codec::{decode, encode};
use tabia_worker::lab::ledger::{self, Facts, HEADER_WORDS, Mirror, used_words};
use tabia_worker::lab::log::{self, COUNTER_BYTES, Ring};
use tabia_worker::lab::messages::{
    BookFile, FromLab, LAB_PROTOCOL, LogTarget, Patience, Play, Player, Setup, Shared, Source, ToLab,
};
use tabia_worker::messages::NamedFile;
use web_sys::Blob;

use super::build::{Closer, Prepared};
use super::link::{Generation, LabLink, LinkEvent};
use crate::platform::owned_worker::{Heard, Outbox, OwnedWorker};
use crate::services::engine::worker_link::is_isolated;

/// Takes the events of the link: the worker's number and generation, and the event.
pub type OnEvent = Rc<dyn Fn(usize, Generation, LinkEvent)>;

/// Takes lines between a worker and its engines, in order and without gaps: the worker's number, and the lines.
pub type OnLog = Rc<dyn Fn(usize, &str)>;

/// Match workers of the browser. See [`LabLink`].
pub struct WebLink {
    worker_url: String,
    settings: MatchSettings,
    equipment: Equipment,
    patience: Patience,
    is_logging: bool,
    on_log: OnLog,
    on_event: OnEvent,
    slots: Vec<WorkerSlot>,
}

/// What a match is played with.
pub(super) struct Equipment {
    /// The engines, in the order of the settings.
    pub(super) engines: Vec<Prepared>,
    /// Their own books; engines beyond them have none.
    pub(super) books: Vec<Option<Blob>>,
    /// Endgame tables that end games, if there are any.
    pub(super) tables: Vec<NamedFile>,
}

/// What the page keeps for a worker's number.
struct WorkerSlot {
    running: Option<Running>,
    ledger: Rc<Ledger>,
    log: Rc<Log>,
}

/// A worker's ledger as the page reads it.
enum Ledger {
    Shared(Shared, Int32Array),
    Posted(RefCell<Mirror>),
}

/// A worker's log as the page reads it: its last lines.
enum Log {
    Off,
    /// Written by the worker, and how many bytes of it have come by post.
    Shared(Shared, Int32Array, Uint8Array, Cell<u32>),
    Posted(RefCell<Ring>),
}

/// A worker, ended when dropped, and then the foreign engines that it played with.
struct Running {
    worker: OwnedWorker,
    _closers: Closers,
}

/// What ends foreign engines; does so when dropped.
#[derive(Default)]
struct Closers(Vec<Closer>);

impl std::fmt::Debug for WebLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WebLink").field("worker_url", &self.worker_url).finish_non_exhaustive()
    }
}

impl WebLink {
    /// A link to workers that the script at `worker_url` starts (absolute, or relative to the page's base).
    pub(super) fn new(
        worker_url: String,
        settings: MatchSettings,
        equipment: Equipment,
        patience: Patience,
        (is_logging, on_log): (bool, OnLog),
        on_event: OnEvent,
    ) -> Self {
        Self { worker_url, settings, equipment, patience, is_logging, on_log, on_event, slots: Vec::new() }
    }

    /// The last lines between a worker and its engines.
    pub(super) fn log(&self, worker: usize) -> Option<String> {
        match &*self.slots.get(worker)?.log {
            Log::Off => None,
            Log::Shared(_, counter, ring, _) => Some(log::text(counter.get_index(0) as u32, &ring.to_vec())),
            Log::Posted(ring) => Some(ring.borrow().text()),
        }
    }

    /// Ends a worker. What it wrote and could not post any more is taken from its log.
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
        let is_isolated = is_isolated();
        while self.slots.len() <= worker {
            self.slots.push(WorkerSlot {
                running: None,
                ledger: Rc::new(Ledger::new(is_isolated)),
                log: Rc::new(Log::new(self.is_logging, is_isolated)),
            });
        }
        &mut self.slots[worker]
    }

    fn setup(&self, slot: (&Ledger, &Log)) -> Result<(Setup, Array, Closers), String> {
        let transfer = Array::new();
        let mut closers = Closers::default();
        let Equipment { engines, books, tables } = &self.equipment;
        let mut players = Vec::new();
        for (index, (settings, engine)) in self.settings.engines.iter().zip(engines).enumerate() {
            let source = match engine {
                Prepared::Build(module) => Source::Build(module.clone()),
                Prepared::Foreign(engine) => {
                    let opened = engine
                        .open()
                        .map_err(|error| format!("could not start {}: {error}", settings.name))?;
                    transfer.push(&opened.port);
                    closers.0.push(opened.close);
                    Source::Port(opened.port)
                }
            };
            players.push(Player {
                name: settings.name.clone(),
                source,
                options: settings.options.clone(),
                limits: settings.limits.clone(),
                book: books.get(index).cloned().flatten().map(BookFile),
                choosing: settings.book.as_ref().map(|book| book.choosing).unwrap_or_default(),
            });
        }
        let (ledger, log) = slot;
        let setup = Setup {
            protocol: LAB_PROTOCOL,
            players,
            rules: self.settings.adjudication,
            tables: tables.clone(),
            // Below 2^53, which a double holds exactly.
            seed: self.settings.seed as f64,
            keep: self.settings.keep(),
            patience: self.patience,
            ledger: match ledger {
                Ledger::Shared(memory, _) => Some(memory.clone()),
                Ledger::Posted(_) => None,
            },
            log: match log {
                Log::Off => LogTarget::Off,
                Log::Shared(memory, ..) => LogTarget::On(Some(memory.clone())),
                Log::Posted(_) => LogTarget::On(None),
            },
        };
        Ok((setup, transfer, closers))
    }
}

impl LabLink for WebLink {
    fn start(&mut self, worker: usize, generation: Generation) -> Result<(), String> {
        let on_event = self.on_event.clone();
        let url = self.worker_url.clone();
        let is_isolated = is_isolated();
        self.end(worker);
        let slot = self.slot(worker);
        // The old one may still write for a moment.
        slot.ledger = Rc::new(Ledger::new(is_isolated));
        let (ledger, log) = (slot.ledger.clone(), slot.log.clone());
        let (setup, transfer, closers) = self.setup((&ledger, &log))?;
        let on_log = self.on_log.clone();
        let started = OwnedWorker::start(&url, move |outbox, heard| match received(outbox, &ledger, heard) {
            Ok(Received::Event(event)) => on_event(worker, generation, event),
            Ok(Received::Log(lines)) => {
                log.take(&lines);
                on_log(worker, &lines);
            }
            Ok(Received::Nothing) => {}
            Err(message) => on_event(worker, generation, LinkEvent::Fault { message }),
        })
        .map_err(|reason| format!("was refused by the browser: {reason}"))?;
        let running = Running { worker: started, _closers: closers };
        running.send(&ToLab::Setup(Box::new(setup)), transfer)?;
        self.slot(worker).running = Some(running);
        Ok(())
    }

    fn play(&mut self, worker: usize, play: Play) -> Result<(), String> {
        let running = self.slots.get(worker).and_then(|slot| slot.running.as_ref());
        running.ok_or("is gone")?.send(&ToLab::Play(play), Array::new())
    }

    fn pause(&mut self, worker: usize, is_on: bool) {
        if let Some(running) = self.slots.get(worker).and_then(|slot| slot.running.as_ref()) {
            // A worker that cannot be reached is noticed by its silence.
            let _ = running.send(&ToLab::Pause(is_on), Array::new());
        }
    }

    fn terminate(&mut self, worker: usize) {
        self.end(worker);
    }

    fn facts(&self, worker: usize) -> Option<Facts> {
        match &*self.slots.get(worker)?.ledger {
            Ledger::Shared(_, words) => {
                let header = words.subarray(0, HEADER_WORDS as u32).to_vec();
                let used = used_words(&header) as u32;
                let all = words.subarray(0, used).to_vec();
                // Records are older than the header that counts them.
                ledger::read(&all).filter(|_| all.get(..HEADER_WORDS) == Some(&header))
            }
            Ledger::Posted(mirror) => ledger::read(mirror.borrow().words()),
        }
    }
}

impl Ledger {
    fn new(is_isolated: bool) -> Self {
        if !is_isolated {
            return Self::Posted(RefCell::default());
        }
        let buffer = SharedArrayBuffer::new(ledger::BYTES);
        let words = Int32Array::new(&buffer);
        // As a worker begins; nothing is zero that should be missing.
        words.subarray(0, HEADER_WORDS as u32).copy_from(ledger::Words::default().header());
        Self::Shared(Shared(buffer), words)
    }
}

impl Log {
    fn new(is_on: bool, is_isolated: bool) -> Self {
        match (is_on, is_isolated) {
            (false, _) => Self::Off,
            (true, false) => Self::Posted(RefCell::default()),
            (true, true) => {
                let buffer = SharedArrayBuffer::new(log::BYTES);
                let counter = Int32Array::new_with_byte_offset_and_length(&buffer, 0, 1);
                let ring = Uint8Array::new_with_byte_offset(&buffer, COUNTER_BYTES as u32);
                Self::Shared(Shared(buffer), counter, ring, Cell::new(0))
            }
        }
    }

    /// Takes lines that were posted.
    fn take(&self, lines: &str) {
        match self {
            Self::Off => {}
            Self::Shared(.., posted) => posted.set(posted.get().wrapping_add(lines.len() as u32)),
            Self::Posted(ring) => ring.borrow_mut().write(lines),
        }
    }

    /// What was written and not posted by a worker that is no more.
    fn rest(&self) -> Option<String> {
        let Self::Shared(_, counter, ring, posted) = self else { return None };
        let written = counter.get_index(0) as u32;
        let before = posted.replace(written);
        (before != written).then(|| log::text_since(before, written, &ring.to_vec()))
    }
}

/// What came of a message.
enum Received {
    Event(LinkEvent),
    Log(String),
    Nothing,
}

impl Running {
    /// Posts a message, or keeps it until the worker listens.
    fn send(&self, message: &ToLab, transfer: Array) -> Result<(), String> {
        let value = encode(message).map_err(|error| error.to_string())?;
        self.worker.outbox().post(value, transfer).map_err(|reason| cannot_reach(&reason))
    }
}

impl Drop for Closers {
    fn drop(&mut self) {
        for close in self.0.drain(..) {
            close();
        }
    }
}

fn cannot_reach(reason: &str) -> String {
    format!("cannot be reached: {reason}")
}

fn received(outbox: &Outbox, ledger: &Ledger, heard: Heard) -> Result<Received, String> {
    let data = match heard {
        Heard::Message(data) => data,
        Heard::Fault(fault) => return Err(fault),
    };
    Ok(Received::Event(match decode::<FromLab>(data).map_err(|error| error.to_string())? {
        FromLab::Loaded => {
            outbox.open().map_err(|reason| cannot_reach(&reason))?;
            return Ok(Received::Nothing);
        }
        FromLab::Ready { protocol: LAB_PROTOCOL } => LinkEvent::Ready,
        FromLab::Ready { protocol } => {
            return Err(format!(
                "is of another version than the page ({protocol} and {LAB_PROTOCOL}): reload the page"
            ));
        }
        FromLab::Game { unit, index, game } => LinkEvent::Game { unit, index, game },
        FromLab::Facts(words) => {
            if let Ledger::Posted(mirror) = ledger {
                mirror.borrow_mut().take(&words.to_vec());
            }
            return Ok(Received::Nothing);
        }
        FromLab::Log(lines) => return Ok(Received::Log(lines)),
        FromLab::CannotStart { player, message } => LinkEvent::CannotStart { player, message },
        FromLab::EngineFault { player, message } => LinkEvent::EngineFault { player, message },
        FromLab::Notice { player, message } => LinkEvent::Notice { player, message },
        FromLab::Fault { message } => return Err(format!("failed: {message}")),
    }))
}
