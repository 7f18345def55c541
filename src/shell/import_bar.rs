//! Notice that a backup was imported, here or in another tab, so that the page shows outdated data.

use super::strings;
use crate::hooks::use_lab_play;
use crate::platform::bus::LabPlay;
use crate::services::backup::news;
use yew::prelude::*;

/// Bar over the page after the import of a backup. The page reloads only at the user's request.
#[component]
pub fn ImportBar() -> Html {
    let is_due = use_state_eq(|| false);
    let lab_play = use_lab_play();
    use_effect_with(is_due.setter(), |due| {
        let due = due.clone();
        let subscription = news::listen(move || due.set(true));
        move || drop(subscription)
    });
    let reload = use_callback((), |_: MouseEvent, ()| {
        if let Some(window) = web_sys::window() {
            // If the reload fails, the page simply stays.
            let _ = window.location().reload();
        }
    });
    let later = use_callback(is_due.setter(), |_: MouseEvent, due| due.set(false));
    if !*is_due {
        return Html::default();
    }
    html! {
        <section class="update-bar" aria-label={strings::imported()}>
            <p role="status">
                { strings::backup_imported() }
                if lab_play != LabPlay::Idle { { " " }{ strings::match_continues_after_reload() } }
            </p>
            <button type="button" class="button primary small" onclick={reload}>{ strings::reload() }</button>
            <button type="button" class="button small" onclick={later}>{ strings::later() }</button>
        </section>
    }
}
