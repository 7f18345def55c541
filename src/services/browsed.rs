//! The list of games from which the game on the board was opened: the library says which, and it is shown beside the board.
//!
//! The tab remembers it in its own storage, so that a reload finds the same list at the same place. What draws the list is fetched only
//! when there is one.

use std::cell::RefCell;
use std::rc::Rc;

use crate::platform::observable::{Observable, Observe};

/// Where the tab remembers the list.
const KEY: &str = "tabia.browsed";

/// A list of games of a database, and a place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browsed {
    /// The address of the list on the library's page, from its `#` on: database, filters and order.
    pub address: String,
    /// The row of the game on the board, from 0.
    pub row: usize,
}

/// What is told of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowsedEvent {
    /// There is another list, or another place in it.
    Changed,
    /// The game before (false) or behind (true) the one on the board is wanted.
    Step(bool),
}

struct Inner {
    browsed: RefCell<Option<Browsed>>,
    events: Observable<BrowsedEvent>,
}

/// The list of this tab; all handles are the same.
#[derive(Clone)]
pub struct BrowsedList(Rc<Inner>);

impl PartialEq for BrowsedList {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for BrowsedList {
    type Event = BrowsedEvent;

    fn events(&self) -> &Observable<BrowsedEvent> {
        &self.0.events
    }
}

impl BrowsedList {
    /// The list of this tab, as it was before a reload.
    pub fn of_page() -> Self {
        thread_local! {
            static LIST: BrowsedList = BrowsedList(Rc::new(Inner {
                browsed: RefCell::new(storage().and_then(|storage| read(&storage.get_item(KEY).ok()??))),
                events: Observable::default(),
            }));
        }
        LIST.with(Self::clone)
    }

    /// The list, if a game was opened from one and it was not closed.
    pub fn get(&self) -> Option<Browsed> {
        self.0.browsed.borrow().clone()
    }

    /// A game was opened from this list, or the list is closed.
    pub fn set(&self, browsed: Option<Browsed>) {
        if let Some(storage) = storage() {
            // Where nothing can be written the list lasts as long as the page.
            let _ = match &browsed {
                Some(browsed) => storage.set_item(KEY, &write(browsed)),
                None => storage.remove_item(KEY),
            };
        }
        self.0.browsed.replace(browsed);
        self.0.events.tell(BrowsedEvent::Changed);
    }

    /// Asks for the game behind the one on the board, or for the one before it. Says whether there is a list.
    pub fn step(&self, is_forward: bool) -> bool {
        let is_there = self.0.browsed.borrow().is_some();
        if is_there {
            self.0.events.tell(BrowsedEvent::Step(is_forward));
        }
        is_there
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn write(browsed: &Browsed) -> String {
    format!("{} {}", browsed.row, browsed.address)
}

fn read(text: &str) -> Option<Browsed> {
    let (row, address) = text.split_once(' ')?;
    let row = row.parse().ok()?;
    address.starts_with('#').then(|| Browsed { address: address.to_owned(), row })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tab_remembers_is_read_and_anything_else_is_nothing() {
        let browsed = Browsed { address: "#/library/a-1?player=Tal%2C+M&sort=-date".to_owned(), row: 12 };
        assert_eq!(read(&write(&browsed)), Some(browsed));
        for text in ["", "12", "x #/library", "-1 #/library", "5 library", "5"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
