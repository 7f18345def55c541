//! What events of controls say.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, InputEvent};

/// The text of the field that an event came from.
pub fn typed(event: &InputEvent) -> Option<String> {
    Some(event.target()?.dyn_into::<HtmlInputElement>().ok()?.value())
}

/// Whether the box that an event came from is checked.
pub fn checked(event: &Event) -> Option<bool> {
    Some(event.target()?.dyn_into::<HtmlInputElement>().ok()?.checked())
}

/// What was selected where the event came from.
pub fn selected(event: &Event) -> Option<usize> {
    let select = event.target()?.dyn_into::<HtmlSelectElement>().ok()?;
    usize::try_from(select.selected_index()).ok()
}
