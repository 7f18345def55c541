//! The set-up form in the browser's local storage: kept with every key stroke, there again after a reload.

use crate::platform::local::storage;
use crate::state::lab::draft::{Draft, DraftAction};

/// Where it is kept.
const KEY: &str = "tabia.lab.form";

/// The form as it was left, or the first one.
pub fn kept_or_first() -> Draft {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let kept = kept.and_then(|text| Draft::from_json(&text));
    kept.map_or_else(first, |draft| draft.reduce(DraftAction::Seed(random_seed())))
}

/// The form at first: what its default is, with a seed of its own.
pub fn first() -> Draft {
    Draft::default().reduce(DraftAction::Seed(random_seed()))
}

/// Whether there is something in the kept form that the user has set.
pub fn is_changed() -> bool {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    kept.and_then(|text| Draft::from_json(&text)).is_some_and(|draft| !draft.is_untouched())
}

/// Keeps the form. Where there is no room it lasts as long as the page.
pub fn keep(draft: &Draft) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, &draft.to_json());
    }
}

/// A seed to be proposed.
pub fn random_seed() -> String {
    ((js_sys::Math::random() * 1e9) as u64).to_string()
}
