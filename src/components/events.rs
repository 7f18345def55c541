//! What events of controls say. `None`: the event comes from another kind of control.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The text of the field that an event came from.
pub fn input_value(event: &Event) -> Option<String> {
    let target = event.target()?;
    match target.dyn_ref::<HtmlInputElement>() {
        Some(input) => Some(input.value()),
        None => Some(target.dyn_ref::<HtmlTextAreaElement>()?.value()),
    }
}

/// Keeps what is typed.
pub fn typed(text: &UseStateHandle<String>) -> Callback<InputEvent> {
    let text = text.setter();
    Callback::from(move |event: InputEvent| {
        if let Some(value) = input_value(&event) {
            text.set(value);
        }
    })
}

/// Whether the box that an event came from is checked.
pub fn checked(event: &Event) -> Option<bool> {
    Some(event.target()?.dyn_into::<HtmlInputElement>().ok()?.checked())
}

/// The place of what was chosen in the list that an event came from.
pub fn selected(event: &Event) -> Option<usize> {
    let select = event.target()?.dyn_into::<HtmlSelectElement>().ok()?;
    usize::try_from(select.selected_index()).ok()
}

/// The value of what was chosen in the list that an event came from.
pub fn selected_value(event: &Event) -> Option<String> {
    Some(event.target()?.dyn_into::<HtmlSelectElement>().ok()?.value())
}
