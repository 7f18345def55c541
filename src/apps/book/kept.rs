//! What is typed on the page, kept in the browser by keystroke: neither a drawing of the page nor a reload loses it.

use crate::platform::local::storage;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What is kept under a name; nothing if it was never kept, or by a version of the page that wrote it differently.
pub fn load<T: DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_str(&storage()?.get_item(key).ok()??).ok()
}

/// Keeps a value. Where the browser keeps nothing, it lasts as long as the page.
pub fn save(key: &str, value: &impl Serialize) {
    if let (Some(storage), Ok(json)) = (storage(), serde_json::to_string(value)) {
        let _ = storage.set_item(key, &json);
    }
}

/// A text of a form, and the listener of its field.
#[hook]
pub fn use_kept_text(key: &'static str) -> (UseStateHandle<String>, Callback<InputEvent>) {
    let text = use_state_eq(|| load::<String>(key).unwrap_or_default());
    let oninput = use_callback(text.setter(), move |event: InputEvent, text| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            save(key, &input.value());
            text.set(input.value());
        }
    });
    (text, oninput)
}
