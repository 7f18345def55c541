//! Bus messages for components.

use crate::platform::bus::{self, LabPlay, Message};
use yew::prelude::*;

/// Calls `callback` with every message.
#[hook]
pub fn use_bus(callback: Callback<Message>) {
    use_effect_with(callback, |callback| {
        let callback = callback.clone();
        let listener = bus::listen(move |message| callback.emit(message.clone()));
        move || drop(listener)
    });
}

/// Returns the Lab's activity; re-renders when it changes.
#[hook]
pub fn use_lab_play() -> LabPlay {
    let play = use_state_eq(bus::lab_play);
    let on_message = use_callback(play.setter(), |message, play| {
        if let Message::LabPlay(now) = message {
            play.set(now);
        }
    });
    use_bus(on_message);
    *play
}
