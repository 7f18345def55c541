//! The set-up form in the browser's local storage: saved on every keystroke and restored after a reload.

use crate::platform::local::storage;
use crate::state::lab::draft::{Draft, DraftAction};

/// Key in local storage.
const KEY: &str = "tabia.lab.form";

/// Returns the saved form, or the initial one.
pub fn kept_or_first() -> Draft {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let kept = kept.and_then(|text| Draft::from_json(&text));
    kept.map_or_else(first, |draft| draft.reduce(DraftAction::Seed(random_seed())))
}

/// Returns the initial form: the default with a random seed.
pub fn first() -> Draft {
    Draft::default().reduce(DraftAction::Seed(random_seed()))
}

/// Returns whether the saved form contains anything set by the user.
pub fn is_changed() -> bool {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    kept.and_then(|text| Draft::from_json(&text)).is_some_and(|draft| !draft.is_untouched())
}

/// Saves the form. If storage is full, the form lasts only as long as the page.
pub fn keep(draft: &Draft) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, &draft.to_json());
    }
}

/// Returns a random seed to suggest.
pub fn random_seed() -> String {
    ((js_sys::Math::random() * 1e9) as u64).to_string()
}
