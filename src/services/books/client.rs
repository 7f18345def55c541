//! Requests to a book worker and their answers. There are two kinds of workers: one looks books up ([`ProbeClient`]), the other makes,
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

use crate::platform::document::meta;
use crate::platform::port::{Port, PortEvent, WorkerFault};

/// The line to a worker of a kind.
type PortOf<Q> = Port<<Q as Questions>::Request, Reply<<Q as Questions>::Answer>>;
type OnReply<A> = Rc<dyn Fn(Reply<A>)>;

/// What a kind of book worker is asked, and what it answers.
pub trait Questions: 'static {
    /// A request.
    type Request: Serialize + 'static;
    /// What is found or made.
    type Answer: DeserializeOwned + 'static;
    /// The `meta` element that names the worker's script.
    const META: &'static str;
    /// The script where none is named.
    const SCRIPT: &'static str;
}

/// Books are looked up.
pub enum Probing {}

impl Questions for Probing {
    type Request = probe::messages::Request;
    type Answer = probe::messages::Answer;
    const META: &'static str = "tabia-probe-worker";
    const SCRIPT: &'static str = "probe-worker.js";
}

/// Books are made, changed and listed, openings of matches are read, and games teach.
pub enum Making {}

impl Questions for Making {
    type Request = book::messages::Request;
    type Answer = book::messages::Answer;
    const META: &'static str = "tabia-book-worker";
    const SCRIPT: &'static str = "book-host.js";
}

/// A client of the worker that looks books up.
pub type ProbeClient = Client<Probing>;
/// A client of a worker that makes, changes and lists books.
pub type BookClient = Client<Making>;

/// Why a request has no last answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// What the worker says, or how it failed.
    #[error("{0}")]
    Failed(String),
    /// The worker was ended meanwhile.
    #[error("it was cancelled")]
    Cancelled,
}

/// A worker that is started with the first request. When it fails, every request that waits is told so, and the next one starts a
/// fresh worker. Clones are the same client; the last one ends the worker.
pub struct Client<Q: Questions>(Rc<Inner<Q>>);

struct Inner<Q: Questions> {
    url: String,
    port: RefCell<Option<PortOf<Q>>>,
    next: Cell<RequestId>,
    /// Counts the workers that were started.
    generation: Cell<Generation>,
    waiting: RefCell<HashMap<RequestId, OnReply<Q::Answer>>>,
}

impl<Q: Questions> Clone for Client<Q> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q: Questions> PartialEq for Client<Q> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<Q: Questions> std::fmt::Debug for Client<Q> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Client").field("generation", &self.0.generation).finish_non_exhaustive()
    }
}

impl<Q: Questions> Client<Q> {
    /// A client whose workers run the script that the page names.
    pub fn of_page() -> Self {
        Self::new(meta(Q::META).unwrap_or_else(|| Q::SCRIPT.to_owned()))
    }

    /// A client whose workers run the script at `url`. None is started yet.
    pub fn new(url: String) -> Self {
        Self(Rc::new(Inner {
            url,
            port: RefCell::new(None),
            next: Cell::new(1),
            generation: Cell::new(0),
            waiting: RefCell::default(),
        }))
    }

    /// A client with a worker of its own.
    #[must_use]
    pub fn another(&self) -> Self {
        Self::new(self.0.url.clone())
    }

    /// Which worker runs, counted from 1; 0 is none. What was opened in another is no longer open.
    pub fn generation(&self) -> Generation {
        if self.0.port.borrow().is_some() { self.0.generation.get() } else { 0 }
    }

    /// Sends a request; `on_reply` hears of every answer.
    pub fn request(&self, request: Q::Request, on_reply: impl Fn(Reply<Q::Answer>) + 'static) {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        self.0.waiting.borrow_mut().insert(id, Rc::new(on_reply));
        if let Err(fault) = self.send(id, request) {
            self.fail(&fault);
        }
    }

    /// Sends a request and waits for its last answer; `on_part` hears of those before.
    ///
    /// # Errors
    /// [`AskError`]: what the worker says, or that it failed or was ended.
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
                // Nobody may wait any more.
                let _ = sender.send(result);
            }
        });
        receiver.await.unwrap_or(Err(AskError::Cancelled))
    }

    /// Ends the worker, in whatever it does. Nobody is told: the requests that wait are forgotten.
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
                    Self(inner).hear(event);
                }
            })?);
        }
        port.as_ref().map_or(Ok(()), |port| port.post(id, request))
    }

    fn hear(&self, event: PortEvent<Reply<Q::Answer>>) {
        match event {
            PortEvent::Message { id, body } => self.tell(id, body),
            PortEvent::Fault(fault) => self.fail(&fault),
        }
    }

    fn tell(&self, id: RequestId, reply: Reply<Q::Answer>) {
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
            on_reply(Reply::Failed(format!("the book worker {fault}")));
        }
    }
}
