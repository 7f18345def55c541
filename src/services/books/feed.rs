//! The book of the analysis page: looked up with every step, shown by the panel and by nothing else.
//!
//! Like [`AnalysisFeed`](crate::apps::analysis::analysis_feed::AnalysisFeed) it stands beside Yew's tree: the page and the board are not rendered by it.
//! One question is in flight, and the newest waits: fast steps through a game do not pile up in the worker.
//!
//! The book page is an application of its own and has a feed that is never asked for a line: it chooses the book of the board. The
//! feeds of a page tell each other by [`bus`] what was chosen, and that other books are on the shelf.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use tabia_worker::book::messages::{Answer, Line, Reply, Request};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;

use super::client::BookClient;
use super::kept_book::{BookBytes, KeptBook};
use super::shelf::{KEPT_AT_ONCE, RemovedBook, Shelf};
use crate::platform::bus::{self, Message};
use crate::platform::document::meta;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::state::book::{BookAction, BookState, Choice};
use crate::storage::Database;

/// The number of the panel's book in its worker.
const BOOK: u32 = 1;
/// The first question waits so long, in milliseconds: the engine starts before.
const FIRST_MS: u32 = 600;
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
    client: BookClient,
    shelf: Shelf,
    state: RefCell<BookState>,
    events: Observable<()>,
    /// The move that the pointer is over, in Polyglot's code.
    hovered: Cell<Option<u16>>,
    /// The newest line asked for, until it is sent.
    wanted: RefCell<Option<Line>>,
    /// The line that is looked up.
    in_flight: RefCell<Option<Line>>,
    /// The worker and the choice with which the book was opened last.
    opened: RefCell<Option<(u32, Choice)>>,
    /// Counts the books that were opened: what of an older one arrives late is not taken.
    opening: Cell<u32>,
    started: Cell<bool>,
    timer: RefCell<Option<Timeout>>,
    others: RefCell<Option<Subscription>>,
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
    /// A feed over the page's default book and the books that the browser keeps. The default book is not fetched before it is asked for.
    pub fn of_page(client: BookClient) -> Self {
        let default = meta("tabia-book").unwrap_or_else(|| "book.bin".to_owned());
        Self::new(client, Shelf::new(default, Database::new()))
    }

    /// A feed that looks up the book which was chosen last.
    pub fn new(client: BookClient, shelf: Shelf) -> Self {
        let storage = storage();
        let kept = |key| storage.as_ref().and_then(|storage| storage.get_item(key).ok()?);
        let choice = Choice::of_id(&kept(CHOICE_KEY).unwrap_or_default());
        let on = kept(OFF_KEY).is_none();
        let start = BookState::default();
        let state = start.reduce(BookAction::Choose { choice, on }).unwrap_or(start);
        let feed = Self(Rc::new(Inner {
            client,
            shelf,
            state: RefCell::new(state),
            events: Observable::default(),
            hovered: Cell::new(None),
            wanted: RefCell::default(),
            in_flight: RefCell::default(),
            opened: RefCell::default(),
            opening: Cell::new(0),
            started: Cell::new(false),
            timer: RefCell::default(),
            others: RefCell::default(),
        }));
        feed.hear_others();
        feed
    }

    /// What is known now.
    pub fn state(&self) -> BookState {
        self.0.state.borrow().clone()
    }

    /// The books that can be chosen.
    pub fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    /// From now on the panel is about this line.
    pub fn ask(&self, line: Line) {
        self.hover(None);
        self.0.wanted.replace(Some(line));
        if self.0.started.get() {
            self.send();
        } else if self.0.timer.borrow().is_none() {
            let feed = self.clone();
            let timer = Timeout::new(FIRST_MS, move || {
                feed.0.started.set(true);
                feed.0.timer.borrow_mut().take();
                let shelf = feed.clone();
                spawn_local(async move {
                    // If it cannot be read, choosing a kept book says so.
                    if shelf.0.shelf.load().await.is_ok() {
                        shelf.tell();
                    }
                });
                feed.open();
            });
            self.0.timer.replace(Some(timer));
        }
    }

    /// Chooses a book, or switches the book on or off.
    pub fn choose(&self, choice: Choice, on: bool) {
        self.turn_to(choice, on);
        self.remember();
        self.tell_others();
    }

    fn turn_to(&self, choice: Choice, on: bool) {
        self.hover(None);
        self.act(BookAction::Choose { choice, on });
        self.again();
        if self.0.started.get() {
            self.open();
        }
    }

    fn hear_others(&self) {
        let inner = Rc::downgrade(&self.0);
        let listener = bus::listen(move |message| {
            if let (Some(inner), Message::Books { sender, choice, is_on }) = (inner.upgrade(), message)
                && *sender != Rc::as_ptr(&inner) as usize
            {
                Self(inner).follow_other(Choice::of_id(choice), *is_on);
            }
        });
        self.0.others.replace(Some(listener));
    }

    /// Another application of the page has changed what is chosen or kept.
    fn follow_other(&self, choice: Choice, on: bool) {
        let state = self.state();
        if (&state.choice, state.is_on()) != (&choice, on) {
            self.turn_to(choice, on);
        }
        let feed = self.clone();
        spawn_local(async move {
            // If the shelf cannot be read, opening a book of it says so.
            if feed.0.shelf.load().await.is_ok() {
                feed.tell();
            }
        });
    }

    fn tell_others(&self) {
        let state = self.state();
        let sender = Rc::as_ptr(&self.0) as usize;
        bus::send(Message::Books { sender, choice: state.choice.id().to_owned(), is_on: state.is_on() });
    }

    /// Opens a file as a book, looks it up from now on, and keeps it in the browser unless it is very large. A file that is no book is
    /// refused, and all stays as it was.
    ///
    /// # Errors
    /// Why it is not taken, or not kept: then it lasts as long as the page.
    pub async fn open_file(&self, name: &str, bytes: BookBytes) -> Result<(), NotOpened> {
        let size = bytes.book.size();
        let no_book = |reason| NotOpened { title: format!("{name} was not opened"), reason };
        let file = FileBytes(bytes.book.clone());
        self.0.client.ask(Request::Recognise { file }, |_| {}).await.map_err(no_book)?;
        let held = self.0.shelf.hold(name, &bytes).map_err(no_book)?;
        self.choose(Choice::Kept(held.id.clone()), true);
        if size > KEPT_AT_ONCE {
            return Ok(());
        }
        self.keep(&held.id).await.map_err(|reason| NotOpened {
            title: format!("{name} is open, but only until the page is closed"),
            reason,
        })?;
        Ok(())
    }

    /// Takes a book off the shelf; the board gets the default book if it had that one. What is returned puts it back.
    ///
    /// # Errors
    /// When the browser's database cannot be written.
    pub async fn remove(&self, id: &str) -> Result<Removed, String> {
        let book = self.0.shelf.remove(id).await?;
        let state = self.state();
        let was_chosen = state.choice == Choice::Kept(id.to_owned());
        if was_chosen {
            self.choose(Choice::Default, state.is_on());
        }
        self.shelf_changed();
        Ok(Removed { book, was_chosen })
    }

    /// Puts a book back that was removed, on the board too if it was there and nobody has chosen another since.
    ///
    /// # Errors
    /// When it is no longer there, or the browser's database cannot be written.
    pub async fn put_back(&self, removed: &Removed) -> Result<(), String> {
        let id = self.0.shelf.put_back(&removed.book).await?;
        self.shelf_changed();
        let state = self.state();
        if removed.was_chosen && state.choice == Choice::Default {
            self.choose(Choice::Kept(id), state.is_on());
        }
        Ok(())
    }

    /// Keeps a book that was made here in the browser, and leaves the panel as it is.
    ///
    /// # Errors
    /// Why the browser does not keep it; it is open until the page is closed.
    pub async fn put(&self, name: &str, bytes: BookBytes) -> Result<KeptBook, String> {
        let held = self.0.shelf.hold(name, &bytes)?;
        self.tell();
        self.keep(&held.id).await
    }

    /// Keeps an open book in the browser.
    ///
    /// # Errors
    /// Why the browser does not keep it.
    pub async fn keep(&self, id: &str) -> Result<KeptBook, String> {
        let kept = self.0.shelf.keep(id).await?;
        let (before, after) = (Choice::Kept(id.to_owned()), Choice::Kept(kept.id.clone()));
        if self.0.state.borrow().choice == before {
            // The same bytes under another name: what is open stays open.
            let opened = self.0.opened.borrow_mut().take();
            self.0.opened.replace(opened.map(|(worker, _)| (worker, after.clone())));
            self.0.state.borrow_mut().choice = after;
            self.remember();
        }
        self.shelf_changed();
        Ok(kept)
    }

    /// Tells that other books are on the shelf.
    pub fn shelf_changed(&self) {
        self.tell();
        self.tell_others();
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
        self.0.opened.replace(None);
        self.choose(state.choice.clone(), true);
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

    /// What is shown has to be looked up again.
    fn again(&self) {
        let shown = self.0.state.borrow().shown.as_ref().map(|shown| shown.line.clone());
        let line = self.0.in_flight.borrow_mut().take().or(shown);
        if let Some(line) = line {
            self.0.wanted.borrow_mut().get_or_insert(line);
        }
    }

    fn open(&self) {
        let opening = self.0.opening.get() + 1;
        self.0.opening.set(opening);
        let state = self.state();
        if !state.is_on() {
            self.send();
            return;
        }
        let feed = self.clone();
        spawn_local(async move {
            let bytes = feed.0.shelf.bytes(&state.choice).await;
            // The worker opens what arrives last: bytes that took long must not come behind those of a newer choice.
            if feed.0.opening.get() != opening {
                return;
            }
            let result = match bytes {
                Ok(bytes) => feed.open_bytes(bytes).await,
                Err(reason) => Err(reason),
            };
            if feed.0.opening.get() != opening {
                return;
            }
            match result {
                Ok(entries) => {
                    // It may be kept by now, under another name: the choice of that time would never be found again.
                    let choice = feed.0.state.borrow().choice.clone();
                    feed.0.opened.replace(Some((feed.0.client.generation(), choice)));
                    feed.act(BookAction::Opened { entries });
                }
                Err(reason) => feed.act(BookAction::Failed(reason)),
            }
            feed.send();
        });
    }

    async fn open_bytes(&self, bytes: BookBytes) -> Result<u64, String> {
        let open =
            Request::Open { book: BOOK, file: FileBytes(bytes.book), stats: bytes.stats.map(FileBytes) };
        match self.0.client.ask(open, |_| {}).await? {
            Answer::Opened { entries, .. } => Ok(entries as u64),
            other => Err(format!("the book worker answered {other:?}")),
        }
    }

    /// Sends the newest question, unless one is in flight.
    fn send(&self) {
        if self.0.in_flight.borrow().is_some() {
            return;
        }
        let state = self.state();
        let opened = self.0.opened.borrow().clone();
        let is_open = opened == Some((self.0.client.generation(), state.choice.clone()));
        let loading = state.status == crate::state::book::BookStatus::Loading;
        if loading && !is_open {
            // Sent when the book is open.
            return;
        }
        let Some(line) = self.0.wanted.borrow_mut().take() else { return };
        self.0.in_flight.replace(Some(line.clone()));
        let book = (is_open && state.is_on()).then_some(BOOK);
        let feed = self.clone();
        let opening = self.0.opening.get();
        self.0.client.request(Request::Look { book, line: line.clone() }, move |reply| {
            if feed.0.opening.get() != opening {
                return;
            }
            let done = match reply {
                Reply::Answer { answer: Answer::Looked(looked), done } => {
                    feed.act(BookAction::Looked(line.clone(), looked));
                    done
                }
                Reply::Answer { answer: Answer::Follow(follow), done } => {
                    feed.act(BookAction::Follow(line.clone(), follow));
                    done
                }
                Reply::Answer { done, .. } => done,
                Reply::Failed(reason) => {
                    feed.act(BookAction::Failed(reason));
                    true
                }
            };
            if done {
                feed.0.in_flight.replace(None);
                feed.send();
            }
        });
    }

    fn act(&self, action: BookAction) {
        let Some(new) = self.0.state.borrow().reduce(action) else { return };
        self.0.state.replace(new);
        self.tell();
    }

    fn tell(&self) {
        self.0.events.tell(());
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}
