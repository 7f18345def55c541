//! Connection to an engine in a web worker.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::WebAssembly;
use tabia_worker::abi::{can_be_signalled, has_threads};
use tabia_worker::engine::messages::{BatchId, FromEngine, Load, ToEngine};
use tabia_worker::engine::signals::Signals;
use tabia_worker::wire::{Generation, NamedFile};

use super::link::{EngineLink, EngineLinkError};
use super::multiplex::{BatchSender, Multiplex};
use super::threads::{HelperThreads, ThreadEvent};
use crate::language::tr;
use crate::platform::isolation::shares_memory;
use crate::platform::port::{Port, PortEvent};
use crate::services::uci_log::{self, Control, SendError, Sent, UciLog};

/// Receives the events of a worker, with its generation.
pub type OnEngineEvent = Rc<dyn Fn(Generation, PortEvent<FromEngine>)>;

/// Files that engines may read.
pub type EngineReads = Rc<RefCell<Vec<NamedFile>>>;

/// Engine build in a separate worker.
pub struct WorkerLink(Rc<WorkerLinkInner>);

struct WorkerLinkInner {
    worker_url: String,
    module: WebAssembly::Module,
    /// Files the engine may read, shared by all links of the page.
    files: EngineReads,
    /// `None` where memory cannot be shared, or for a build that does not import signals.
    signals: Option<Signals>,
    on_event: OnEngineEvent,
    running: RefCell<Option<Port<ToEngine, FromEngine>>>,
    /// Additional threads of a multi-threaded build, and their shared memory.
    helpers: RefCell<Option<HelperThreads>>,
    /// Purpose shown in the engine list.
    purpose: RefCell<Rc<str>>,
    /// Whether it answers one request and ends.
    is_passing: Cell<bool>,
    tap: RefCell<Option<UciLog>>,
    multiplex: RefCell<Multiplex>,
    /// Whether the owner wants every line.
    all_lines: Cell<bool>,
    weak: Weak<WorkerLinkInner>,
}

impl std::fmt::Debug for WorkerLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WorkerLink").field("worker_url", &self.0.worker_url).finish_non_exhaustive()
    }
}

impl WorkerLink {
    /// Creates a link to the engine build `module`, run by the worker script at `worker_url` (absolute, or relative to the page's base).
    ///
    /// Its workers may read `files`, as they are when a worker is started.
    pub fn new(
        worker_url: String,
        module: WebAssembly::Module,
        files: EngineReads,
        on_event: OnEngineEvent,
    ) -> Self {
        let can_share = shares_memory() && can_be_signalled(&module);
        let signals = can_share.then(Signals::allocate).flatten();
        Self(Rc::new_cyclic(|weak| WorkerLinkInner {
            worker_url,
            module,
            files,
            signals,
            on_event,
            running: RefCell::default(),
            helpers: RefCell::default(),
            purpose: RefCell::new(tr!("Engine").into()),
            is_passing: Cell::new(false),
            tap: RefCell::default(),
            multiplex: RefCell::default(),
            all_lines: Cell::new(false),
            weak: weak.clone(),
        }))
    }

    /// Sets the purpose shown in the console.
    #[must_use]
    pub fn for_purpose(self, purpose: &str) -> Self {
        self.0.purpose.replace(purpose.into());
        self
    }

    /// Marks an engine started for a single request; the console lists it after the others.
    #[must_use]
    pub fn for_question(self, purpose: &str) -> Self {
        self.0.is_passing.set(true);
        self.for_purpose(purpose)
    }

    /// Delivers every line of the engine. Otherwise, newer lines replace older ones of their kind.
    #[must_use]
    pub fn with_all_lines(self) -> Self {
        self.0.all_lines.set(true);
        self
    }

    /// Returns whether a running search can be signalled.
    pub fn can_signal(&self) -> bool {
        self.0.signals.is_some()
    }

    /// Returns the number of its engine in the console, once started.
    pub fn log_number(&self) -> Option<u32> {
        self.0.tap.borrow().as_ref().map(UciLog::number)
    }

    /// Signals a search begun with `go ponder` that the ponder move was played. Returns `false` if nothing reaches it.
    pub fn signal_ponder_hit(&self, search: BatchId) -> bool {
        self.0.signal("ponderhit", search, Signals::ponder_hit)
    }
}

impl WorkerLinkInner {
    /// Signals a search of the owner through shared memory.
    fn signal(&self, word: &str, search: BatchId, send: impl Fn(&Signals, BatchId)) -> bool {
        let Some(signals) = &self.signals else { return false };
        if let Some(wire) = self.multiplex.borrow().wire_of(search) {
            send(signals, wire);
            self.note(|tap| tap.sent_one(word));
        }
        true
    }

    fn note(&self, note: impl Fn(&UciLog)) {
        if let Some(tap) = self.tap.borrow().as_ref() {
            note(tap);
        }
    }

    /// Handles a worker event: logs it, and passes the owner's part to the owner.
    fn on_message(&self, generation: Generation, event: PortEvent<FromEngine>) {
        let event = match event {
            PortEvent::Message { id, body: FromEngine::Lines { lines, dropped, done } } => {
                self.note(|tap| {
                    if dropped > 0 {
                        tap.remark(&tr!("{dropped} lines dropped in favour of newer ones", dropped));
                    }
                    tap.received(&lines);
                });
                let source = self.multiplex.borrow_mut().on_output(id, done);
                let Some(BatchSender::Owner(id)) = source else { return };
                PortEvent::Message { id, body: FromEngine::Lines { lines, dropped, done } }
            }
            PortEvent::Message { id, body: FromEngine::OptionRemark { option, text } } => {
                self.note(|tap| tap.received(&[format!("info string {text}")]));
                let source = self.multiplex.borrow_mut().on_output(id, false);
                let Some(BatchSender::Owner(id)) = source else { return };
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
                self.note(|tap| tap.remark(&tr!("The worker {fault}", fault)));
                PortEvent::Fault(fault)
            }
            other @ PortEvent::Message { .. } => other,
        };
        (self.on_event)(generation, event);
    }

    /// Starts one more thread. If a thread fails to start, the search runs with fewer; one that fails later may have corrupted the shared
    /// memory, which counts as a failure of the engine.
    fn start_thread(&self, generation: Generation, block: u32, bytes: u32) {
        let weak = self.weak.clone();
        let on_event = move |event| {
            let Some(shared) = weak.upgrade() else { return };
            match event {
                ThreadEvent::Missing(reason) => shared.note(|tap| {
                    tap.remark(&tr!(
                        "A thread could not be started; the search continues with fewer: {reason}",
                        reason
                    ));
                }),
                ThreadEvent::Failed(reason) => {
                    let body = FromEngine::Fault(tr!("a thread of the engine failed: {reason}", reason));
                    shared.on_message(generation, PortEvent::Message { id: 0, body });
                }
            }
        };
        if let Some(helpers) = self.helpers.borrow_mut().as_mut() {
            helpers.start_thread(&self.module, block, bytes, on_event);
        }
    }

    fn post(&self, wire: BatchId, lines: Vec<String>) -> Result<(), EngineLinkError> {
        self.note(|tap| tap.sent(&lines));
        let running = self.running.borrow();
        let running = running.as_ref().ok_or(EngineLinkError::Gone)?;
        Ok(running.post(wire, ToEngine::Lines(lines))?)
    }

    /// Signals the running batch, whoever sent it.
    fn stop_by_hand(&self, word: &str) -> Result<Sent, SendError> {
        let newest = self.multiplex.borrow().newest().ok_or(SendError::Idle)?;
        let signals = self.signals.as_ref().ok_or(SendError::NoSignals)?;
        if word == "stop" {
            signals.stop(newest);
        } else {
            signals.ponder_hit(newest);
        }
        self.note(|tap| tap.sent_one(word));
        Ok(Sent::Now)
    }
}

impl Control for WorkerLinkInner {
    fn command(&self, line: &str) -> Result<Sent, SendError> {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        match word {
            "quit" => return Err(SendError::Quit),
            "stop" | "ponderhit" => return self.stop_by_hand(word),
            _ => {}
        }
        let (wire, is_busy) = {
            let mut multiplex = self.multiplex.borrow_mut();
            let is_busy = multiplex.is_busy();
            (multiplex.next_console_batch(), is_busy)
        };
        self.post(wire, vec![line.to_owned()]).map_err(|_| SendError::Ended)?;
        Ok(if is_busy { Sent::Waiting } else { Sent::Now })
    }

    fn want_all_lines(&self, is_wanted: bool) {
        if let Some(signals) = &self.signals {
            signals.want_all_lines(is_wanted);
        }
    }
}

impl EngineLink for WorkerLink {
    fn start(&mut self, generation: Generation) -> Result<(), EngineLinkError> {
        let shared = &self.0;
        // Kills the previous one, if any.
        shared.running.replace(None);
        shared.helpers.replace(None);
        if has_threads(&shared.module) {
            shared.helpers.replace(Some(HelperThreads::new().map_err(EngineLinkError::Refused)?));
        }
        shared.multiplex.borrow_mut().restart();
        if shared.tap.borrow().is_none() {
            let control: Weak<dyn Control> = shared.weak.clone();
            let open = if shared.is_passing.get() { UciLog::of_question } else { UciLog::new };
            shared.tap.replace(Some(open(&shared.purpose.borrow(), Some(control))));
        } else {
            shared.note(|tap| tap.remark(tr!("The engine is restarted")));
        }
        shared.want_all_lines(uci_log::is_watched());
        let weak = shared.weak.clone();
        let port = Port::start(&shared.worker_url, generation, move |event| {
            if let Some(shared) = weak.upgrade() {
                shared.on_message(generation, event);
            }
        })?;
        let load = ToEngine::Load(Load {
            module: shared.module.clone(),
            signals: shared.signals.as_ref().map(Signals::memory),
            all_lines: shared.all_lines.get() || (shared.signals.is_none() && uci_log::is_watched()),
            files: shared.files.borrow().clone(),
            threads: shared.helpers.borrow().as_ref().map(HelperThreads::threads),
        });
        port.post(0, load)?;
        shared.running.replace(Some(port));
        Ok(())
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), EngineLinkError> {
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
        self.0.helpers.replace(None);
        self.0.tap.replace(None);
    }
}
