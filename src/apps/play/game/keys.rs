//! Keyboard shortcuts of a game ([`PlayKey`]).

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::entry::ENTRY_ID;
use super::shown::ShownGame;
use super::speech::clocks_in_words;
use crate::apps::play::context::PlayContext;
use crate::hooks::use_window_event;
use crate::platform::document::focus_soon;
use crate::state::play::keys::PlayKey;

/// What the keys act on.
#[derive(Clone, PartialEq)]
pub struct Keys {
    /// Game and position shown.
    pub shown: Option<ShownGame>,
    /// Goes to a ply of the game.
    pub go: Callback<Option<usize>>,
    /// Flips the board.
    pub flip: Callback<()>,
    /// Announces a text.
    pub speak: Callback<String>,
}

/// Handles keys wherever the focus is, except while the user is typing.
#[hook]
pub fn use_keys(context: &PlayContext, keys: Keys, is_active: bool) {
    let callback = use_callback(
        (context.clone(), keys, is_active),
        |event: KeyboardEvent, (context, keys, is_active)| {
            let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
            if !is_active || has_modifier || event.default_prevented() || is_typing(&event) {
                return;
            }
            if let Some(shown) = &keys.shown
                && press(context, keys, shown, &event.key())
            {
                // Arrows, Home and End would scroll the page.
                event.prevent_default();
            }
        },
    );
    use_window_event("keydown", callback);
}

/// Runs the command of a key; returns whether it has one now.
fn press(context: &PlayContext, keys: &Keys, shown: &ShownGame, key: &str) -> bool {
    let Some(command) = PlayKey::of(key) else { return false };
    let (place, last) = (shown.place(), shown.game.line().len());
    let go = |to: usize| keys.go.emit((to < last).then_some(to));
    match command {
        PlayKey::Previous => go(place.saturating_sub(1)),
        PlayKey::Next => go(place + 1),
        PlayKey::First => go(0),
        PlayKey::Last => go(last),
        PlayKey::Flip => keys.flip.emit(()),
        PlayKey::Clocks => keys.speak.emit(clocks_in_words(context)),
        PlayKey::Hint => context.play.hint(),
        PlayKey::TypeMove => focus_soon(ENTRY_ID),
        PlayKey::CancelPremove if !shown.snapshot.premoves.is_empty() => context.play.premove(None),
        PlayKey::CancelPremove => return false,
    }
    true
}

fn is_typing(event: &KeyboardEvent) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
            || element.has_attribute("contenteditable")
    })
}
