//! The line to an engine in a web worker.
//!
//! The worker is a gloo-worker worker, but the page does not use gloo-worker's bridge: the supervisor must be
//! able to kill a worker in the middle of a search, and must hear of it when one dies, and the bridge of
//! gloo-worker 0.6 can do neither (no `terminate`, no `onerror`; the `Worker` object inside is private). So a
//! `web_sys::Worker` is held here and spoken to in gloo-worker's own words, see
//! [`tabia_worker::envelope`].

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_worker::codec::{decode, encode};
use tabia_worker::envelope::{FromWorker, HandlerId, ToWorker};
use tabia_worker::messages::{FromHost, Load, NamedFile, PROTOCOL_VERSION, ToHost};
use tabia_worker::signals::Signals;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::link::{BatchId, EngineLink, Generation, LinkEvent};
use crate::text::worker_error;

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
    /// `None` where the page is not cross-origin isolated.
    signals: Option<Signals>,
    on_event: OnEvent,
    running: Option<Running>,
}

/// A worker with its listeners; killed when dropped.
struct Running {
    worker: Worker,
    /// What was sent before the worker's code ran; `None` from then on.
    queue: Rc<RefCell<Option<Vec<ToHost>>>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
    _on_message_error: Closure<dyn FnMut(MessageEvent)>,
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
        let signals = is_isolated().then(Signals::new);
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
        let running = Running::new(&self.worker_url, generation, &self.on_event)?;
        running.send(ToHost::Load(Load {
            protocol: PROTOCOL_VERSION,
            module: self.module.clone(),
            signals: self.signals.as_ref().map(Signals::buffer),
            files: self.files.borrow().clone(),
        }))?;
        self.running = Some(running);
        Ok(())
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), String> {
        let running = self.running.as_ref().ok_or("its worker is gone")?;
        running.send(ToHost::Lines { batch, lines })
    }

    fn signal_stop(&mut self, search: BatchId) -> bool {
        self.signals.as_ref().inspect(|signals| signals.stop(search)).is_some()
    }

    fn terminate(&mut self) {
        self.running = None;
    }
}

impl Running {
    fn new(url: &str, generation: Generation, on_event: &OnEvent) -> Result<Self, String> {
        let worker = Worker::new(url).map_err(|error| {
            format!("the browser refused to start its worker: {}", tabia_worker::abi::error_text(&error))
        })?;
        let queue = Rc::new(RefCell::new(Some(Vec::new())));

        let on_message = {
            let (worker, queue, on_event) = (worker.clone(), queue.clone(), on_event.clone());
            Closure::new(move |event: MessageEvent| {
                let answer = match decode::<FromWorker<FromHost>>(event.data()) {
                    Ok(FromWorker::WorkerLoaded) => loaded(&worker, &queue),
                    Ok(FromWorker::ProcessOutput(_, output)) => Ok(Some(link_event(output))),
                    Err(error) => Err(error.to_string()),
                };
                match answer {
                    Ok(Some(event)) => on_event(generation, event),
                    Ok(None) => {}
                    Err(message) => on_event(generation, LinkEvent::Fault { message }),
                }
            })
        };
        let on_error = {
            let on_event = on_event.clone();
            Closure::new(move |event: ErrorEvent| {
                let message = format!("its worker {}", worker_error(&event));
                on_event(generation, LinkEvent::Fault { message });
            })
        };
        let on_message_error = {
            let on_event = on_event.clone();
            Closure::new(move |_: MessageEvent| {
                let message = "a message of its worker could not be read".to_owned();
                on_event(generation, LinkEvent::Fault { message });
            })
        };
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_message_error.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            queue,
            _on_message: on_message,
            _on_error: on_error,
            _on_message_error: on_message_error,
        })
    }

    /// Posts a message, or keeps it until the worker listens: what is posted before is lost.
    fn send(&self, message: ToHost) -> Result<(), String> {
        match self.queue.borrow_mut().as_mut() {
            Some(queue) => {
                queue.push(message);
                Ok(())
            }
            None => post(&self.worker, &ToWorker::ProcessInput(HANDLER, message)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The closures go with this value: nothing may call them from here on.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

/// The worker's code runs: introduces the page and posts what waited.
fn loaded(worker: &Worker, queue: &RefCell<Option<Vec<ToHost>>>) -> Result<Option<LinkEvent>, String> {
    let Some(waiting) = queue.borrow_mut().take() else { return Ok(None) };
    post(worker, &ToWorker::Connected(HANDLER))?;
    for message in waiting {
        post(worker, &ToWorker::ProcessInput(HANDLER, message))?;
    }
    Ok(None)
}

fn post(worker: &Worker, message: &ToWorker<ToHost>) -> Result<(), String> {
    let value = encode(message).map_err(|error| error.to_string())?;
    worker
        .post_message(&value)
        .map_err(|error| format!("its worker cannot be reached: {}", tabia_worker::abi::error_text(&error)))
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
