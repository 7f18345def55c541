//! The line to an engine in a web worker.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_worker::abi::can_be_signalled;
use tabia_worker::engine::messages::{BatchId, FromEngine, Load, ToEngine};
use tabia_worker::engine::signals::Signals;
use tabia_worker::wire::{Generation, NamedFile};

use super::link::{EngineLink, LinkError};
use crate::platform::isolation::is_isolated;
use crate::platform::port::{Port, PortEvent};

/// Takes what is heard of a worker, with its generation.
pub type OnEvent = Rc<dyn Fn(Generation, PortEvent<FromEngine>)>;

/// The files that engines may read.
pub type EngineReads = Rc<RefCell<Vec<NamedFile>>>;

/// An engine build in a worker of its own.
pub struct WorkerLink {
    worker_url: String,
    module: WebAssembly::Module,
    /// What the engine may read, shared by all links of the page.
    files: EngineReads,
    /// `None` where the page is not cross-origin isolated, and for a build that does not ask for signals.
    signals: Option<Signals>,
    on_event: OnEvent,
    running: Option<Port<ToEngine, FromEngine>>,
}

impl std::fmt::Debug for WorkerLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WorkerLink").field("worker_url", &self.worker_url).finish_non_exhaustive()
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
        let signals = (is_isolated() && can_be_signalled(&module)).then(Signals::new);
        Self { worker_url, module, files, signals, on_event, running: None }
    }
}

impl WorkerLink {
    /// Whether a search can be told anything from outside.
    pub fn can_signal(&self) -> bool {
        self.signals.is_some()
    }

    /// Tells a search that began with `go ponder` that the ponder move was played. Returns `false` where nothing reaches it.
    pub fn signal_ponder_hit(&self, search: BatchId) -> bool {
        self.signals.as_ref().inspect(|signals| signals.ponder_hit(search)).is_some()
    }
}

impl EngineLink for WorkerLink {
    fn start(&mut self, generation: Generation) -> Result<(), LinkError> {
        // Kills the one before, if any.
        self.running = None;
        let on_event = self.on_event.clone();
        let port = Port::start(&self.worker_url, generation, move |event| on_event(generation, event))?;
        let load = ToEngine::Load(Load {
            module: self.module.clone(),
            signals: self.signals.as_ref().map(Signals::memory),
            files: self.files.borrow().clone(),
        });
        port.post(0, load)?;
        self.running = Some(port);
        Ok(())
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), LinkError> {
        let running = self.running.as_ref().ok_or(LinkError::Gone)?;
        Ok(running.post(batch, ToEngine::Lines(lines))?)
    }

    fn signal_stop(&mut self, search: BatchId) -> bool {
        self.signals.as_ref().inspect(|signals| signals.stop(search)).is_some()
    }

    fn terminate(&mut self) {
        self.running = None;
    }
}
