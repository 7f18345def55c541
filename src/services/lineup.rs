//! Engines that analyse on the board, saved in local storage.

use std::cell::RefCell;
use std::rc::Rc;

use crate::platform::local::storage;
use crate::platform::observable::{Observable, Observe};
use crate::state::lineup::{Lineup, LineupAction};
use crate::storage::{Database, aside};
use wasm_bindgen_futures::spawn_local;

/// Local storage key. Absent while only the built-in engine analyses, with default settings.
pub const KEY: &str = "tabia.engines";

/// Handle to the engines that analyse in this tab; one per page.
#[derive(Clone)]
pub struct LineupStore(Rc<Inner>);

struct Inner {
    lineup: RefCell<Rc<Lineup>>,
    events: Observable<()>,
}

impl PartialEq for LineupStore {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for LineupStore {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

thread_local! {
    static STORE: LineupStore = LineupStore(Rc::new(Inner {
        lineup: RefCell::new(Rc::new(first())),
        events: Observable::default(),
    }));
}

impl LineupStore {
    /// Returns the page's store.
    pub fn of_page() -> Self {
        STORE.with(Clone::clone)
    }

    /// Returns the current engines.
    pub fn lineup(&self) -> Rc<Lineup> {
        self.0.lineup.borrow().clone()
    }

    /// Applies a change and saves it. Other changes made by another tab survive.
    pub fn act(&self, action: LineupAction) {
        // Don't overwrite an unreadable list: it is about to be set aside.
        if let Ok(kept) = kept() {
            keep(&kept.reduce(action.clone()));
        }
        let next = self.lineup().reduce(action);
        if next != *self.lineup() {
            self.0.lineup.replace(Rc::new(next));
            self.0.events.tell(());
        }
    }
}

/// Engines at startup. An unreadable list is set aside, and the built-in engine analyses.
fn first() -> Lineup {
    kept().unwrap_or_else(|error| {
        spawn_local(async move {
            let what = "the engines that analyse on the board";
            // If setting it aside fails, the list stays, and changes last as long as the page.
            let _ = aside::set_setting_aside(&Database::of_page(), KEY, what, &error.to_string()).await;
        });
        Lineup::default()
    })
}

fn kept() -> Result<Lineup, serde_json::Error> {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let lineup = text.map_or_else(|| Ok(Lineup::default()), |text| serde_json::from_str(&text))?;
    Ok(lineup.in_range())
}

/// Saves the engines. If storage is full, changes last as long as the page.
fn keep(lineup: &Lineup) {
    let Some(storage) = storage() else { return };
    let _ = match serde_json::to_string(lineup) {
        Ok(text) if *lineup != Lineup::default() => storage.set_item(KEY, &text),
        _ => storage.remove_item(KEY),
    };
}
