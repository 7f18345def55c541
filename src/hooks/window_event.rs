//! Listening to the window for as long as a component lives.

use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Calls `callback` with every event `name` that reaches the window. The event's default can be prevented.
///
/// Another callback takes the place of this one without a new listener: an event during which the component is drawn anew, by another
/// listener of it, would miss a listener that is put in the place of an old one meanwhile.
#[hook]
pub fn use_window_event<E: JsCast + Clone + 'static>(name: &'static str, callback: Callback<E>) {
    let latest = use_mut_ref(Callback::noop);
    latest.replace(callback);
    use_effect_with((), move |()| {
        let latest = Rc::clone(&latest);
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, name, options, move |event| {
                if let Some(event) = event.dyn_ref::<E>() {
                    // What is called may draw the component anew.
                    let callback = latest.borrow().clone();
                    callback.emit(event.clone());
                }
            })
        });
        move || drop(listener)
    });
}
