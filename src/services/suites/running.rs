//! Which run was going on when the page was left: the page goes on with it, and has this part of the program loaded at once.

use crate::platform::local::storage;

/// Where the id of the run is remembered.
const KEY: &str = "tabia.suite-run";

/// The run that was going on when the page was left.
pub fn was_running() -> Option<String> {
    storage()?.get_item(KEY).ok()?
}

/// Remembers which run is going on.
pub(super) fn remember(id: &str) {
    // Where nothing can be written, the run has to be resumed by hand.
    let _ = storage().map(|storage| storage.set_item(KEY, id));
}

/// A run does not go on any more. Another one, of another tab, may.
pub(super) fn forget(id: &str) {
    if was_running().as_deref() == Some(id) {
        let _ = storage().map(|storage| storage.remove_item(KEY));
    }
}
