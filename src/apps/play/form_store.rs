//! The last settings, in the browser's local storage.

use crate::platform::local::storage;
use crate::state::play_form::PlayForm;

/// Key in local storage.
const KEY: &str = "tabia.play.form";

/// Returns the saved form, or the initial one.
pub fn kept_or_first() -> PlayForm {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let kept = kept.and_then(|text| serde_json::from_str::<PlayForm>(&text).ok());
    kept.unwrap_or_default().in_range()
}

/// Saves the form. If storage is full, the form lasts only as long as the page.
pub fn keep(form: &PlayForm) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(form)) {
        let _ = storage.set_item(KEY, &text);
    }
}
