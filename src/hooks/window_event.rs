//! Window event listeners with the lifetime of a component.

use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Calls `callback` with every event `name` that reaches the window. The callback may prevent the default action.
///
/// A changed callback is swapped in without a new listener: if another listener of the same event re-renders the component, a
/// replaced listener would miss the event.
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
                    // The callback may re-render the component.
                    let callback = latest.borrow().clone();
                    callback.emit(event.clone());
                }
            })
        });
        move || drop(listener)
    });
}
