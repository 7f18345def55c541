//! One book worker.

use std::rc::Rc;

use js_sys::Array;
use tabia_worker::book::messages::{BOOK_PROTOCOL, FromBook, ToBook};
use tabia_worker::codec::{decode, encode};

use crate::platform::owned_worker::{Heard, Outbox, OwnedWorker};

/// What comes from a worker.
#[derive(Debug)]
pub enum LinkEvent {
    /// A message.
    Message(FromBook),
    /// It cannot be used any more, and why.
    Fault(String),
}

/// A worker with its listeners; ended when dropped, whatever it does.
#[derive(Debug)]
pub struct BookLink(OwnedWorker);

impl BookLink {
    /// Starts a worker of the script at `url`.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn start(url: &str, on_event: Rc<dyn Fn(LinkEvent)>) -> Result<Self, String> {
        OwnedWorker::start(url, move |outbox, heard| match received(outbox, heard) {
            Ok(Some(message)) => on_event(LinkEvent::Message(message)),
            Ok(None) => {}
            Err(reason) => on_event(LinkEvent::Fault(reason)),
        })
        .map(Self)
        .map_err(|reason| format!("the browser refused to start the book worker: {reason}"))
    }

    /// Ends the worker at once; nothing is heard of it any more.
    pub fn terminate(&self) {
        self.0.terminate();
    }

    /// Posts a message, or keeps it until the worker listens.
    ///
    /// # Errors
    /// When the worker cannot be reached.
    pub fn send(&self, message: &ToBook) -> Result<(), String> {
        let value = encode(message).map_err(|error| error.to_string())?;
        self.0.outbox().post(value, Array::new()).map_err(|reason| cannot_reach(&reason))
    }
}

fn received(outbox: &Outbox, heard: Heard) -> Result<Option<FromBook>, String> {
    let data = match heard {
        Heard::Message(data) => data,
        Heard::Fault(fault) => return Err(format!("the book worker {fault}")),
    };
    match decode::<FromBook>(data).map_err(|error| error.to_string())? {
        FromBook::Ready { protocol: BOOK_PROTOCOL } => {
            outbox.open().map(|()| None).map_err(|reason| cannot_reach(&reason))
        }
        FromBook::Ready { .. } => {
            Err("the page and its book worker are of different versions: reload the page".to_owned())
        }
        message => Ok(Some(message)),
    }
}

fn cannot_reach(reason: &str) -> String {
    format!("the book worker cannot be reached: {reason}")
}
