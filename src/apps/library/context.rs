//! State shared by the components of the library page.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_worker::library::messages::OWN;
use yew::prelude::*;

use super::place::{HistoryStep, Placed};
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::game_table::GameTable;
use crate::services::games::repository::GameRepository;
use crate::services::library::LibraryService;
use crate::state::library::address::LibraryPlace;
use crate::state::text::sentence;

/// State shared by all components of the page.
#[derive(Clone, PartialEq)]
pub struct LibraryContext {
    /// Library service with the databases.
    pub library: LibraryService,
    /// The user's games.
    pub repository: GameRepository,
    /// Game table.
    pub table: GameTable,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
    /// Navigates to another place in the library.
    pub go: Callback<(LibraryPlace, HistoryStep)>,
}

/// Summary of the user's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnGames {
    /// Number of games, without copies of games saved elsewhere.
    pub count: usize,
    /// Labels in use, with the number of games of each.
    pub labels: Rc<BTreeMap<String, usize>>,
}

impl LibraryContext {
    /// Shows that something was done.
    pub fn news(&self, title: String) {
        self.show(Tone::News, title, String::new(), None);
    }

    /// Shows that something was done, with an action.
    pub fn offer(&self, title: String, offer: Offer) {
        self.show(Tone::News, title, String::new(), Some(offer));
    }

    /// Shows that something failed.
    pub fn fault(&self, title: &str, reason: &str) {
        self.show(Tone::Fault, title.to_owned(), sentence(reason), None);
    }

    /// Shows a toast.
    pub fn show(&self, tone: Tone, title: String, detail: String, offer: Option<Offer>) {
        self.toasts.dispatch(ToastAction::Show(tone, title, detail, offer));
    }
}

/// Returns the database of a place.
pub fn database_of(placed: &Placed) -> &str {
    placed.place.database.as_deref().unwrap_or(OWN)
}

/// Returns whether a database is that of the user's games.
pub fn is_own(database: &str) -> bool {
    database == OWN
}
