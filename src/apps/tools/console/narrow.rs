//! Detection of phone-sized windows.

use web_sys::Event;
use yew::prelude::*;

use crate::hooks::use_window_event;

/// Media query for narrow windows, as in tools.css.
const NARROW: &str = "(max-width: 43.6875em)";

fn is_narrow() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media(NARROW).ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Returns whether the window is narrow; updates on resize.
#[hook]
pub fn use_narrow() -> bool {
    let narrow = use_state_eq(is_narrow);
    let look = use_callback(narrow.setter(), |_: Event, narrow| narrow.set(is_narrow()));
    use_window_event("resize", look);
    *narrow
}
