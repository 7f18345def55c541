//! The preferences during games, in the browser's local storage.

use crate::platform::local::storage;
use crate::state::play::prefs::PlayPrefs;

/// Key in local storage.
const KEY: &str = "tabia.play.prefs";

/// Returns the saved preferences, or the initial ones.
pub fn kept_or_first() -> PlayPrefs {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Saves the preferences. If storage is full, they last only as long as the page.
pub fn keep(prefs: PlayPrefs) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&prefs)) {
        let _ = storage.set_item(KEY, &text);
    }
}
