//! Requests to a book worker and their answers. There are two kinds of workers: one looks up books ([`ProbeClient`]), the other makes,
//! changes and lists them ([`BookClient`]).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use futures::channel::oneshot;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabia_worker::probe::messages::Reply;
use tabia_worker::wire::{Generation, RequestId};
use tabia_worker::{book, probe};

use crate::language::tr;
use crate::platform::document::meta;
use crate::platform::port::{Port, PortEvent, WorkerFault};

/// Connection to a worker of a kind.
type PortOf<Q> = Port<<Q as Questions>::Request, Reply<<Q as Questions>::Answer>>;
type OnReply<A> = Rc<dyn Fn(Reply<A>)>;

/// Protocol of a kind of book worker.
pub trait Questions: 'static {
    /// A request.
    type Request: Serialize + 'static;
    /// Type of the answers.
    type Answer: DeserializeOwned + 'static;
    /// The `meta` element with the URL of the worker's script.
    const META: &'static str;
    /// The default script.
    const SCRIPT: &'static str;
}

/// Book lookup.
pub enum Probing {}

impl Questions for Probing {
    type Request = probe::messages::ProbeRequest;
    type Answer = probe::messages::ProbeAnswer;
    const META: &'static str = "tabia-probe-worker";
    const SCRIPT: &'static str = "probe-worker.js";
}

/// Making, changing and listing books, reading match openings, and learning from games.
pub enum Making {}

impl Questions for Making {
    type Request = book::messages::BookRequest;
    type Answer = book::messages::BookAnswer;
    const META: &'static str = "tabia-book-worker";
    const SCRIPT: &'static str = "book-host.js";
}

/// Client of the worker that looks up books.
pub type ProbeClient = WorkerClient<Probing>;
/// Client of a worker that makes, changes and lists books.
pub type BookClient = WorkerClient<Making>;

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The worker reported an error, or failed.
    #[error("{0}")]
    Failed(String),
    /// The worker was terminated in the meantime.
    #[error("{}", tr!("it was cancelled"))]
    Cancelled,
}

/// A worker started with the first request. When it fails, all pending requests fail, and the next one starts a new worker. Clones share
/// the worker; the last one terminates it.
pub struct WorkerClient<Q: Questions>(Rc<WorkerClientInner<Q>>);

struct WorkerClientInner<Q: Questions> {
    url: String,
    port: RefCell<Option<PortOf<Q>>>,
    next: Cell<RequestId>,
    /// Counts the workers started.
    generation: Cell<Generation>,
    waiting: RefCell<HashMap<RequestId, OnReply<Q::Answer>>>,
}

impl<Q: Questions> Clone for WorkerClient<Q> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q: Questions> PartialEq for WorkerClient<Q> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<Q: Questions> std::fmt::Debug for WorkerClient<Q> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WorkerClient").field("generation", &self.0.generation).finish_non_exhaustive()
    }
}

impl<Q: Questions> WorkerClient<Q> {
    /// Creates a client whose workers run the script named by the page.
    pub fn of_page() -> Self {
        Self::new(meta(Q::META).unwrap_or_else(|| Q::SCRIPT.to_owned()))
    }

    /// Creates a client whose workers run the script at `url`. None is started yet.
    pub fn new(url: String) -> Self {
        Self(Rc::new(WorkerClientInner {
            url,
            port: RefCell::new(None),
            next: Cell::new(1),
            generation: Cell::new(0),
            waiting: RefCell::default(),
        }))
    }

    /// Creates a client with a separate worker.
    #[must_use]
    pub fn another(&self) -> Self {
        Self::new(self.0.url.clone())
    }

    /// Returns the number of the running worker, from 1; 0 is none. What was opened in another is no longer open.
    pub fn generation(&self) -> Generation {
        if self.0.port.borrow().is_some() { self.0.generation.get() } else { 0 }
    }

    /// Sends a request; `on_reply` receives every reply.
    pub fn request(&self, request: Q::Request, on_reply: impl Fn(Reply<Q::Answer>) + 'static) {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        self.0.waiting.borrow_mut().insert(id, Rc::new(on_reply));
        if let Err(fault) = self.send(id, request) {
            self.fail(&fault);
        }
    }

    /// Sends a request and waits for its last answer; `on_part` receives those before.
    ///
    /// # Errors
    /// [`AskError`] when the worker reports an error, fails or is terminated.
    pub async fn ask(
        &self,
        request: Q::Request,
        on_part: impl Fn(Q::Answer) + 'static,
    ) -> Result<Q::Answer, AskError> {
        let (sender, receiver) = oneshot::channel();
        let sender = Cell::new(Some(sender));
        self.request(request, move |reply| {
            let result = match reply {
                Reply::Answer { answer, done: false } => return on_part(answer),
                Reply::Answer { answer, done: true } => Ok(answer),
                Reply::Failed(reason) => Err(AskError::Failed(reason)),
            };
            if let Some(sender) = sender.take() {
                // The receiver may be gone.
                let _ = sender.send(result);
            }
        });
        receiver.await.unwrap_or(Err(AskError::Cancelled))
    }

    /// Terminates the worker, whatever it is doing. Pending requests are dropped without notice.
    pub fn end(&self) {
        self.0.port.borrow_mut().take();
        self.0.waiting.borrow_mut().clear();
    }

    fn send(&self, id: RequestId, request: Q::Request) -> Result<(), WorkerFault> {
        let mut port = self.0.port.borrow_mut();
        if port.is_none() {
            let weak = Rc::downgrade(&self.0);
            let generation = self.0.generation.get() + 1;
            self.0.generation.set(generation);
            *port = Some(Port::start(&self.0.url, generation, move |event| {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).on_message(event);
                }
            })?);
        }
        port.as_ref().map_or(Ok(()), |port| port.post(id, request))
    }

    fn on_message(&self, event: PortEvent<Reply<Q::Answer>>) {
        match event {
            PortEvent::Message { id, body } => self.reply(id, body),
            PortEvent::Fault(fault) => self.fail(&fault),
        }
    }

    fn reply(&self, id: RequestId, reply: Reply<Q::Answer>) {
        let on_reply = match reply {
            Reply::Answer { done: false, .. } => self.0.waiting.borrow().get(&id).cloned(),
            _ => self.0.waiting.borrow_mut().remove(&id),
        };
        if let Some(on_reply) = on_reply {
            on_reply(reply);
        }
    }

    fn fail(&self, fault: &WorkerFault) {
        self.0.port.borrow_mut().take();
        let waiting: Vec<_> = self.0.waiting.borrow_mut().drain().collect();
        for (_, on_reply) in waiting {
            on_reply(Reply::Failed(tr!("the book worker {fault}", fault)));
        }
    }
}
