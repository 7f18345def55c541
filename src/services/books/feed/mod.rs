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

use gloo_timers::callback::Timeout;
use tabia_worker::book::messages::Line;
use wasm_bindgen_futures::spawn_local;

use super::client::BookClient;
use super::shelf::{RemovedBook, Shelf};
use crate::platform::document::meta;
use crate::platform::observable::{Observable, Observe};
use crate::state::book::{BookAction, BookState, Choice};
use crate::storage::Database;

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
                let default = meta("tabia-book").unwrap_or_else(|| "book.bin".to_owned());
                BookFeed::new(BookClient::of_page(), Shelf::new(default, Database::of_page()))
            };
        }
        FEED.with(Self::clone)
    }

    /// A feed that looks up the book which was chosen last.
    pub fn new(client: BookClient, shelf: Shelf) -> Self {
        let storage = storage();
        let kept = |key| storage.as_ref().and_then(|storage| storage.get_item(key).ok()?);
        let choice = Choice::of_id(&kept(CHOICE_KEY).unwrap_or_default());
        let on = kept(OFF_KEY).is_none();
        let start = BookState::default();
        let state = start.reduce(BookAction::Choose { choice, on }).unwrap_or(start);
        Self(Rc::new(Inner {
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
        }))
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
        self.hover(None);
        self.act(BookAction::Choose { choice, on });
        self.again();
        if self.0.started.get() {
            self.open();
        }
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
