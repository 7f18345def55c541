//! Engines that analyse on the board, saved in local storage.

use std::cell::RefCell;
use std::rc::Rc;

use crate::language::tr;
use crate::platform::local::storage;
use crate::platform::observable::{Observable, Observe};
use crate::state::active_engines::{ActiveEngines, ActiveEnginesAction};
use crate::storage::{Database, aside};
use wasm_bindgen_futures::spawn_local;

/// Local storage key. Absent while only the built-in engine analyses, with default settings.
pub const KEY: &str = "tabia.engines";

/// Handle to the engines that analyse in this tab; one per page.
#[derive(Clone)]
pub struct ActiveEnginesStore(Rc<ActiveEnginesInner>);

struct ActiveEnginesInner {
    active_engines: RefCell<Rc<ActiveEngines>>,
    events: Observable<()>,
}

impl PartialEq for ActiveEnginesStore {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for ActiveEnginesStore {
    type Event = ();

    fn events(&self) -> &Observable<()> {
        &self.0.events
    }
}

thread_local! {
    static STORE: ActiveEnginesStore = ActiveEnginesStore(Rc::new(ActiveEnginesInner {
        active_engines: RefCell::new(Rc::new(first())),
        events: Observable::default(),
    }));
}

impl ActiveEnginesStore {
    /// Returns the page's store.
    pub fn of_page() -> Self {
        STORE.with(Clone::clone)
    }

    /// Returns the current engines.
    pub fn active_engines(&self) -> Rc<ActiveEngines> {
        self.0.active_engines.borrow().clone()
    }

    /// Applies a change and saves it. Other changes made by another tab survive.
    pub fn act(&self, action: ActiveEnginesAction) {
        // Don't overwrite an unreadable list: it is about to be set aside.
        if let Ok(kept) = kept() {
            keep(&kept.reduce(action.clone()));
        }
        let next = self.active_engines().reduce(action);
        if next != *self.active_engines() {
            self.0.active_engines.replace(Rc::new(next));
            self.0.events.emit(());
        }
    }
}

/// Engines at startup. An unreadable list is set aside, and the built-in engine analyses.
fn first() -> ActiveEngines {
    kept().unwrap_or_else(|error| {
        spawn_local(async move {
            let what = tr!("the engines that analyse on the board");
            // If setting it aside fails, the list stays, and changes last as long as the page.
            let _ = aside::set_setting_aside(&Database::of_page(), KEY, what, &error.to_string()).await;
        });
        ActiveEngines::default()
    })
}

fn kept() -> Result<ActiveEngines, serde_json::Error> {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let active_engines =
        text.map_or_else(|| Ok(ActiveEngines::default()), |text| serde_json::from_str(&text))?;
    Ok(active_engines.in_range())
}

/// Saves the engines. If storage is full, changes last as long as the page.
fn keep(active_engines: &ActiveEngines) {
    let Some(storage) = storage() else { return };
    let _ = match serde_json::to_string(active_engines) {
        Ok(text) if *active_engines != ActiveEngines::default() => storage.set_item(KEY, &text),
        _ => storage.remove_item(KEY),
    };
}
