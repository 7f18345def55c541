//! What `index.html` tells the page's applications: addresses of files, to which a release build adds a hash of their content
//! (`scripts/version-assets.mjs`). And the keyboard's focus.

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// An attribute of the first element that the selector finds.
pub fn attribute(selector: &str, name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(selector).ok()??.get_attribute(name)
}

/// What a `meta` element says.
pub fn meta(name: &str) -> Option<String> {
    attribute(&format!("meta[name={name}]"), "content")
}

/// Whether a dialog is open.
pub fn is_dialog_open() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| matches!(document.query_selector("dialog[open]"), Ok(Some(_))))
}

/// Gives the keyboard's focus to the element with this id, once what is being rendered stands. Nothing happens if there is none.
pub fn focus_soon(id: &'static str) {
    let focus = move || {
        let element = web_sys::window()?.document()?.get_element_by_id(id)?;
        element.dyn_into::<HtmlElement>().ok()?.focus().ok()
    };
    Timeout::new(0, move || {
        focus();
    })
    .forget();
}
