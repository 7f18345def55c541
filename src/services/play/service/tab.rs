//! Which game a tab plays, in the tab's own storage.

/// The game of this tab, in the tab's own storage: it survives a reload.
const OWN: &str = "tabia.play";
fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Notes the game of this tab.
pub(super) fn remember(id: Option<&str>) {
    let Some(storage) = storage() else { return };
    // Where nothing can be written, a reload goes on with the newest game.
    let _ = match id {
        Some(id) => storage.set_item(OWN, id),
        None => storage.remove_item(OWN),
    };
}

/// The game of this tab.
pub(super) fn own() -> Option<String> {
    storage()?.get_item(OWN).ok()?
}
