//! The game of a tab, in the tab's session storage.

/// Session-storage key of this tab's game id, which survives a reload.
const OWN: &str = "tabia.play";
fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Stores the id of this tab's game.
pub(super) fn remember(id: Option<&str>) {
    let Some(storage) = storage() else { return };
    // If this fails, a reload resumes the newest game.
    let _ = match id {
        Some(id) => storage.set_item(OWN, id),
        None => storage.remove_item(OWN),
    };
}

/// Returns the id of this tab's game.
pub(super) fn own() -> Option<String> {
    storage()?.get_item(OWN).ok()?
}
