//! The bus: messages between the applications of the page (analysis, Lab, book page).
//!
//! They are WebAssembly modules of their own and share no memory. A message travels as the detail of a window event whose name only
//! this module knows. An application does not hear its own messages.

use gloo_events::EventListener;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::{CustomEvent, CustomEventInit};

/// The name of the window event.
const EVENT: &str = "tabia-message";

/// What applications tell each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// Show this game in the analysis; PGN.
    OpenGame(String),
    /// What the Lab is doing has changed, or somebody asked.
    LabPlay(LabPlay),
    /// What is the Lab doing? An application asks this once it listens.
    WhatDoesTheLabPlay,
    /// The book of the board, or the shelf of books, has changed.
    Books {
        /// The id of the chosen book.
        choice: String,
        /// Whether the book is on.
        is_on: bool,
    },
}

/// What the Lab of this page is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabPlay {
    /// No match is being played.
    #[default]
    Idle,
    /// A match at fixed nodes or depth: its games are the same on a busy machine.
    Untimed,
    /// A match in which time counts: whatever else the machine does changes its games.
    Timed,
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    sender: f64,
    message: Message,
}

thread_local! {
    /// This application among those of the page.
    static SENDER: f64 = js_sys::Math::random();
}

/// Sends a message to the other applications.
pub fn send(message: Message) {
    let Some(window) = web_sys::window() else { return };
    let envelope = Envelope { sender: SENDER.with(|sender| *sender), message };
    let Ok(detail) = serde_wasm_bindgen::to_value(&envelope) else { return };
    let init = CustomEventInit::new();
    init.set_detail(&detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(EVENT, &init) {
        // Nobody cancels it.
        let _ = window.dispatch_event(&event);
    }
}

/// Hears the other applications' messages until what is returned is dropped.
pub fn listen(on_message: impl Fn(Message) + 'static) -> Option<EventListener> {
    let window = web_sys::window()?;
    Some(EventListener::new(&window, EVENT, move |event| {
        let detail = event.dyn_ref::<CustomEvent>().map(CustomEvent::detail);
        let envelope = detail.and_then(|detail| serde_wasm_bindgen::from_value::<Envelope>(detail).ok());
        if let Some(Envelope { sender, message }) = envelope
            && SENDER.with(|own| *own) != sender
        {
            on_message(message);
        }
    }))
}
