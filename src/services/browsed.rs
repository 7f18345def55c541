//! Game list from which the game on the board was opened. The library sets it; the board shows it next to the game.
//!
//! Saved in session storage, so a reload restores the same list and row. The code that draws the list is loaded only when there is one.

use std::cell::RefCell;
use std::rc::Rc;

use crate::platform::observable::{Observable, Observe};

/// Session storage key of the list.
const KEY: &str = "tabia.browsed";

/// List of games in a database, and the current row in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browsed {
    /// Address of the list on the library page, starting at its `#`: database, filters and order.
    pub address: String,
    /// Row of the game on the board, from 0.
    pub row: usize,
}

/// Event of a [`BrowsedList`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowsedEvent {
    /// The list or the current row has changed.
    Changed,
    /// Request for the game before (`false`) or after (`true`) the one on the board.
    Step(bool),
}

struct BrowsedListInner {
    browsed: RefCell<Option<Browsed>>,
    events: Observable<BrowsedEvent>,
}

/// Handle to this tab's list; all handles share one list.
#[derive(Clone)]
pub struct BrowsedList(Rc<BrowsedListInner>);

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
    /// Returns this tab's list, restored after a reload.
    pub fn of_page() -> Self {
        thread_local! {
            static LIST: BrowsedList = BrowsedList(Rc::new(BrowsedListInner {
                browsed: RefCell::new(storage().and_then(|storage| read(&storage.get_item(KEY).ok()??))),
                events: Observable::default(),
            }));
        }
        LIST.with(Self::clone)
    }

    /// Returns the list, unless no game was opened from one or it was closed.
    pub fn get(&self) -> Option<Browsed> {
        self.0.browsed.borrow().clone()
    }

    /// Sets the list a game was opened from; `None` closes it.
    pub fn set(&self, browsed: Option<Browsed>) {
        if let Some(storage) = storage() {
            // If storage fails, the list lasts as long as the page.
            let _ = match &browsed {
                Some(browsed) => storage.set_item(KEY, &write(browsed)),
                None => storage.remove_item(KEY),
            };
        }
        self.0.browsed.replace(browsed);
        self.0.events.emit(BrowsedEvent::Changed);
    }

    /// Requests the next or the previous game of the list. Returns whether there is a list.
    pub fn step(&self, is_forward: bool) -> bool {
        let is_there = self.0.browsed.borrow().is_some();
        if is_there {
            self.0.events.emit(BrowsedEvent::Step(is_forward));
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
