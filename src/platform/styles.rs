//! Style sheets loaded after the page.

use futures::channel::oneshot;
use gloo_events::EventListener;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::{Document, Element};

/// Adds the style sheet at `href` and waits for it to load. Returns whether it did; a failed one is removed again.
pub async fn load(href: &str) -> bool {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return false };
    let Ok(link) = stylesheet(&document, href) else { return false };
    let (sender, outcome) = oneshot::channel();
    let sender = Rc::new(Cell::new(Some(sender)));
    let listener = |event: &'static str, has_arrived: bool| {
        let sender = Rc::clone(&sender);
        EventListener::once(&link, event, move |_| {
            if let Some(sender) = sender.take() {
                // The receiver may be gone.
                let _ = sender.send(has_arrived);
            }
        })
    };
    let _listeners = (listener("load", true), listener("error", false));
    let is_added = document.head().is_some_and(|head| head.append_child(&link).is_ok());
    let has_arrived = is_added && outcome.await.unwrap_or(false);
    if !has_arrived {
        link.remove();
    }
    has_arrived
}

fn stylesheet(document: &Document, href: &str) -> Result<Element, JsValue> {
    let link = document.create_element("link")?;
    link.set_attribute("rel", "stylesheet")?;
    link.set_attribute("href", href)?;
    Ok(link)
}
