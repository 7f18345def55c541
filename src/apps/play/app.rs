//! The play page's application.

use yew::prelude::*;

use super::strings;
use crate::hooks::use_route;
use crate::state::route::Route;

/// The page.
#[component]
pub fn PlayApp() -> Html {
    let is_seen = use_route() == Route::Play;
    html! {
        <main class="play" hidden={!is_seen} aria-label={strings::PLAY}>
            <p class="play-help">{ strings::FIRST_HELP }</p>
        </main>
    }
}
