//! The last choice, in the browser's local storage.

use crate::platform::local::storage;
use crate::state::play_form::PlayForm;

/// Where it is kept.
const KEY: &str = "tabia.play.form";

/// The form as it was left, or the first one.
pub fn kept_or_first() -> PlayForm {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let kept = kept.and_then(|text| serde_json::from_str::<PlayForm>(&text).ok());
    kept.unwrap_or_default().in_range()
}

/// Keeps the form. Where there is no room it lasts as long as the page.
pub fn keep(form: &PlayForm) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(form)) {
        let _ = storage.set_item(KEY, &text);
    }
}
