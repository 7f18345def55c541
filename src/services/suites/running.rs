//! The run that was in progress when the page was left: the page resumes it, and loads this part of the program at once.

use crate::platform::local::storage;

/// Local-storage key of the run's id.
const KEY: &str = "tabia.suite-run";

/// Returns the id of the run that was in progress when the page was left.
pub fn was_running() -> Option<String> {
    storage()?.get_item(KEY).ok()?
}

/// Stores the id of the run in progress.
pub(super) fn remember(id: &str) {
    // If this fails, the run has to be resumed by hand.
    let _ = storage().map(|storage| storage.set_item(KEY, id));
}

/// Removes the id of a run that has stopped, but not that of another tab's run.
pub(super) fn forget(id: &str) {
    if was_running().as_deref() == Some(id) {
        let _ = storage().map(|storage| storage.remove_item(KEY));
    }
}
