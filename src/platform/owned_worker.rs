//! A web worker that the page owns, with those who listen to it.
//!
//! What is posted before a worker's code runs may be lost. So messages wait in the [`Outbox`] until whoever owns the worker has
//! heard from it that it listens.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use js_sys::Array;
use tabia_worker::abi::error_text;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// What is heard of a worker.
#[derive(Debug)]
pub enum Heard {
    /// A message, as it came.
    Message(JsValue),
    /// It cannot be used any more. The text goes on after the worker's name.
    Fault(String),
}

/// A worker with its listeners; ended when dropped, whatever it does.
pub struct OwnedWorker {
    outbox: Rc<Outbox>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
    _on_message_error: Closure<dyn FnMut(MessageEvent)>,
}

/// What goes to a worker.
pub struct Outbox {
    worker: Worker,
    /// What waits, each with what is transferred with it; `None` once the worker listens.
    waiting: RefCell<Option<Vec<(JsValue, Array)>>>,
}

impl OwnedWorker {
    /// Starts a worker of the script at `url`, absolute or relative to the page's base. `on_heard` hears of all that comes from
    /// it, and is handed the way back.
    ///
    /// # Errors
    /// When the browser refuses, with its reason.
    pub fn start(url: &str, on_heard: impl Fn(&Outbox, Heard) + 'static) -> Result<Self, String> {
        let worker = Worker::new(url).map_err(|error| error_text(&error))?;
        let outbox = Rc::new(Outbox { worker, waiting: RefCell::new(Some(Vec::new())) });
        let hear = {
            let outbox = outbox.clone();
            Rc::new(move |heard| on_heard(&outbox, heard))
        };
        let on_message = {
            let hear = hear.clone();
            Closure::new(move |event: MessageEvent| hear(Heard::Message(event.data())))
        };
        let on_error = {
            let hear = hear.clone();
            Closure::new(move |event: ErrorEvent| hear(Heard::Fault(fault_of(&event))))
        };
        let on_message_error = Closure::new(move |_: MessageEvent| {
            hear(Heard::Fault("sent a message that could not be read".to_owned()));
        });
        outbox.worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        outbox.worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        outbox.worker.set_onmessageerror(Some(on_message_error.as_ref().unchecked_ref()));
        Ok(Self { outbox, _on_message: on_message, _on_error: on_error, _on_message_error: on_message_error })
    }

    /// What goes to the worker.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Ends the worker at once; nothing is heard of it any more.
    pub fn terminate(&self) {
        let worker = &self.outbox.worker;
        worker.set_onmessage(None);
        worker.set_onerror(None);
        worker.set_onmessageerror(None);
        worker.terminate();
    }
}

impl Drop for OwnedWorker {
    fn drop(&mut self) {
        // The closures go with this value: nothing may call them from here on.
        self.terminate();
    }
}

impl Outbox {
    /// Posts a message and hands over what is in `transfer`, or keeps both until [`open`](Self::open).
    ///
    /// # Errors
    /// When the browser refuses, with its reason.
    pub fn post(&self, message: JsValue, transfer: Array) -> Result<(), String> {
        if let Some(waiting) = self.waiting.borrow_mut().as_mut() {
            waiting.push((message, transfer));
            return Ok(());
        }
        self.post_now(&message, &transfer)
    }

    /// The worker listens: posts what waited, in its order, and from now on all at once.
    ///
    /// # Errors
    /// As [`post`](Self::post).
    pub fn open(&self) -> Result<(), String> {
        let waiting = self.waiting.borrow_mut().take().unwrap_or_default();
        waiting.iter().try_for_each(|(message, transfer)| self.post_now(message, transfer))
    }

    fn post_now(&self, message: &JsValue, transfer: &Array) -> Result<(), String> {
        self.worker.post_message_with_transfer(message, transfer).map_err(|error| error_text(&error))
    }
}

impl fmt::Debug for OwnedWorker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OwnedWorker").finish_non_exhaustive()
    }
}

/// What became of a worker, as its `error` event tells.
fn fault_of(event: &ErrorEvent) -> String {
    // A script that cannot be fetched gives a plain event without any text.
    let text = js_sys::Reflect::get(event, &"message".into()).ok().and_then(|text| text.as_string());
    match text {
        Some(text) if !text.is_empty() => format!("failed: {text}"),
        _ => "could not be loaded".to_owned(),
    }
}
