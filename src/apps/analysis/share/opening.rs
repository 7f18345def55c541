//! Opens links to positions and games the usual way, so that the previous games aren't lost.

use super::lazy::unpacked;
use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::hooks::use_window_event;
use crate::state::game::GameAction;
use crate::state::link::{Carried, Freight, game_link};
use crate::state::route::Route;
use crate::state::text::sentence;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Event;
use yew::prelude::*;

/// Callbacks that open things.
#[derive(Clone, PartialEq)]
pub struct Openers {
    /// Opens a FEN.
    pub fen: Callback<String, Result<(), String>>,
    /// Opens a game, and runs the actions on it once it is shown.
    pub game: Callback<(String, Vec<GameAction>), Result<(), String>>,
}

/// Opens the position or game in the page's address, now and whenever it changes. The previous games can be restored as after any other
/// opening.
#[hook]
pub fn use_shared_link(openers: Openers, game: &GameDispatcher, toasts: &ToastDispatcher) {
    let take = use_callback((openers, game.clone(), toasts.clone()), |(), (openers, game, toasts)| {
        take_address(openers, game, toasts.clone());
    });
    use_effect_with(take.clone(), |take| take.emit(()));
    let on_change = use_callback(take, |_: Event, take| take.emit(()));
    use_window_event("hashchange", on_change);
}

fn take_address(openers: &Openers, game: &GameDispatcher, toasts: ToastDispatcher) {
    let Some(window) = web_sys::window() else { return };
    let Some(carried) = window.location().hash().ok().and_then(|hash| Carried::of_hash(&hash)) else {
        return;
    };
    // Clear the address, so that a reload shows the board as it was left. If the browser refuses, the link is opened again then.
    if let Ok(history) = window.history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&Route::Analysis.to_string()));
    }
    let fault = move |reason: String| {
        toasts.dispatch(ToastAction::Show(Tone::Fault, strings::link_not_opened().to_owned(), reason, None));
    };
    match carried {
        Err(error) => fault(sentence(&error.to_string())),
        Ok(Carried { what: Freight::Position(fen), side, .. }) => match openers.fen.emit(fen) {
            Ok(()) => game.dispatch(StoreAction::Do(GameAction::SetOrientation(side))),
            Err(reason) => fault(reason),
        },
        Ok(Carried { what: Freight::Game(packed), side, at }) => {
            let opener = openers.game.clone();
            spawn_local(async move {
                let mut then = vec![GameAction::SetOrientation(side)];
                if !at.is_start() {
                    then.push(GameAction::GoToPlace(at));
                }
                let opened = match unpacked(packed).await {
                    Some(Ok(text)) => opener.emit((text, then)),
                    Some(Err(error)) => Err(sentence(&error.to_string())),
                    None => Err(strings::part_not_loaded().to_owned()),
                };
                if let Err(reason) = opened {
                    fault(reason);
                }
            });
        }
    }
}

/// Follows a Tabia link to a game, as if it were in the address bar, if the text is nothing but such a link.
pub fn follow_link(text: &str) -> bool {
    let Some(hash) = game_link(text) else { return false };
    // The browser fires `hashchange`, and the page opens the link.
    web_sys::window().is_some_and(|window| window.location().set_hash(hash).is_ok())
}
