//! Values of controls, taken from their events. `None` if the event comes from another kind of control.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Returns the text of the field.
pub fn input_value(event: &Event) -> Option<String> {
    let target = event.target()?;
    match target.dyn_ref::<HtmlInputElement>() {
        Some(input) => Some(input.value()),
        None => Some(target.dyn_ref::<HtmlTextAreaElement>()?.value()),
    }
}

/// Returns a callback that stores the typed text.
pub fn typed(text: &UseStateHandle<String>) -> Callback<InputEvent> {
    let text = text.setter();
    Callback::from(move |event: InputEvent| {
        if let Some(value) = input_value(&event) {
            text.set(value);
        }
    })
}

/// Returns whether the checkbox is checked.
pub fn checked(event: &Event) -> Option<bool> {
    Some(event.target()?.dyn_into::<HtmlInputElement>().ok()?.checked())
}

/// Returns the index of the selected option.
pub fn selected(event: &Event) -> Option<usize> {
    let select = event.target()?.dyn_into::<HtmlSelectElement>().ok()?;
    usize::try_from(select.selected_index()).ok()
}

/// Returns the value of the selected option.
pub fn selected_value(event: &Event) -> Option<String> {
    Some(event.target()?.dyn_into::<HtmlSelectElement>().ok()?.value())
}
