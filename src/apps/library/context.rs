//! What the parts of the library page share.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_worker::library::messages::OWN;
use yew::prelude::*;

use super::place::{Placed, Step};
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::game_table::GameTable;
use crate::services::games::shelf::GameShelf;
use crate::services::library::LibraryService;
use crate::state::library::address::Place;
use crate::state::text::sentence;

/// What every part of the page needs.
#[derive(Clone, PartialEq)]
pub struct LibraryContext {
    /// The databases.
    pub library: LibraryService,
    /// One's own games.
    pub shelf: GameShelf,
    /// The table of games.
    pub table: GameTable,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// Goes to another place of the page.
    pub go: Callback<(Place, Step)>,
}

/// What is known of one's own games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnGames {
    /// How many there are, copies of games that are kept elsewhere left out.
    pub count: usize,
    /// The labels in use, with the number of their games.
    pub labels: Rc<BTreeMap<String, usize>>,
}

impl LibraryContext {
    /// Tells that something was done.
    pub fn news(&self, title: String) {
        self.tell(Tone::News, title, String::new(), None);
    }

    /// Tells that something was done, and what can be done about it.
    pub fn offer(&self, title: String, offer: Offer) {
        self.tell(Tone::News, title, String::new(), Some(offer));
    }

    /// Tells that something could not be done.
    pub fn fault(&self, title: &str, reason: &str) {
        self.tell(Tone::Fault, title.to_owned(), sentence(reason), None);
    }

    /// Tells something.
    pub fn tell(&self, tone: Tone, title: String, detail: String, offer: Option<Offer>) {
        self.toasts.dispatch(ToastAction::Show(tone, title, detail, offer));
    }
}

/// The database of a place.
pub fn database_of(placed: &Placed) -> &str {
    placed.place.database.as_deref().unwrap_or(OWN)
}

/// Whether a database is that of one's own games.
pub fn is_own(database: &str) -> bool {
    database == OWN
}
