//! Whether the window is as narrow as that of a phone.

use web_sys::Event;
use yew::prelude::*;

use crate::hooks::use_window_event;

/// Where tools.css draws the lines for narrow windows.
const NARROW: &str = "(max-width: 43.6875em)";

fn is_narrow() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media(NARROW).ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Whether it is narrow now; heard of when the window changes its size.
#[hook]
pub fn use_narrow() -> bool {
    let narrow = use_state_eq(is_narrow);
    let look = use_callback(narrow.setter(), |_: Event, narrow| narrow.set(is_narrow()));
    use_window_event("resize", look);
    *narrow
}
