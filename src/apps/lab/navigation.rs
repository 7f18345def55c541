//! Navigation to other pages.

use crate::platform::bus::{self, Message};
use crate::state::route::Route;

/// Address of the rating list, in place of a match's id, which is a UUID.
pub const RATINGS: &str = "ratings";

/// Navigates to a page.
pub fn go(route: &Route) {
    if let Some(window) = web_sys::window() {
        // A fragment is always a valid address.
        let _ = window.location().set_hash(&route.to_string());
    }
}

/// Opens a game in the analysis.
pub fn open_in_analysis(pgn: String) {
    bus::send(Message::OpenGame(pgn));
    go(&Route::Analysis);
}
