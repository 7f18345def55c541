//! The book of the analysis page: looked up with every step, and shown by the panel only.
//!
//! It lives outside Yew's tree: page and board are not rendered by it.
//! One lookup is in flight, and the newest waits, so that fast steps through a game do not pile up in the worker.
//!
//! The page has one feed ([`BookFeed::of_page`]): the book page chooses the book of the board through it, and both are notified of new
//! books.

mod keeping;
mod lookup;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tabia_worker::probe::messages::{Line, Looked, ProbeAnswer, ProbeRequest};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;

use self::lookup::{FeedCommand, Lookup};
use super::client::{AskError, ProbeClient};
use super::repository::{BookRepository, RemovedBook};
use super::saved_book::BookBytes;
use crate::language::tr;
use crate::platform::document::meta;
use crate::platform::local::storage;
use crate::platform::observable::{Observable, Observe};
use crate::state::book::{BookChoice, BookState, BookStatus};
use crate::storage::Database;

/// Number of the panel's book in its worker.
const BOOK: u32 = 1;
/// Local-storage key of the choice.
const CHOICE_KEY: &str = "tabia.book";
/// Local-storage key that is set while the book is switched off.
const OFF_KEY: &str = "tabia.book.off";

/// Why a file was not opened as a book, or not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOpened {
    /// What happened.
    pub title: String,
    /// The reason, and what to do.
    pub reason: String,
}

/// Removed book that can be restored.
#[derive(Clone)]
pub struct Removed {
    book: RemovedBook,
    was_chosen: bool,
}

/// Book of the analysis page: a handle, equal to its clones.
#[derive(Clone)]
pub struct BookFeed(Rc<BookFeedInner>);

struct BookFeedInner {
    client: ProbeClient,
    repository: BookRepository,
    lookup: RefCell<Lookup>,
    events: Observable<()>,
    /// The move under the pointer, in Polyglot's encoding.
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
    /// Returns the page's feed, with its default book and the books stored by the browser. The default book is not fetched before it is
    /// needed.
    pub fn of_page() -> Self {
        thread_local! {
            static FEED: BookFeed = {
                let default = meta("tabia-book").unwrap_or_else(|| "book.packed".to_owned());
                BookFeed::new(ProbeClient::of_page(), BookRepository::new(default, Database::of_page()))
            };
        }
        FEED.with(Self::clone)
    }

    /// Creates a feed for the book chosen last.
    pub fn new(client: ProbeClient, repository: BookRepository) -> Self {
        let storage = storage();
        let kept = |key| storage.as_ref().and_then(|storage| storage.get_item(key).ok()?);
        let choice = BookChoice::of_id(&kept(CHOICE_KEY).unwrap_or_default());
        let is_on = kept(OFF_KEY).is_none();
        Self(Rc::new(BookFeedInner {
            client,
            repository,
            lookup: RefCell::new(Lookup::new(choice, is_on)),
            events: Observable::default(),
            hovered: Cell::new(None),
        }))
    }

    /// Returns the current state.
    pub fn state(&self) -> BookState {
        self.0.lookup.borrow().state().clone()
    }

    /// Returns the available books.
    pub fn repository(&self) -> &BookRepository {
        &self.0.repository
    }

    /// Looks up this line for the panel.
    pub fn ask(&self, line: Line) {
        self.hover(None);
        self.0.lookup.borrow_mut().ask(line);
        if self.0.lookup.borrow().is_started() {
            self.drive();
        }
    }

    /// Begins lookups: worker and book are fetched with the first one. Later calls do nothing.
    pub fn begin(&self) {
        if self.0.lookup.borrow().is_started() {
            return;
        }
        let feed = self.clone();
        spawn_local(async move {
            // If it cannot be read, choosing a stored book reports it.
            if feed.0.repository.load().await.is_ok() {
                feed.emit();
            }
        });
        self.0.lookup.borrow_mut().start();
        self.drive();
    }

    /// Chooses a book, or switches the book on or off.
    pub fn choose(&self, choice: BookChoice, on: bool) {
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

    /// Returns the move under the pointer.
    pub fn hovered(&self) -> Option<u16> {
        self.0.hovered.get()
    }

    /// Sets the move under the pointer.
    pub fn hover(&self, code: Option<u16>) {
        if self.0.hovered.replace(code) != code {
            self.emit();
        }
    }

    /// Looks up a line in the open book and the opening names, independently of the panel; `None` if the worker fails.
    pub async fn look_once(&self, line: Line) -> Option<Looked> {
        let is_open = matches!(self.state().status, BookStatus::Ready { .. });
        let found: Rc<RefCell<Option<Looked>>> = Rc::default();
        let keep = |answer: ProbeAnswer| {
            if let ProbeAnswer::Looked(looked) = answer {
                found.replace(Some(looked));
            }
        };
        let first = {
            let found = Rc::clone(&found);
            move |answer| {
                if let ProbeAnswer::Looked(looked) = answer {
                    found.replace(Some(looked));
                }
            }
        };
        let last = self.0.client.ask(ProbeRequest::Look { book: is_open.then_some(BOOK), line }, first).await;
        keep(last.ok()?);
        found.take()
    }

    /// Runs the pending commands and emits changes.
    fn drive(&self) {
        loop {
            let command = self.0.lookup.borrow_mut().next_command(self.0.client.generation());
            match command {
                Some(FeedCommand::Open { opening, choice }) => self.open(opening, choice),
                Some(FeedCommand::Look { opening, with_book, line }) => self.look(opening, with_book, line),
                None => break,
            }
        }
        if self.0.lookup.borrow_mut().take_change() {
            self.emit();
        }
    }

    fn open(&self, opening: u32, choice: BookChoice) {
        let feed = self.clone();
        spawn_local(async move {
            let bytes = feed.0.repository.bytes(&choice).await;
            // The worker keeps the book that arrives last: slow bytes must not replace a newer choice.
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
            ProbeRequest::Open { book: BOOK, file: FileBytes(bytes.book), stats: bytes.stats.map(FileBytes) };
        match self.0.client.ask(open, |_| {}).await? {
            ProbeAnswer::Opened { entries, .. } => Ok(entries as u64),
            other => Err(AskError::Failed(tr!(
                "the book worker answered {answer}",
                answer = format_args!("{other:?}")
            ))),
        }
    }

    fn look(&self, opening: u32, with_book: bool, line: Line) {
        let feed = self.clone();
        let request = ProbeRequest::Look { book: with_book.then_some(BOOK), line: line.clone() };
        self.0.client.request(request, move |reply| {
            feed.0.lookup.borrow_mut().answered(opening, &line, reply);
            feed.drive();
        });
    }

    fn emit(&self) {
        self.0.events.emit(());
    }
}
