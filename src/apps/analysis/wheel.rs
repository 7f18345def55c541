//! Steps through the moves with the mouse wheel over the board.

use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::state::game::GameAction;
use crate::state::wheel::{Wheel, leaves_room};
use gloo_events::{EventListener, EventListenerOptions};
use std::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

/// Lets the wheel over `board` step through the moves while `is_on`. With a key held the browser zooms or scrolls sideways.
#[hook]
pub fn use_wheel(board: &NodeRef, game: &GameDispatcher, is_on: bool) {
    use_effect_with((board.clone(), game.clone(), is_on), |(board, game, is_on)| {
        let (game, wheel) = (game.clone(), Cell::new(Wheel::default()));
        let listener = board.cast::<Element>().filter(|_| *is_on).map(|board| {
            let of = board.clone();
            // Not with `onwheel`: Yew's listeners cannot prevent scrolling.
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&board, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                let has_key = event.ctrl_key() || event.shift_key() || event.meta_key() || event.alt_key();
                let window_px = f64::from(
                    of.owner_document()
                        .and_then(|all| all.document_element())
                        .map_or(0, |root| root.client_width()),
                );
                if has_key || !leaves_room(f64::from(of.client_width()), window_px) {
                    return;
                }
                event.prevent_default();
                let mut turned = wheel.get();
                let step = turned.turn(event.delta_y(), event.delta_mode(), event.time_stamp());
                wheel.set(turned);
                if let Some(is_forward) = step {
                    game.dispatch(StoreAction::Do(if is_forward {
                        GameAction::Next
                    } else {
                        GameAction::Previous
                    }));
                }
            })
        });
        move || drop(listener)
    });
}
