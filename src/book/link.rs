//! One book worker.

use std::cell::RefCell;
use std::rc::Rc;

use tabia_worker::abi::error_text;
use tabia_worker::book::messages::{BOOK_PROTOCOL, FromBook, ToBook};
use tabia_worker::codec::{decode, encode};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker};

use crate::text::worker_error;

/// What comes from a worker.
#[derive(Debug)]
pub enum LinkEvent {
    /// A message.
    Message(FromBook),
    /// It cannot be used any more, and why.
    Fault(String),
}

/// A worker with its listeners; ended when dropped, whatever it does.
pub struct BookLink {
    worker: Worker,
    /// What was sent before the worker's code ran; `None` from then on.
    queue: Rc<RefCell<Option<Vec<ToBook>>>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl std::fmt::Debug for BookLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BookLink").finish_non_exhaustive()
    }
}

impl BookLink {
    /// Starts a worker of the script at `url`.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn start(url: &str, on_event: Rc<dyn Fn(LinkEvent)>) -> Result<Self, String> {
        let worker = Worker::new(url).map_err(|error| {
            format!("the browser refused to start the book worker: {}", error_text(&error))
        })?;
        let queue = Rc::new(RefCell::new(Some(Vec::new())));
        let on_message = {
            let (worker, queue, on_event) = (worker.clone(), queue.clone(), on_event.clone());
            Closure::new(move |event: MessageEvent| {
                let event = match decode::<FromBook>(event.data()) {
                    Ok(FromBook::Ready { protocol: BOOK_PROTOCOL }) => match send_queue(&worker, &queue) {
                        Ok(()) => return,
                        Err(reason) => LinkEvent::Fault(reason),
                    },
                    Ok(FromBook::Ready { .. }) => LinkEvent::Fault(
                        "the page and its book worker are of different versions: reload the page".to_owned(),
                    ),
                    Ok(message) => LinkEvent::Message(message),
                    Err(error) => LinkEvent::Fault(error.to_string()),
                };
                on_event(event);
            })
        };
        let on_error = Closure::new(move |event: ErrorEvent| {
            on_event(LinkEvent::Fault(format!("the book worker {}", worker_error(&event))));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, queue, _on_message: on_message, _on_error: on_error })
    }

    /// Ends the worker at once; nothing is heard of it any more.
    pub fn terminate(&self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }

    /// Posts a message, or keeps it until the worker listens: what is posted before is lost.
    ///
    /// # Errors
    /// When the worker cannot be reached.
    pub fn send(&self, message: ToBook) -> Result<(), String> {
        match self.queue.borrow_mut().as_mut() {
            Some(queue) => {
                queue.push(message);
                Ok(())
            }
            None => post(&self.worker, &message),
        }
    }
}

impl Drop for BookLink {
    fn drop(&mut self) {
        // The closures go with this value: nothing may call them from here on.
        self.terminate();
    }
}

fn send_queue(worker: &Worker, queue: &RefCell<Option<Vec<ToBook>>>) -> Result<(), String> {
    let waiting = queue.borrow_mut().take().unwrap_or_default();
    waiting.iter().try_for_each(|message| post(worker, message))
}

fn post(worker: &Worker, message: &ToBook) -> Result<(), String> {
    let value = encode(message).map_err(|error| error.to_string())?;
    worker
        .post_message(&value)
        .map_err(|error| format!("the book worker cannot be reached: {}", error_text(&error)))
}
