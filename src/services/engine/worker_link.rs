//! The line to an engine in a web worker.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::WebAssembly;
use tabia_worker::abi::{can_be_signalled, has_threads};
use tabia_worker::engine::messages::{BatchId, FromEngine, Load, ToEngine};
use tabia_worker::engine::signals::Signals;
use tabia_worker::wire::{Generation, NamedFile};

use super::link::{EngineLink, LinkError};
use super::multiplex::{Multiplex, Source};
use super::threads::{Crew, ThreadEvent};
use crate::platform::isolation::shares_memory;
use crate::platform::port::{Port, PortEvent};
use crate::services::wiretap::{self, Control, Refusal, Sent, Tap};

/// Takes what is heard of a worker, with its generation.
pub type OnEvent = Rc<dyn Fn(Generation, PortEvent<FromEngine>)>;

/// The files that engines may read.
pub type EngineReads = Rc<RefCell<Vec<NamedFile>>>;

/// An engine build in a worker of its own.
pub struct WorkerLink(Rc<Shared>);

struct Shared {
    worker_url: String,
    module: WebAssembly::Module,
    /// What the engine may read, shared by all links of the page.
    files: EngineReads,
    /// `None` where no memory can be shared, and for a build that does not ask for signals.
    signals: Option<Signals>,
    on_event: OnEvent,
    running: RefCell<Option<Port<ToEngine, FromEngine>>>,
    /// The other threads of a build that has threads, and the memory of all.
    crew: RefCell<Option<Crew>>,
    /// What the engine is for, as it is listed.
    purpose: RefCell<Rc<str>>,
    /// Whether it answers one question and goes.
    is_passing: Cell<bool>,
    tap: RefCell<Option<Tap>>,
    multiplex: RefCell<Multiplex>,
    /// Whether the owner wants every line.
    all_lines: Cell<bool>,
    weak: Weak<Shared>,
}

impl std::fmt::Debug for WorkerLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WorkerLink").field("worker_url", &self.0.worker_url).finish_non_exhaustive()
    }
}

impl WorkerLink {
    /// A link to the engine build `module`, run by the worker script at `worker_url` (absolute, or relative to
    /// the page's base).
    ///
    /// Its workers may read `files`, as they are when a worker is started.
    pub fn new(
        worker_url: String,
        module: WebAssembly::Module,
        files: EngineReads,
        on_event: OnEvent,
    ) -> Self {
        let can_share = shares_memory() && can_be_signalled(&module);
        let signals = can_share.then(Signals::allocate).flatten();
        Self(Rc::new_cyclic(|weak| Shared {
            worker_url,
            module,
            files,
            signals,
            on_event,
            running: RefCell::default(),
            crew: RefCell::default(),
            purpose: RefCell::new("Engine".into()),
            is_passing: Cell::new(false),
            tap: RefCell::default(),
            multiplex: RefCell::default(),
            all_lines: Cell::new(false),
            weak: weak.clone(),
        }))
    }

    /// The link with what its engine is for, as the console lists it.
    #[must_use]
    pub fn for_purpose(self, purpose: &str) -> Self {
        self.0.purpose.replace(purpose.into());
        self
    }

    /// The link of an engine that is asked one thing and ended then; the console offers others first.
    #[must_use]
    pub fn for_question(self, purpose: &str) -> Self {
        self.0.is_passing.set(true);
        self.for_purpose(purpose)
    }

    /// The link, from which every line of the engine arrives. Otherwise newer lines replace older ones of their kind.
    #[must_use]
    pub fn with_all_lines(self) -> Self {
        self.0.all_lines.set(true);
        self
    }

    /// Whether a search can be told anything from outside.
    pub fn can_signal(&self) -> bool {
        self.0.signals.is_some()
    }

    /// The number of its engine in the console, once it was started.
    pub fn tap_number(&self) -> Option<u32> {
        self.0.tap.borrow().as_ref().map(Tap::number)
    }

    /// Tells a search that began with `go ponder` that the ponder move was played. Returns `false` where nothing reaches it.
    pub fn signal_ponder_hit(&self, search: BatchId) -> bool {
        self.0.signal("ponderhit", search, Signals::ponder_hit)
    }
}

impl Shared {
    /// Tells a search of the owner something by shared memory.
    fn signal(&self, word: &str, search: BatchId, tell: impl Fn(&Signals, BatchId)) -> bool {
        let Some(signals) = &self.signals else { return false };
        if let Some(wire) = self.multiplex.borrow().wire_of(search) {
            tell(signals, wire);
            self.note(|tap| tap.sent_one(word));
        }
        true
    }

    fn note(&self, note: impl Fn(&Tap)) {
        if let Some(tap) = self.tap.borrow().as_ref() {
            note(tap);
        }
    }

    /// Takes what the worker says: notes it, and tells the owner what is the owner's.
    fn hear(&self, generation: Generation, event: PortEvent<FromEngine>) {
        let event = match event {
            PortEvent::Message { id, body: FromEngine::Lines { lines, dropped, done } } => {
                self.note(|tap| {
                    if dropped > 0 {
                        tap.remark(&format!("{dropped} lines left out: newer ones took their place"));
                    }
                    tap.received(&lines);
                });
                let source = self.multiplex.borrow_mut().hear(id, done);
                let Some(Source::Owner(id)) = source else { return };
                PortEvent::Message { id, body: FromEngine::Lines { lines, dropped, done } }
            }
            PortEvent::Message { id, body: FromEngine::OptionRemark { option, text } } => {
                self.note(|tap| tap.received(&[format!("info string {text}")]));
                let source = self.multiplex.borrow_mut().hear(id, false);
                let Some(Source::Owner(id)) = source else { return };
                PortEvent::Message { id, body: FromEngine::OptionRemark { option, text } }
            }
            PortEvent::Message { body: FromEngine::StartThread { block, bytes }, .. } => {
                return self.start_thread(generation, block, bytes);
            }
            PortEvent::Message { id, body: FromEngine::Fault(reason) } => {
                self.note(|tap| tap.remark(&reason));
                PortEvent::Message { id, body: FromEngine::Fault(reason) }
            }
            PortEvent::Fault(fault) => {
                self.note(|tap| tap.remark(&format!("The worker {fault}")));
                PortEvent::Fault(fault)
            }
            other @ PortEvent::Message { .. } => other,
        };
        (self.on_event)(generation, event);
    }

    /// Starts one thread more. One that cannot be started is missed by the search, and no more; one that fails has perhaps broken
    /// what all share, so that the engine has failed.
    fn start_thread(&self, generation: Generation, block: u32, bytes: u32) {
        let weak = self.weak.clone();
        let on_event = move |event| {
            let Some(shared) = weak.upgrade() else { return };
            match event {
                ThreadEvent::Missing(reason) => shared.note(|tap| {
                    tap.remark(&format!(
                        "A thread could not be started, the search goes on with fewer: {reason}"
                    ));
                }),
                ThreadEvent::Failed(reason) => {
                    let body = FromEngine::Fault(format!("a thread of the engine failed: {reason}"));
                    shared.hear(generation, PortEvent::Message { id: 0, body });
                }
            }
        };
        if let Some(crew) = self.crew.borrow_mut().as_mut() {
            crew.start_thread(&self.module, block, bytes, on_event);
        }
    }

    fn post(&self, wire: BatchId, lines: Vec<String>) -> Result<(), LinkError> {
        self.note(|tap| tap.sent(&lines));
        let running = self.running.borrow();
        let running = running.as_ref().ok_or(LinkError::Gone)?;
        Ok(running.post(wire, ToEngine::Lines(lines))?)
    }

    /// Tells what runs to stop, whoever asked for it.
    fn stop_by_hand(&self, word: &str) -> Result<Sent, Refusal> {
        let newest = self.multiplex.borrow().newest().ok_or(Refusal::Idle)?;
        let signals = self.signals.as_ref().ok_or(Refusal::NoSignals)?;
        if word == "stop" {
            signals.stop(newest);
        } else {
            signals.ponder_hit(newest);
        }
        self.note(|tap| tap.sent_one(word));
        Ok(Sent::Now)
    }
}

impl Control for Shared {
    fn command(&self, line: &str) -> Result<Sent, Refusal> {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        match word {
            "quit" => return Err(Refusal::Quit),
            "stop" | "ponderhit" => return self.stop_by_hand(word),
            _ => {}
        }
        let (wire, is_busy) = {
            let mut multiplex = self.multiplex.borrow_mut();
            let is_busy = multiplex.is_busy();
            (multiplex.by_hand(), is_busy)
        };
        self.post(wire, vec![line.to_owned()]).map_err(|_| Refusal::Ended)?;
        Ok(if is_busy { Sent::Waiting } else { Sent::Now })
    }

    fn want_all_lines(&self, is_wanted: bool) {
        if let Some(signals) = &self.signals {
            signals.want_all_lines(is_wanted);
        }
    }
}

impl EngineLink for WorkerLink {
    fn start(&mut self, generation: Generation) -> Result<(), LinkError> {
        let shared = &self.0;
        // Kills the one before, if any.
        shared.running.replace(None);
        shared.crew.replace(None);
        if has_threads(&shared.module) {
            shared.crew.replace(Some(Crew::new().map_err(LinkError::Refused)?));
        }
        shared.multiplex.borrow_mut().restart();
        if shared.tap.borrow().is_none() {
            let control: Weak<dyn Control> = shared.weak.clone();
            let open = if shared.is_passing.get() { Tap::of_question } else { Tap::new };
            shared.tap.replace(Some(open(&shared.purpose.borrow(), Some(control))));
        } else {
            shared.note(|tap| tap.remark("The engine is started afresh"));
        }
        shared.want_all_lines(wiretap::is_watched());
        let weak = shared.weak.clone();
        let port = Port::start(&shared.worker_url, generation, move |event| {
            if let Some(shared) = weak.upgrade() {
                shared.hear(generation, event);
            }
        })?;
        let load = ToEngine::Load(Load {
            module: shared.module.clone(),
            signals: shared.signals.as_ref().map(Signals::memory),
            all_lines: shared.all_lines.get() || (shared.signals.is_none() && wiretap::is_watched()),
            files: shared.files.borrow().clone(),
            threads: shared.crew.borrow().as_ref().map(Crew::threads),
        });
        port.post(0, load)?;
        shared.running.replace(Some(port));
        Ok(())
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), LinkError> {
        let (wire, to_stop) = self.0.multiplex.borrow_mut().own(batch);
        if let (Some(typed), Some(signals)) = (to_stop, &self.0.signals) {
            signals.stop(typed);
        }
        self.0.post(wire, lines)
    }

    fn signal_stop(&mut self, search: BatchId) -> bool {
        self.0.signal("stop", search, Signals::stop)
    }

    fn is_busy_by_hand(&self) -> bool {
        self.0.multiplex.borrow().is_busy_by_hand()
    }

    fn terminate(&mut self) {
        self.0.running.replace(None);
        self.0.crew.replace(None);
        self.0.tap.replace(None);
    }
}
