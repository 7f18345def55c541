//! Listening to the window for as long as a component lives.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Calls `callback` with every event `name` that reaches the window. The event's default can be prevented.
#[hook]
pub fn use_window_event<E: JsCast + Clone + 'static>(name: &'static str, callback: Callback<E>) {
    use_effect_with(callback, move |callback| {
        let callback = callback.clone();
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, name, options, move |event| {
                if let Some(event) = event.dyn_ref::<E>() {
                    callback.emit(event.clone());
                }
            })
        });
        move || drop(listener)
    });
}
