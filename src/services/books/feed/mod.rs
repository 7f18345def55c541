//! The book of the analysis page: looked up with every step, shown by the panel and by nothing else.
//!
//! It stands beside Yew's tree: the page and the board are not rendered by it.
//! One question is in flight, and the newest waits: fast steps through a game do not pile up in the worker.
//!
//! The page has one feed ([`BookFeed::of_page`]): the book page chooses the book of the board through it, and both hear of new books.

mod keeping;
mod lookup;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tabia_worker::probe::messages::{Answer, Line, Looked, Request};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;

use self::lookup::{Command, Lookup};
use super::client::{AskError, ProbeClient};
use super::kept_book::BookBytes;
use super::shelf::{RemovedBook, Shelf};
use crate::platform::document::meta;
use crate::platform::local::storage;
use crate::platform::observable::{Observable, Observe};
use crate::state::book::{BookState, BookStatus, Choice};
use crate::storage::Database;

/// The number of the panel's book in its worker.
const BOOK: u32 = 1;
/// Where the choice is remembered.
const CHOICE_KEY: &str = "tabia.book";
/// Where it is remembered that the book is switched off.
const OFF_KEY: &str = "tabia.book.off";

/// Why a file was not opened as a book, or not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOpened {
    /// What happened.
    pub title: String,
    /// Why, and what to do.
    pub reason: String,
}

/// A book that was removed and can be put back.
#[derive(Clone)]
pub struct Removed {
    book: RemovedBook,
    was_chosen: bool,
}

/// A handle; its clones are equal to it.
#[derive(Clone)]
pub struct BookFeed(Rc<Inner>);

struct Inner {
    client: ProbeClient,
    shelf: Shelf,
    lookup: RefCell<Lookup>,
    events: Observable<()>,
    /// The move that the pointer is over, in Polyglot's code.
    hovered: Cell<Option<u16>>,
}

impl PartialEq for BookFeed {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for BookFeed {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

impl BookFeed {
    /// The feed of this page, over its default book and the books that the browser keeps. The default book is not fetched before it is
    /// asked for.
    pub fn of_page() -> Self {
        thread_local! {
            static FEED: BookFeed = {
                let default = meta("tabia-book").unwrap_or_else(|| "book.packed".to_owned());
                BookFeed::new(ProbeClient::of_page(), Shelf::new(default, Database::of_page()))
            };
        }
        FEED.with(Self::clone)
    }

    /// A feed that looks up the book which was chosen last.
    pub fn new(client: ProbeClient, shelf: Shelf) -> Self {
        let storage = storage();
        let kept = |key| storage.as_ref().and_then(|storage| storage.get_item(key).ok()?);
        let choice = Choice::of_id(&kept(CHOICE_KEY).unwrap_or_default());
        let is_on = kept(OFF_KEY).is_none();
        Self(Rc::new(Inner {
            client,
            shelf,
            lookup: RefCell::new(Lookup::new(choice, is_on)),
            events: Observable::default(),
            hovered: Cell::new(None),
        }))
    }

    /// What is known now.
    pub fn state(&self) -> BookState {
        self.0.lookup.borrow().state().clone()
    }

    /// The books that can be chosen.
    pub fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    /// From now on the panel is about this line.
    pub fn ask(&self, line: Line) {
        self.hover(None);
        self.0.lookup.borrow_mut().ask(line);
        if self.0.lookup.borrow().is_started() {
            self.drive();
        }
    }

    /// From now on questions are asked: worker and book are fetched with the first one. Later calls do nothing.
    pub fn begin(&self) {
        if self.0.lookup.borrow().is_started() {
            return;
        }
        let feed = self.clone();
        spawn_local(async move {
            // If it cannot be read, choosing a kept book says so.
            if feed.0.shelf.load().await.is_ok() {
                feed.tell();
            }
        });
        self.0.lookup.borrow_mut().start();
        self.drive();
    }

    /// Chooses a book, or switches the book on or off.
    pub fn choose(&self, choice: Choice, on: bool) {
        self.hover(None);
        self.0.lookup.borrow_mut().choose(choice, on);
        self.drive();
        self.remember();
    }

    fn remember(&self) {
        let state = self.state();
        let Some(storage) = storage() else { return };
        // A private window or a full disk: the choice then lasts as long as the page.
        let _ = storage.set_item(CHOICE_KEY, state.choice.id());
        let _ = if state.is_on() { storage.remove_item(OFF_KEY) } else { storage.set_item(OFF_KEY, "") };
    }

    /// Opens the chosen book again: after a failure, or when its bytes have changed.
    pub fn retry(&self) {
        let state = self.state();
        self.0.lookup.borrow_mut().forget_opened();
        self.choose(state.choice, true);
    }

    /// The move that the pointer is over.
    pub fn hovered(&self) -> Option<u16> {
        self.0.hovered.get()
    }

    /// The pointer is over this move, or over none.
    pub fn hover(&self, code: Option<u16>) {
        if self.0.hovered.replace(code) != code {
            self.tell();
        }
    }

    /// What the book that is open, and the names of openings, say of a line, beside what the panel asks; `None` if the worker fails.
    pub async fn look_once(&self, line: Line) -> Option<Looked> {
        let is_open = matches!(self.state().status, BookStatus::Ready { .. });
        let found: Rc<RefCell<Option<Looked>>> = Rc::default();
        let keep = |answer: Answer| {
            if let Answer::Looked(looked) = answer {
                found.replace(Some(looked));
            }
        };
        let first = {
            let found = Rc::clone(&found);
            move |answer| {
                if let Answer::Looked(looked) = answer {
                    found.replace(Some(looked));
                }
            }
        };
        let last = self.0.client.ask(Request::Look { book: is_open.then_some(BOOK), line }, first).await;
        keep(last.ok()?);
        found.take()
    }

    /// Does what is to be done, and tells what has changed.
    fn drive(&self) {
        loop {
            let command = self.0.lookup.borrow_mut().next_command(self.0.client.generation());
            match command {
                Some(Command::Open { opening, choice }) => self.open(opening, choice),
                Some(Command::Look { opening, with_book, line }) => self.look(opening, with_book, line),
                None => break,
            }
        }
        if self.0.lookup.borrow_mut().take_change() {
            self.tell();
        }
    }

    fn open(&self, opening: u32, choice: Choice) {
        let feed = self.clone();
        spawn_local(async move {
            let bytes = feed.0.shelf.bytes(&choice).await;
            // The worker opens what arrives last: bytes that took long must not come behind those of a newer choice.
            if !feed.0.lookup.borrow().is_current(opening) {
                return;
            }
            let result = match bytes {
                Ok(bytes) => feed.open_bytes(bytes).await.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            let worker = feed.0.client.generation();
            feed.0.lookup.borrow_mut().opened(opening, worker, result);
            feed.drive();
        });
    }

    async fn open_bytes(&self, bytes: BookBytes) -> Result<u64, AskError> {
        let open =
            Request::Open { book: BOOK, file: FileBytes(bytes.book), stats: bytes.stats.map(FileBytes) };
        match self.0.client.ask(open, |_| {}).await? {
            Answer::Opened { entries, .. } => Ok(entries as u64),
            other => Err(AskError::Failed(format!("the book worker answered {other:?}"))),
        }
    }

    fn look(&self, opening: u32, with_book: bool, line: Line) {
        let feed = self.clone();
        let request = Request::Look { book: with_book.then_some(BOOK), line: line.clone() };
        self.0.client.request(request, move |reply| {
            feed.0.lookup.borrow_mut().answered(opening, &line, reply);
            feed.drive();
        });
    }

    fn tell(&self) {
        self.0.events.tell(());
    }
}
