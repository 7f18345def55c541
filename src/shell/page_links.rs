//! The links to the pages: in the bar at the top, or within reach of the thumb on a phone.

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_lab_play;
use crate::platform::bus::LabPlay;
use crate::services::play::ongoing::is_ongoing;
use crate::state::route::{BookSubject, PlaySubject, Route, ToolsSubject};
use yew::prelude::*;

/// The pages in order. `www/index.html` has the same links while the program is loading; a test compares them.
const PAGES: [(Route, &str, Icon); 6] = [
    (Route::Play(PlaySubject::Game), strings::PLAY_LINK, Icon::Play),
    (Route::Analysis, strings::ANALYSIS, Icon::Board),
    (Route::Library(None), strings::LIBRARY_LINK, Icon::Library),
    (Route::Lab(None), strings::LAB_LINK, Icon::Flask),
    (Route::Book(BookSubject::Books), strings::BOOK_LINK, Icon::Book),
    (Route::Tools(ToolsSubject::Suites), strings::TOOLS_LINK, Icon::Tools),
];

/// Properties of [`PageLinks`].
#[derive(Properties, PartialEq)]
pub struct PageLinksProps {
    /// Visible page.
    pub route: Route,
}

/// The links. The Lab's shows when a match is running there, and that of the play page when a game waits there.
#[component]
pub fn PageLinks(props: &PageLinksProps) -> Html {
    let lab_plays = use_lab_play() != LabPlay::Idle;
    html! {
        <nav class="pages" aria-label={strings::PAGES}>
            { for PAGES.into_iter().map(|(route, name, icon)| {
                let current = route.is_same_page(&props.route).then_some("page");
                let waits = matches!(route, Route::Play(_)) && current.is_none() && is_ongoing();
                html! {
                    <a key={name} class="page-link" href={route.to_string()} data-link={route.page()} aria-current={current} title={waits.then_some(strings::CONTINUE_YOUR_GAME)}>
                        <IconView {icon} /><span>{ name }</span>
                        if waits { <span class="page-busy" /> }
                        if lab_plays && route == Route::Lab(None) && current.is_none() {
                            <span class="page-busy" title={strings::A_MATCH_IS_BEING_PLAYED}><span class="visually-hidden">{ strings::MATCH_RUNNING_SUFFIX }</span></span>
                        }
                    </a>
                }
            }) }
        </nav>
    }
}
