//! Offline availability, and the button that downloads everything (`www/offline.js`).

use super::strings;
use crate::hooks::use_window_event;
use crate::platform::document::attribute;
use web_sys::CustomEvent;
use yew::prelude::*;

fn state() -> String {
    attribute(":root", "data-offline").unwrap_or_default()
}

/// Row in the settings.
#[component]
pub fn OfflineChoice() -> Html {
    let offline = use_state_eq(state);
    let on_change = use_callback(offline.setter(), |_: CustomEvent, offline| offline.set(state()));
    use_window_event("tabia-offline", on_change);
    let keep_all = use_callback((), |_: MouseEvent, ()| {
        if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new("tabia-keep-all")) {
            // It doesn't matter whether a listener cancels the event.
            let _ = window.dispatch_event(&event);
        }
    });
    let (note, button) = match offline.as_str() {
        "whole" => (strings::offline_whole(), None),
        "used" => (strings::offline_used(), Some(strings::make_available_offline())),
        "failed" => (strings::offline_failed(), Some(strings::try_again())),
        "none" => (strings::offline_none(), None),
        _ => (strings::offline_filling(), None),
    };
    html! {
        <div class="setting">
            <span role="status">{ note }</span>
            if let Some(name) = button {
                <button type="button" class="button" onclick={keep_all}>{ name }</button>
            }
        </div>
    }
}
