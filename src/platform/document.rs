//! Data from `index.html`: file addresses, to which a release build adds a content hash (`scripts/build/version-assets.mjs`). Also keyboard
//! focus.

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Returns an attribute of the first element that matches the selector.
pub fn attribute(selector: &str, name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(selector).ok()??.get_attribute(name)
}

/// Returns the content of a `meta` element.
pub fn meta(name: &str) -> Option<String> {
    attribute(&format!("meta[name={name}]"), "content")
}

/// Returns the page's language, as in the `lang` attribute of the root element (`www/theme.js`).
pub fn language() -> String {
    attribute("html", "lang").unwrap_or_else(|| "en".to_owned())
}

/// Returns the texts of the page's language, as JSON (`www/start.js`); `None` for English.
pub fn catalogue() -> Option<String> {
    js_sys::Reflect::get(&js_sys::global(), &"tabiaCatalogue".into()).ok()?.as_string()
}

/// Returns whether a dialog is open.
pub fn is_dialog_open() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| matches!(document.query_selector("dialog[open]"), Ok(Some(_))))
}

/// Moves keyboard focus to the element with this id, once the current rendering is done. Does nothing if there is none.
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
