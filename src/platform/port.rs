//! The page's end of a worker. The page owns the worker: it can terminate it at any time, and notices when it dies.
//!
//! gloo-worker's bridge can do neither (0.6 has no `terminate` and no `onerror`), so a [`Port`] talks to gloo-worker's
//! registrar with the messages of [`tabia_worker::wire`]. Messages posted before a worker's code runs may be lost, so they are queued
//! until the worker reports that it is listening. If it never does, because its script hangs or was cut off in a way that
//! no browser reports, it is given up after [`START_MS`], so that nothing waits forever.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::{Array, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabia_worker::abi::error_text;
use tabia_worker::wire::codec::{decode, encode};
use tabia_worker::wire::gloo::{BRIDGE, FromWorker, ToWorker};
use tabia_worker::wire::{Envelope, Generation, OtherProtocol, RequestId};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::clock::now_ms;
use crate::language::tr;

/// Maximum time for a worker's script and program to load and run, in milliseconds; allows for slow connections.
pub const START_MS: u32 = 30_000;

/// Delay in milliseconds beyond which a late timer means that the page was asleep; the worker's first message may then be queued behind it.
const LATE_MS: f64 = 500.0;

/// Extra time to wait for that message, in milliseconds.
const GRACE_MS: u32 = 2_000;

/// An event from a worker.
#[derive(Debug, Clone, PartialEq)]
pub enum PortEvent<Out> {
    /// A message.
    Message {
        /// Id of the request it replies to; 0 for unsolicited messages.
        id: RequestId,
        /// Content.
        body: Out,
    },
    /// The worker has become unusable.
    Fault(WorkerFault),
}

/// Why a worker is unusable. The text continues after the worker's name: "the book worker failed: …".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkerFault {
    /// The browser refused to start it, with the reason.
    #[error("{}", tr!("was refused by the browser: {reason}", reason = _0))]
    Refused(String),
    /// Its script, or a part of it, failed to load.
    #[error("{}", tr!("could not be loaded"))]
    NotLoaded,
    /// It was started but never reported that it is listening.
    #[error("{}", tr!("did not start within {seconds} s", seconds = START_MS / 1000))]
    NotStarted,
    /// It threw, with the message.
    #[error("{}", tr!("failed: {reason}", reason = _0))]
    Failed(String),
    /// Posting to it failed, with the reason.
    #[error("{}", tr!("cannot be reached: {reason}", reason = _0))]
    Unreachable(String),
    /// It posted an invalid message, with the reason.
    #[error("{}", tr!("sent a message that could not be read: {reason}", reason = _0))]
    Unreadable(String),
    /// It belongs to another build of the app.
    #[error(transparent)]
    OtherProtocol(#[from] OtherProtocol),
}

/// A worker that receives messages `In` and posts messages `Out`. Terminated when dropped, even from inside its own events; no events
/// arrive after that.
pub struct Port<In, Out> {
    generation: Generation,
    line: Rc<WorkerConnection>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
    _on_message_error: Closure<dyn FnMut(MessageEvent)>,
    _watchdog: Rc<Watchdog>,
    messages: PhantomData<(In, Out)>,
}

/// Connection to a worker.
struct WorkerConnection {
    worker: Worker,
    /// Queued messages with their transfer lists; `None` once the worker is listening.
    waiting: RefCell<Option<Vec<(JsValue, Array)>>>,
}

impl<In: Serialize, Out: DeserializeOwned + 'static> Port<In, Out> {
    /// Starts a worker with the script at `url`, absolute or relative to the page's base. `on_event` receives all events from it;
    /// messages of another generation are ignored.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn start(
        url: &str,
        generation: Generation,
        on_event: impl Fn(PortEvent<Out>) + 'static,
    ) -> Result<Self, WorkerFault> {
        let worker = Worker::new(url).map_err(|error| WorkerFault::Refused(error_text(&error)))?;
        let line = Rc::new(WorkerConnection { worker, waiting: RefCell::new(Some(Vec::new())) });
        let on_event = Rc::new(on_event);
        let watchdog = Watchdog::begin(&line, on_event.clone());
        let on_message = {
            let (line, on_event, watchdog) = (line.clone(), on_event.clone(), watchdog.clone());
            Closure::new(move |event: MessageEvent| {
                let heard = match decode(event.data()) {
                    Ok(message) => received(generation, message),
                    Err(error) => {
                        Received::Event(PortEvent::Fault(WorkerFault::Unreadable(error.to_string())))
                    }
                };
                match heard {
                    Received::Listens => {
                        watchdog.end();
                        line.open().unwrap_or_else(|fault| on_event(PortEvent::Fault(fault)));
                    }
                    Received::Event(event) => on_event(event),
                    Received::Stale => {}
                }
            })
        };
        let on_error = {
            let on_event = on_event.clone();
            Closure::new(move |event: ErrorEvent| on_event(PortEvent::Fault(fault_of(&event))))
        };
        let on_message_error = Closure::new(move |_: MessageEvent| {
            let reason = tr!("the browser could not rebuild it").to_owned();
            on_event(PortEvent::Fault(WorkerFault::Unreadable(reason)));
        });
        line.worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        line.worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        line.worker.set_onmessageerror(Some(on_message_error.as_ref().unchecked_ref()));
        let port = Self {
            generation,
            line,
            _on_message: on_message,
            _on_error: on_error,
            _on_message_error: on_message_error,
            _watchdog: watchdog,
            messages: PhantomData,
        };
        port.send(&ToWorker::Connected(BRIDGE), Array::new())?;
        Ok(port)
    }

    /// Posts a message, or queues it until the worker is listening.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn post(&self, id: RequestId, body: In) -> Result<(), WorkerFault> {
        self.post_with(id, body, Array::new())
    }

    /// Posts a message and transfers the objects in `transfer`.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn post_with(&self, id: RequestId, body: In, transfer: Array) -> Result<(), WorkerFault> {
        self.send(&ToWorker::ProcessInput(BRIDGE, Envelope::new(self.generation, id, body)), transfer)
    }

    fn send(&self, message: &ToWorker<Envelope<In>>, transfer: Array) -> Result<(), WorkerFault> {
        let value = encode(message).map_err(|error| WorkerFault::Unreachable(error.to_string()))?;
        self.line.post(value, transfer)
    }
}

impl<In, Out> Drop for Port<In, Out> {
    fn drop(&mut self) {
        // The closures are dropped with this value and must not be called any more.
        let worker = &self.line.worker;
        worker.set_onmessage(None);
        worker.set_onerror(None);
        worker.set_onmessageerror(None);
        worker.terminate();
    }
}

impl<In, Out> fmt::Debug for Port<In, Out> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Port").field("generation", &self.generation).finish_non_exhaustive()
    }
}

impl WorkerConnection {
    fn post(&self, message: JsValue, transfer: Array) -> Result<(), WorkerFault> {
        if let Some(waiting) = self.waiting.borrow_mut().as_mut() {
            waiting.push((message, transfer));
            return Ok(());
        }
        self.post_now(&message, &transfer)
    }

    /// Posts the queued messages in order, now that the worker is listening; from now on, messages are posted at once.
    fn open(&self) -> Result<(), WorkerFault> {
        let waiting = self.waiting.borrow_mut().take().unwrap_or_default();
        waiting.iter().try_for_each(|(message, transfer)| self.post_now(message, transfer))
    }

    fn post_now(&self, message: &JsValue, transfer: &Array) -> Result<(), WorkerFault> {
        let posted = self.worker.post_message_with_transfer(message, transfer);
        posted.map_err(|error| WorkerFault::Unreachable(error_text(&error)))
    }
}

/// Timeout for the first message of a worker.
struct Watchdog {
    timer: RefCell<Option<Timeout>>,
    since_ms: f64,
}

impl Watchdog {
    /// Calls `on_event` if the worker of `line` isn't listening in time, unless the watchdog is dropped before.
    fn begin<Out: 'static>(
        line: &Rc<WorkerConnection>,
        on_event: Rc<impl Fn(PortEvent<Out>) + 'static>,
    ) -> Rc<Self> {
        let watchdog = Rc::new(Self { timer: RefCell::default(), since_ms: now_ms() });
        let is_waiting = {
            let line = Rc::downgrade(line);
            move || line.upgrade().is_some_and(|line| line.waiting.borrow().is_some())
        };
        let give_up = Rc::new(move || {
            if is_waiting() {
                on_event(PortEvent::Fault(WorkerFault::NotStarted));
            }
        });
        let weak = Rc::downgrade(&watchdog);
        let first = Timeout::new(START_MS, move || {
            let Some(watchdog) = weak.upgrade() else { return };
            if now_ms() - watchdog.since_ms - f64::from(START_MS) > LATE_MS {
                watchdog.timer.replace(Some(Timeout::new(GRACE_MS, move || give_up())));
            } else {
                give_up();
            }
        });
        watchdog.timer.replace(Some(first));
        watchdog
    }

    fn end(&self) {
        self.timer.replace(None);
    }
}

/// Interpretation of a worker's message.
#[derive(Debug, PartialEq)]
enum Received<Out> {
    /// The worker's code is running.
    Listens,
    Event(PortEvent<Out>),
    /// From a terminated worker.
    Stale,
}

fn received<Out>(generation: Generation, message: FromWorker<Envelope<Out>>) -> Received<Out> {
    match message {
        FromWorker::WorkerLoaded => Received::Listens,
        FromWorker::ProcessOutput(_, Envelope { body: Err(other), .. }) => {
            Received::Event(PortEvent::Fault(other.into()))
        }
        FromWorker::ProcessOutput(_, envelope) if envelope.generation != generation => Received::Stale,
        FromWorker::ProcessOutput(_, Envelope { id, body: Ok(body), .. }) => {
            Received::Event(PortEvent::Message { id, body })
        }
    }
}

/// Converts a worker's `error` event.
fn fault_of(event: &ErrorEvent) -> WorkerFault {
    // If a script cannot be fetched, the event is plain and has no text.
    let text = Reflect::get(event, &"message".into()).ok().and_then(|text| text.as_string());
    text.filter(|text| !text.is_empty()).map_or(WorkerFault::NotLoaded, WorkerFault::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(generation: Generation, body: Result<&str, OtherProtocol>) -> FromWorker<Envelope<&str>> {
        FromWorker::ProcessOutput(BRIDGE, Envelope { generation, id: 7, body })
    }

    #[test]
    fn only_messages_of_this_generation_and_protocol_arrive() {
        assert_eq!(received::<&str>(2, FromWorker::WorkerLoaded), Received::Listens);
        let message = PortEvent::Message { id: 7, body: "hello" };
        assert_eq!(received(2, output(2, Ok("hello"))), Received::Event(message));
        assert_eq!(received(2, output(1, Ok("late"))), Received::Stale);
        let Received::Event(PortEvent::Fault(fault)) = received(2, output(2, Err(OtherProtocol(5)))) else {
            panic!("a worker of another build is of no use");
        };
        assert!(fault.to_string().contains("version 5") && fault.to_string().ends_with("reload the page"));
    }
}
