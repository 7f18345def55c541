//! The links to the pages: in the bar at the top, or within reach of the thumb on a phone.

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_lab_play;
use crate::language::Text;
use crate::platform::bus::LabPlay;
use crate::services::play::ongoing::is_ongoing;
use crate::state::route::{BookSubject, PlaySubject, Route, ToolsSubject};
use yew::prelude::*;

/// The pages in order. `www/index.html` has the same links while the program is loading; a test compares them.
const PAGES: [(Route, Text, Icon); 6] = [
    (Route::Play(PlaySubject::Game), strings::play_link, Icon::Play),
    (Route::Analysis, strings::analysis_link, Icon::Board),
    (Route::Library(None), strings::library_link, Icon::Library),
    (Route::Lab(None), strings::lab_link, Icon::Flask),
    (Route::Book(BookSubject::Books), strings::book_link, Icon::Book),
    (Route::Tools(ToolsSubject::Suites), strings::tools_link, Icon::Tools),
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
        <nav class="pages" aria-label={strings::pages()}>
            { for PAGES.into_iter().map(|(route, name, icon)| {
                let current = route.is_same_page(&props.route).then_some("page");
                let waits = matches!(route, Route::Play(_)) && current.is_none() && is_ongoing();
                html! {
                    <a key={route.page()} class="page-link" href={route.to_string()} data-link={route.page()} aria-current={current} title={waits.then_some(strings::continue_your_game())}>
                        <IconView {icon} /><span>{ name() }</span>
                        if waits { <span class="page-busy" /> }
                        if lab_plays && route == Route::Lab(None) && current.is_none() {
                            <span class="page-busy" title={strings::a_match_is_being_played()}><span class="visually-hidden">{ strings::match_running_suffix() }</span></span>
                        }
                    </a>
                }
            }) }
        </nav>
    }
}
