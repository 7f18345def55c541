//! The connection to the library worker, which is replaced when it fails.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use futures::channel::oneshot;
use tabia_worker::library::messages::{Failure, LibraryAnswer, LibraryReply, LibraryRequest};
use tabia_worker::wire::{Generation, RequestId};

use super::calls::{Calls, LibraryCommand};
use super::error::LibraryError;
use crate::platform::port::{Port, PortEvent};

/// Callback for each part of an answer.
type OnPart = Box<dyn Fn(LibraryAnswer)>;
/// Sender of a request's result.
type ResultSender = oneshot::Sender<Result<LibraryAnswer, LibraryError>>;

/// A worker started with the first request. When it fails, all pending requests fail, and the next request starts a new one. Clones share
/// the worker.
#[derive(Clone)]
pub(super) struct LibraryClient(Rc<LibraryClientInner>);

struct LibraryClientInner {
    url: String,
    port: RefCell<Option<Port<LibraryRequest, LibraryReply>>>,
    /// Counts the workers started.
    generation: Cell<Generation>,
    calls: RefCell<Calls>,
    waiting: RefCell<HashMap<RequestId, (Option<OnPart>, ResultSender)>>,
    /// Requests to send first to the next worker.
    postponed: RefCell<Vec<LibraryRequest>>,
}

impl LibraryClient {
    /// Creates a client whose workers run the script at `url`. None is started yet.
    pub(super) fn new(url: String) -> Self {
        Self(Rc::new(LibraryClientInner {
            url,
            port: RefCell::new(None),
            generation: Cell::new(0),
            calls: RefCell::default(),
            waiting: RefCell::default(),
            postponed: RefCell::default(),
        }))
    }

    /// Returns the number of the worker that gets the next request, from 1. What was opened in another is no longer open.
    pub(super) fn generation(&self) -> Generation {
        let is_running = self.0.port.borrow().is_some();
        if is_running { self.0.generation.get() } else { self.0.generation.get() + 1 }
    }

    /// Sends a request; `on_part` receives all parts of the answer except the last. Returns its number, for cancelling, and its result.
    pub(super) fn ask(
        &self,
        request: LibraryRequest,
        on_part: Option<OnPart>,
    ) -> (RequestId, impl Future<Output = Result<LibraryAnswer, LibraryError>> + use<>) {
        for request in self.0.postponed.take() {
            let (_, commands) = self.0.calls.borrow_mut().ask(request);
            self.run(commands);
        }
        let (sender, receiver) = oneshot::channel();
        let (id, commands) = self.0.calls.borrow_mut().ask(request);
        self.0.waiting.borrow_mut().insert(id, (on_part, sender));
        self.run(commands);
        // The sender is dropped only with the client, when nobody is left to receive it.
        (id, async move { receiver.await.unwrap_or(Err(Failure::Cancelled.into())) })
    }

    /// Sends a request whose answer is ignored, or postpones it to the next request if no worker is running. It starts no worker: if that
    /// failed, the user's next request would fail with it.
    pub(super) fn send(&self, request: LibraryRequest) {
        if self.0.port.borrow().is_some() {
            drop(self.ask(request, None));
        } else {
            self.0.postponed.borrow_mut().push(request);
        }
    }

    /// Cancels a request at its next slice.
    pub(super) fn cancel(&self, id: RequestId) {
        let commands = self.0.calls.borrow_mut().cancel(id);
        self.run(commands);
    }

    fn run(&self, commands: Vec<LibraryCommand>) {
        for command in commands {
            match command {
                LibraryCommand::Post(id, request) => self.post(id, *request),
                LibraryCommand::Part(id, answer) => {
                    // Taken out while it runs: it may send requests.
                    let entry = self.0.waiting.borrow_mut().remove(&id);
                    if let Some((on_part, sender)) = entry {
                        if let Some(on_part) = &on_part {
                            on_part(answer);
                        }
                        self.0.waiting.borrow_mut().insert(id, (on_part, sender));
                    }
                }
                LibraryCommand::Settle(id, result) => self.settle(id, result.map_err(LibraryError::from)),
            }
        }
    }

    fn settle(&self, id: RequestId, result: Result<LibraryAnswer, LibraryError>) {
        let entry = self.0.waiting.borrow_mut().remove(&id);
        if let Some((_, sender)) = entry {
            // The receiver may be gone.
            let _ = sender.send(result);
        }
    }

    fn post(&self, id: RequestId, request: LibraryRequest) {
        let posted = self.start().and_then(|()| {
            let port = self.0.port.borrow();
            port.as_ref().map_or(Ok(()), |port| port.post(id, request).map_err(|fault| fault.to_string()))
        });
        if let Err(fault) = posted {
            self.fail(&fault);
        }
    }

    /// Starts a worker if none is running.
    fn start(&self) -> Result<(), String> {
        if self.0.port.borrow().is_some() {
            return Ok(());
        }
        let generation = self.0.generation.get() + 1;
        self.0.generation.set(generation);
        let weak = Rc::downgrade(&self.0);
        let port = Port::start(&self.0.url, generation, move |event| on_message(&weak, event));
        *self.0.port.borrow_mut() = Some(port.map_err(|fault| fault.to_string())?);
        Ok(())
    }

    fn fail(&self, fault: &str) {
        let port = self.0.port.borrow_mut().take();
        drop(port);
        let waiting = self.0.calls.borrow_mut().forget();
        for id in waiting {
            self.settle(id, Err(LibraryError::Worker(fault.to_owned())));
        }
    }
}

fn on_message(inner: &Weak<LibraryClientInner>, event: PortEvent<LibraryReply>) {
    let Some(client) = inner.upgrade().map(LibraryClient) else { return };
    match event {
        PortEvent::Message { id, body } => {
            let commands = client.0.calls.borrow_mut().on_message(id, body);
            client.run(commands);
        }
        PortEvent::Fault(fault) => client.fail(&fault.to_string()),
    }
}
