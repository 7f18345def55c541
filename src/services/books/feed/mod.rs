//! The book of the analysis page: looked up with every step, shown by the panel and by nothing else.
//!
//! It stands beside Yew's tree: the page and the board are not rendered by it.
//! One question is in flight, and the newest waits: fast steps through a game do not pile up in the worker.
//!
//! The book page is an application of its own and has a feed that is never asked for a line: it chooses the book of the board. The
//! feeds of a page tell each other by [`bus`] what was chosen, and that other books are on the shelf.

mod keeping;
mod lookup;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use tabia_worker::book::messages::Line;
use wasm_bindgen_futures::spawn_local;

use super::client::BookClient;
use super::shelf::{RemovedBook, Shelf};
use crate::platform::bus::{self, Message};
use crate::platform::document::meta;
use crate::platform::observable::{Observable, Observe, Subscription};
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
