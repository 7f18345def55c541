//! Which run was going on when the page was left: the page goes on with it, and has this part of the program loaded at once.

/// Where the id of the run is remembered.
const KEY: &str = "tabia.suite-run";

/// The run that was going on when the page was left.
pub fn was_running() -> Option<String> {
    web_sys::window()?.local_storage().ok()??.get_item(KEY).ok()?
}

/// Remembers which run is going on; `None` for none.
pub(super) fn remember(id: Option<&str>) {
    let Some(storage) = web_sys::window().and_then(|window| window.local_storage().ok()?) else { return };
    // Where nothing can be written, the run has to be resumed by hand.
    let _ = match id {
        Some(id) => storage.set_item(KEY, id),
        None => storage.remove_item(KEY),
    };
}
