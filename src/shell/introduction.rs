//! One-sentence introductions of the pages, for first-time visitors.

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_settings;
use crate::state::route::Route;
use crate::state::settings::SettingsAction;
use yew::prelude::*;

/// Properties of [`Introduction`].
#[derive(Properties, PartialEq)]
pub struct IntroductionProps {
    /// Visible page.
    pub route: Route,
}

/// The introduction, until it is switched off. `www/index.html` has the same texts, for the time while the page is loading.
#[component]
pub fn Introduction(props: &IntroductionProps) -> Html {
    let settings = use_settings();
    let hide = use_callback(settings.dispatcher(), |_: MouseEvent, settings| {
        settings.dispatch(SettingsAction::ShowIntroductions(false));
    });
    let text = match &props.route {
        Route::Library(_) => strings::library_introduction(),
        Route::Lab(None) => strings::lab_introduction(),
        Route::Book(_) => strings::book_introduction(),
        Route::Tools(_) => strings::tools_introduction(),
        // These explain themselves or, like a match, are opened by someone who knows them.
        Route::Analysis | Route::Play(_) | Route::Lab(Some(_)) => return html! {},
    };
    if !settings.0.show_introductions {
        return html! {};
    }
    html! {
        <aside class="introduction" aria-label={strings::introduction()}>
            <p>{ text }{ " " }<a href={strings::GUIDE_ADDRESS} target="_blank">{ strings::guide() }</a></p>
            <button type="button" class="button quiet icon small" aria-label={strings::hide_introductions()} title={strings::hide_introductions()} onclick={hide}>
                <IconView icon={Icon::Close} />
            </button>
        </aside>
    }
}
