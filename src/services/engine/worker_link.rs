//! The line to an engine in a web worker.
//!
//! The worker is a gloo-worker worker, but the page does not use gloo-worker's bridge: the supervisor must be
//! able to kill a worker in the middle of a search, and must hear of it when one dies, and the bridge of
//! gloo-worker 0.6 can do neither (no `terminate`, no `onerror`; the `Worker` object inside is private). So the
//! page owns the worker ([`OwnedWorker`]) and speaks to it in gloo-worker's own words, see
//! [`tabia_worker::envelope`].

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, WebAssembly};
use tabia_worker::abi::can_be_signalled;
use tabia_worker::codec::{decode, encode};
use tabia_worker::envelope::{FromWorker, HandlerId, ToWorker};
use tabia_worker::messages::{FromHost, Load, NamedFile, PROTOCOL_VERSION, ToHost};
use tabia_worker::signals::Signals;

use super::link::{BatchId, EngineLink, Generation, LinkEvent};
use crate::platform::owned_worker::{Heard, Outbox, OwnedWorker};

/// The one bridge of a worker.
const HANDLER: HandlerId = 0;

/// Takes the events of a link, with the generation of the worker they come from.
pub type OnEvent = Rc<dyn Fn(Generation, LinkEvent)>;

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
    running: Option<OwnedWorker>,
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

/// Whether the page is cross-origin isolated, so that memory can be shared with workers.
pub fn is_isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into())
        .is_ok_and(|value| value.is_truthy())
}

impl EngineLink for WorkerLink {
    fn start(&mut self, generation: Generation) -> Result<(), String> {
        // Kills the one before, if any.
        self.running = None;
        let running = run(&self.worker_url, generation, self.on_event.clone())?;
        let load = ToHost::Load(Load {
            protocol: PROTOCOL_VERSION,
            module: self.module.clone(),
            signals: self.signals.as_ref().map(Signals::buffer),
            files: self.files.borrow().clone(),
        });
        post(&running, &ToWorker::ProcessInput(HANDLER, load))?;
        self.running = Some(running);
        Ok(())
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), String> {
        let running = self.running.as_ref().ok_or("its worker is gone")?;
        post(running, &ToWorker::ProcessInput(HANDLER, ToHost::Lines { batch, lines }))
    }

    fn signal_stop(&mut self, search: BatchId) -> bool {
        self.signals.as_ref().inspect(|signals| signals.stop(search)).is_some()
    }

    fn terminate(&mut self) {
        self.running = None;
    }
}

/// Starts a worker and introduces the page to it.
fn run(url: &str, generation: Generation, on_event: OnEvent) -> Result<OwnedWorker, String> {
    let worker = OwnedWorker::start(url, move |outbox, heard| match received(outbox, heard) {
        Ok(Some(event)) => on_event(generation, event),
        Ok(None) => {}
        Err(message) => on_event(generation, LinkEvent::Fault { message }),
    })
    .map_err(|reason| format!("the browser refused to start its worker: {reason}"))?;
    post(&worker, &ToWorker::Connected(HANDLER))?;
    Ok(worker)
}

fn received(outbox: &Outbox, heard: Heard) -> Result<Option<LinkEvent>, String> {
    let data = match heard {
        Heard::Message(data) => data,
        Heard::Fault(fault) => return Err(format!("its worker {fault}")),
    };
    match decode::<FromWorker<FromHost>>(data).map_err(|error| error.to_string())? {
        FromWorker::WorkerLoaded => outbox.open().map(|()| None).map_err(|reason| cannot_reach(&reason)),
        FromWorker::ProcessOutput(_, output) => Ok(Some(link_event(output))),
    }
}

fn post(worker: &OwnedWorker, message: &ToWorker<ToHost>) -> Result<(), String> {
    let value = encode(message).map_err(|error| error.to_string())?;
    worker.outbox().post(value, Array::new()).map_err(|reason| cannot_reach(&reason))
}

fn cannot_reach(reason: &str) -> String {
    format!("its worker cannot be reached: {reason}")
}

fn link_event(output: FromHost) -> LinkEvent {
    match output {
        FromHost::Loaded { protocol: PROTOCOL_VERSION } => LinkEvent::Loaded,
        FromHost::Loaded { protocol } => LinkEvent::Fault {
            message: format!(
                "the page and its engine worker are of different versions ({PROTOCOL_VERSION} and {protocol}): \
                 reload the page"
            ),
        },
        FromHost::Lines { batch, lines, dropped: _, done } => LinkEvent::Lines { batch, lines, done },
        FromHost::Fault { batch: _, message } => LinkEvent::Fault { message },
    }
}
