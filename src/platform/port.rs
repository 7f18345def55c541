//! The page's end of a worker, which the page owns: it can end the worker whatever that does, and hears when it dies.
//!
//! gloo-worker's own bridge can do neither (0.6 knows no `terminate` and no `onerror`), so a [`Port`] speaks to gloo-worker's
//! registrar in the words of [`tabia_worker::wire`]. What is posted before a worker's code runs may be lost, so messages wait
//! until the worker says that it listens. One that never says so, because its script hangs or was cut off in a way that
//! no browser reports, is given up after [`START_MS`]: nobody waits for ever, whatever the worker is for.

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

/// How long a worker's script and program may take to arrive and to run, in milliseconds; a slow line is to be expected.
pub const START_MS: u32 = 30_000;

/// A timer that is later than this, in milliseconds, means that the page had slept: the worker's word may wait behind it.
const LATE_MS: f64 = 500.0;

/// How long it is waited for that word.
const GRACE_MS: u32 = 2_000;

/// What is heard of a worker.
#[derive(Debug, Clone, PartialEq)]
pub enum PortEvent<Out> {
    /// A message.
    Message {
        /// The request that it answers; 0 where it answers none.
        id: RequestId,
        /// What it says.
        body: Out,
    },
    /// The worker cannot be used any more.
    Fault(WorkerFault),
}

/// Why a worker cannot be used. The text goes on after the worker's name: "the book worker failed: …".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkerFault {
    /// The browser starts none, and why.
    #[error("was refused by the browser: {0}")]
    Refused(String),
    /// Its script, or a part of it, did not arrive.
    #[error("could not be loaded")]
    NotLoaded,
    /// It was started and never said that it listens.
    #[error("did not start within {} s", START_MS / 1000)]
    NotStarted,
    /// It threw, and what.
    #[error("failed: {0}")]
    Failed(String),
    /// Nothing can be posted to it, and why.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    /// It posted what is no message, and why it is none.
    #[error("sent a message that could not be read: {0}")]
    Unreadable(String),
    /// It is of another build of the app.
    #[error(transparent)]
    OtherProtocol(#[from] OtherProtocol),
}

/// A worker that takes messages `In` and posts messages `Out`; ended when dropped, also from inside its own events, and nothing
/// of it arrives from then on.
pub struct Port<In, Out> {
    generation: Generation,
    line: Rc<Line>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
    _on_message_error: Closure<dyn FnMut(MessageEvent)>,
    _watchdog: Rc<Watchdog>,
    messages: PhantomData<(In, Out)>,
}

/// The way to a worker.
struct Line {
    worker: Worker,
    /// What waits, each with what is transferred with it; `None` once the worker listens.
    waiting: RefCell<Option<Vec<(JsValue, Array)>>>,
}

impl<In: Serialize, Out: DeserializeOwned + 'static> Port<In, Out> {
    /// Starts a worker of the script at `url`, absolute or relative to the page's base. `on_event` hears of all that comes from
    /// it; messages of another generation are passed over.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn start(
        url: &str,
        generation: Generation,
        on_event: impl Fn(PortEvent<Out>) + 'static,
    ) -> Result<Self, WorkerFault> {
        let worker = Worker::new(url).map_err(|error| WorkerFault::Refused(error_text(&error)))?;
        let line = Rc::new(Line { worker, waiting: RefCell::new(Some(Vec::new())) });
        let on_event = Rc::new(on_event);
        let watchdog = Watchdog::begin(&line, on_event.clone());
        let on_message = {
            let (line, on_event, watchdog) = (line.clone(), on_event.clone(), watchdog.clone());
            Closure::new(move |event: MessageEvent| {
                let heard = match decode(event.data()) {
                    Ok(message) => heard(generation, message),
                    Err(error) => Heard::Event(PortEvent::Fault(WorkerFault::Unreadable(error.to_string()))),
                };
                match heard {
                    Heard::Listens => {
                        watchdog.end();
                        line.open().unwrap_or_else(|fault| on_event(PortEvent::Fault(fault)));
                    }
                    Heard::Event(event) => on_event(event),
                    Heard::Stale => {}
                }
            })
        };
        let on_error = {
            let on_event = on_event.clone();
            Closure::new(move |event: ErrorEvent| on_event(PortEvent::Fault(fault_of(&event))))
        };
        let on_message_error = Closure::new(move |_: MessageEvent| {
            let reason = "the browser could not rebuild it".to_owned();
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

    /// Posts a message, or keeps it until the worker listens.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn post(&self, id: RequestId, body: In) -> Result<(), WorkerFault> {
        self.post_with(id, body, Array::new())
    }

    /// Posts a message and hands over what is in `transfer`.
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
        // The closures go with this value: nothing may call them from here on.
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

impl Line {
    fn post(&self, message: JsValue, transfer: Array) -> Result<(), WorkerFault> {
        if let Some(waiting) = self.waiting.borrow_mut().as_mut() {
            waiting.push((message, transfer));
            return Ok(());
        }
        self.post_now(&message, &transfer)
    }

    /// The worker listens: posts what waited, in its order, and from now on all at once.
    fn open(&self) -> Result<(), WorkerFault> {
        let waiting = self.waiting.borrow_mut().take().unwrap_or_default();
        waiting.iter().try_for_each(|(message, transfer)| self.post_now(message, transfer))
    }

    fn post_now(&self, message: &JsValue, transfer: &Array) -> Result<(), WorkerFault> {
        let posted = self.worker.post_message_with_transfer(message, transfer);
        posted.map_err(|error| WorkerFault::Unreachable(error_text(&error)))
    }
}

/// Waits for the first word of a worker.
struct Watchdog {
    timer: RefCell<Option<Timeout>>,
    since_ms: f64,
}

impl Watchdog {
    /// Tells `on_event` if the worker of `line` does not listen in time. Nothing is told once this was dropped.
    fn begin<Out: 'static>(line: &Rc<Line>, on_event: Rc<impl Fn(PortEvent<Out>) + 'static>) -> Rc<Self> {
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

/// What a message of a worker comes to.
#[derive(Debug, PartialEq)]
enum Heard<Out> {
    /// Its code runs.
    Listens,
    Event(PortEvent<Out>),
    /// It is from a worker that was ended.
    Stale,
}

fn heard<Out>(generation: Generation, message: FromWorker<Envelope<Out>>) -> Heard<Out> {
    match message {
        FromWorker::WorkerLoaded => Heard::Listens,
        FromWorker::ProcessOutput(_, Envelope { body: Err(other), .. }) => {
            Heard::Event(PortEvent::Fault(other.into()))
        }
        FromWorker::ProcessOutput(_, envelope) if envelope.generation != generation => Heard::Stale,
        FromWorker::ProcessOutput(_, Envelope { id, body: Ok(body), .. }) => {
            Heard::Event(PortEvent::Message { id, body })
        }
    }
}

/// What became of a worker, as its `error` event tells.
fn fault_of(event: &ErrorEvent) -> WorkerFault {
    // A script that cannot be fetched gives a plain event without any text.
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
        assert_eq!(heard::<&str>(2, FromWorker::WorkerLoaded), Heard::Listens);
        let message = PortEvent::Message { id: 7, body: "hello" };
        assert_eq!(heard(2, output(2, Ok("hello"))), Heard::Event(message));
        assert_eq!(heard(2, output(1, Ok("late"))), Heard::Stale);
        let Heard::Event(PortEvent::Fault(fault)) = heard(2, output(2, Err(OtherProtocol(5)))) else {
            panic!("a worker of another build is of no use");
        };
        assert!(fault.to_string().contains("version 5") && fault.to_string().ends_with("reload the page"));
    }
}
