//! Listening to the window for as long as a component lives.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// The event of the window that carries a game from the Lab to the analysis; its detail is PGN.
pub const OPEN_GAME: &str = "tabia-open-game";

/// The event of the window that tells that a match began or ended in the Lab; [`PLAYING_MARK`] says which.
pub const LAB_PLAYS: &str = "tabia-lab-plays";

/// The attribute that the page's root has while a match is being played: [`BY_CLOCK`](super::BY_CLOCK) if time counts in it.
pub const PLAYING_MARK: &str = "data-lab-plays";

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
