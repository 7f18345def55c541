//! The place in the library named by the address.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::Event;
use yew::prelude::*;

use crate::hooks::use_window_event;
use crate::state::library::address::LibraryPlace;

/// How navigation changes the browser history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryStep {
    /// Adds an entry: "back" returns to the previous place.
    Push,
    /// Replaces the entry, for text typed letter by letter.
    Replace,
}

/// Current place with its navigation.
#[derive(Clone, PartialEq)]
pub struct Placed {
    /// Current place, or the last one while another page is visible.
    pub place: Rc<LibraryPlace>,
    /// Whether the library is the visible page.
    pub is_seen: bool,
    /// Navigates to another place in the library.
    pub go: Callback<(LibraryPlace, HistoryStep)>,
}

/// Returns the place named by the address, updated when it changes. Returning from another page by the library's plain address restores
/// the previous place.
#[hook]
pub fn use_place() -> Placed {
    let state = use_state_eq(|| {
        let place = LibraryPlace::of_hash(&hash());
        (Rc::new(place.clone().unwrap_or_default()), place.is_some())
    });
    let last = use_mut_ref(|| (*state).clone());
    let set = {
        let (state, last) = (state.setter(), Rc::clone(&last));
        move |place: Rc<LibraryPlace>, is_seen: bool| {
            *last.borrow_mut() = (Rc::clone(&place), is_seen);
            state.set((place, is_seen));
        }
    };
    let on_change = {
        let (set, last) = (set.clone(), Rc::clone(&last));
        use_callback((), move |_: Event, ()| {
            let (old, was_seen) = last.borrow().clone();
            match LibraryPlace::of_hash(&hash()) {
                None => set(old, false),
                Some(new) if !was_seen && new == LibraryPlace::default() && *old != new => {
                    replace_hash(&old.hash());
                    set(old, true);
                }
                Some(new) => set(Rc::new(new), true),
            }
        })
    };
    use_window_event("hashchange", on_change);
    let go = use_callback((), move |(place, step): (LibraryPlace, HistoryStep), ()| match step {
        HistoryStep::Push => {
            if let Some(window) = web_sys::window() {
                // A fragment is always a valid address. The resulting event shows the place.
                let _ = window.location().set_hash(&place.hash());
            }
        }
        HistoryStep::Replace => {
            replace_hash(&place.hash());
            set(Rc::new(place), true);
        }
    });
    let (place, is_seen) = (*state).clone();
    Placed { place, is_seen, go }
}

fn hash() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Replaces the address without a history entry. Browsers refuse too frequent calls; the next keystroke tries again.
fn replace_hash(hash: &str) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(hash));
    }
}
