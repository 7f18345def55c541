//! Requests to a book worker and their answers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use futures::channel::oneshot;
use tabia_worker::book::messages::{Answer, FromBook, Request, RequestId, ToBook};

use super::link::{BookLink, LinkEvent};
use crate::platform::document::meta;

/// An answer to a request; the last says so.
#[derive(Debug)]
pub enum Reply {
    /// What was found or made, and whether nothing follows.
    Answer(Answer, bool),
    /// It could not be done, and why. Nothing follows.
    Failed(String),
}

type OnReply = Rc<dyn Fn(Reply)>;

/// A worker that is started with the first request. When it fails, every request that waits is told so, and the next one starts a
/// fresh worker. Clones are the same client; the last one ends the worker.
#[derive(Clone)]
pub struct BookClient(Rc<Inner>);

struct Inner {
    url: String,
    link: RefCell<Option<BookLink>>,
    next: Cell<RequestId>,
    /// Counts the workers that were started.
    generation: Cell<u32>,
    waiting: RefCell<HashMap<RequestId, OnReply>>,
}

impl PartialEq for BookClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for BookClient {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BookClient").field("generation", &self.0.generation).finish_non_exhaustive()
    }
}

impl BookClient {
    /// A client whose workers run the script that the page names.
    pub fn of_page() -> Self {
        Self::new(meta("tabia-book-worker").unwrap_or_else(|| "book-host.js".to_owned()))
    }

    /// A client whose workers run the script at `url`. None is started yet.
    pub fn new(url: String) -> Self {
        Self(Rc::new(Inner {
            url,
            link: RefCell::new(None),
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
    pub fn generation(&self) -> u32 {
        if self.0.link.borrow().is_some() { self.0.generation.get() } else { 0 }
    }

    /// Sends a request; `on_reply` hears of every answer.
    pub fn request(&self, request: Request, on_reply: impl Fn(Reply) + 'static) {
        let id = self.0.next.get();
        self.0.next.set(id + 1);
        self.0.waiting.borrow_mut().insert(id, Rc::new(on_reply));
        if let Err(reason) = self.send(&ToBook { id, request }) {
            self.fault(&reason);
        }
    }

    /// Sends a request and waits for its last answer; `on_part` hears of those before.
    ///
    /// # Errors
    /// What the worker says, or that it failed.
    pub async fn ask(&self, request: Request, on_part: impl Fn(Answer) + 'static) -> Result<Answer, String> {
        let (sender, receiver) = oneshot::channel();
        let sender = Cell::new(Some(sender));
        self.request(request, move |reply| {
            let result = match reply {
                Reply::Answer(answer, false) => return on_part(answer),
                Reply::Answer(answer, true) => Ok(answer),
                Reply::Failed(reason) => Err(reason),
            };
            if let Some(sender) = sender.take() {
                // Nobody may wait any more.
                let _ = sender.send(result);
            }
        });
        receiver.await.unwrap_or_else(|_| Err("it was cancelled".to_owned()))
    }

    /// Ends the worker, in whatever it does. Nobody is told: the requests that wait are forgotten.
    pub fn end(&self) {
        let link = self.0.link.borrow_mut().take();
        if let Some(link) = &link {
            link.terminate();
        }
        drop_later(link);
        self.0.waiting.borrow_mut().clear();
    }

    fn send(&self, message: &ToBook) -> Result<(), String> {
        let mut link = self.0.link.borrow_mut();
        if link.is_none() {
            let weak = Rc::downgrade(&self.0);
            self.0.generation.set(self.0.generation.get() + 1);
            *link = Some(BookLink::start(
                &self.0.url,
                Rc::new(move |event| {
                    if let Some(inner) = weak.upgrade() {
                        Self(inner).hear(event);
                    }
                }),
            )?);
        }
        link.as_ref().map_or(Ok(()), |link| link.send(message))
    }

    fn hear(&self, event: LinkEvent) {
        match event {
            LinkEvent::Message(FromBook::Answer { id, answer, done }) => {
                self.tell(id, Reply::Answer(answer, done), done);
            }
            LinkEvent::Message(FromBook::Failed { id, reason }) => self.tell(id, Reply::Failed(reason), true),
            LinkEvent::Message(FromBook::Ready { .. }) => {}
            LinkEvent::Fault(reason) => self.fault(&reason),
        }
    }

    fn tell(&self, id: RequestId, reply: Reply, done: bool) {
        let on_reply = if done {
            self.0.waiting.borrow_mut().remove(&id)
        } else {
            self.0.waiting.borrow().get(&id).cloned()
        };
        if let Some(on_reply) = on_reply {
            on_reply(reply);
        }
    }

    fn fault(&self, reason: &str) {
        drop_later(self.0.link.borrow_mut().take());
        let waiting: Vec<_> = self.0.waiting.borrow_mut().drain().collect();
        for (_, on_reply) in waiting {
            on_reply(Reply::Failed(reason.to_owned()));
        }
    }
}

/// Drops a link behind the event that is being handled: it may run inside one of the link's closures.
fn drop_later(link: Option<BookLink>) {
    wasm_bindgen_futures::spawn_local(async move { drop(link) });
}
