//! Offer of a new version of the page; the service worker (`www/offline.js`) notifies when one is ready.

use super::strings;
use crate::hooks::{use_lab_play, use_window_event};
use crate::platform::bus::LabPlay;
use web_sys::CustomEvent;
use yew::prelude::*;

/// Bar over the page when an update is ready. Nothing happens until the user agrees.
#[component]
pub fn UpdateBar() -> Html {
    let is_offered = use_state_eq(|| false);
    let lab_play = use_lab_play();
    let on_update = use_callback(is_offered.setter(), |_: CustomEvent, offered| offered.set(true));
    use_window_event("tabia-update", on_update);
    let take = use_callback((), |_: MouseEvent, ()| {
        if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new("tabia-take-over")) {
            // Listeners may cancel the event; it doesn't matter.
            let _ = window.dispatch_event(&event);
        }
    });
    let later = use_callback(is_offered.setter(), |_: MouseEvent, offered| offered.set(false));
    if !*is_offered {
        return Html::default();
    }
    html! {
        <section class="update-bar" aria-label={strings::update()}>
            <p role="status">
                { strings::update_ready() }
                if lab_play != LabPlay::Idle { { " " }{ strings::match_continues() } }
            </p>
            <button type="button" class="button primary small" onclick={take}>{ strings::update_now() }</button>
            <button type="button" class="button small" onclick={later}>{ strings::later() }</button>
        </section>
    }
}
