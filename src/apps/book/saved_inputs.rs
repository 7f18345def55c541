//! Form inputs, saved in the browser on every keystroke so that they survive re-rendering and reloads.

use crate::platform::local::storage;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Loads a saved value; `None` if there is none, or if another version of the page wrote it in a different format.
pub fn load<T: DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_str(&storage()?.get_item(key).ok()??).ok()
}

/// Saves a value. If the browser has no storage, it is lost with the page.
pub fn save(key: &str, value: &impl Serialize) {
    if let (Some(storage), Ok(json)) = (storage(), serde_json::to_string(value)) {
        let _ = storage.set_item(key, &json);
    }
}

/// Returns a saved text and the input listener of its field.
#[hook]
pub fn use_saved_text(key: &'static str) -> (UseStateHandle<String>, Callback<InputEvent>) {
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
