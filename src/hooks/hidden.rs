//! Visibility of the tab.

use super::use_window_event;
use yew::prelude::*;

/// Returns whether the tab is hidden: another tab is in front, or the window is minimised.
#[hook]
pub fn use_tab_hidden() -> bool {
    let is_hidden = use_state_eq(is_hidden_now);
    let changed = use_callback(is_hidden.setter(), |_: Event, is_hidden| is_hidden.set(is_hidden_now()));
    // The event bubbles up from the document.
    use_window_event("visibilitychange", changed);
    *is_hidden
}

fn is_hidden_now() -> bool {
    web_sys::window().and_then(|window| window.document()).is_some_and(|document| document.hidden())
}
