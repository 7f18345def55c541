//! Lazy loading of the game lists.

use super::browsed::{BrowsedGames, BrowsedGamesProps};
use super::of_file::{GamesList, GamesListProps};
use crate::apps::analysis::strings;
use crate::components::lazy_part::{Loading, use_part};
use crate::hooks::{Refresh, use_observable_when};
use crate::services::browsed::{BrowsedEvent, BrowsedList};
use futures::FutureExt;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// Views of the lists.
#[derive(Clone, Copy)]
struct ListViews {
    of_file: fn(GamesListProps) -> Html,
    browsed: fn(BrowsedGamesProps) -> Html,
}

#[wasm_split(lists, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn views() -> Result<ListViews, SplitLoaderError> {
    Ok(ListViews {
        of_file: |props| html! { <GamesList ..props /> },
        browsed: |props| html! { <BrowsedGames ..props /> },
    })
}

/// Properties of [`Lists`].
#[derive(Properties, PartialEq)]
pub struct ListsProps {
    /// Games of the open text.
    pub file: GamesListProps,
}

/// The lists, if there are any.
#[component]
pub fn Lists(props: &ListsProps) -> Html {
    let file = &props.file;
    let refresh = |event: &BrowsedEvent| match event {
        BrowsedEvent::Changed => Refresh::Now,
        BrowsedEvent::Step(_) => Refresh::Never,
    };
    let browsed = use_observable_when(&BrowsedList::of_page(), refresh, BrowsedList::get);
    let has_file = file.games.len() > 1;
    let part = use_part(|| views().map(Result::ok).boxed_local(), has_file || browsed.is_some());
    let views = match part.loading {
        Loading::NotWanted => return html! {},
        Loading::Underway => return note("status", strings::loading_lists()),
        Loading::Failed => return note("alert", strings::part_not_loaded()),
        Loading::Done(views) => views,
    };
    let of_file = has_file.then(|| (views.of_file)(file.clone()));
    html! {
        <>
            <key="browsed">{ browsed.map(|browsed| (views.browsed)(BrowsedGamesProps { browsed })) }</>
            <key="file">{ of_file }</>
        </>
    }
}

fn note(role: &'static str, text: &str) -> Html {
    html! { <section class="card games"><p class="games-more" {role}>{ text }</p></section> }
}
