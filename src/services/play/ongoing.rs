//! Whether a game is in progress, for the link to the play page, whose program and database are not read before it is visited.

use crate::platform::local::storage;

/// Key in local storage.
const KEY: &str = "tabia.play.ongoing";

/// Returns whether a game was on the board when the play page was last in use, and isn't over.
pub fn is_ongoing() -> bool {
    storage().is_some_and(|storage| storage.get_item(KEY).is_ok_and(|value| value.is_some()))
}

/// Records whether a game is in progress.
pub(super) fn set_ongoing(is_ongoing: bool) {
    let Some(storage) = storage() else { return };
    // If this fails, the link does not show the game.
    let _ = if is_ongoing { storage.set_item(KEY, "1") } else { storage.remove_item(KEY) };
}
