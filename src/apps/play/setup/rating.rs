//! The user's rating beside the set-up, with the link to its page.

use yew::prelude::*;

use crate::apps::play::context::PlayContext;
use crate::apps::play::rating::{chart_of, rating_now};
use crate::apps::play::strings;
use crate::hooks::use_observable;
use crate::services::play::PlayService;
use crate::state::play::rating::history;
use crate::state::route::{PlaySubject, Route};

/// Properties of [`OwnRating`].
#[derive(Properties, PartialEq)]
pub struct OwnRatingProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
}

/// Rating, and its history.
#[component]
pub fn OwnRating(props: &OwnRatingProps) -> Html {
    let games = use_observable(&props.context.play, PlayService::results);
    let points = use_memo(games, |games| history(games));
    html! {
        <section class="card play-rating" aria-labelledby="play-rating">
            <h2 id="play-rating">{ strings::your_rating() }</h2>
            { match points.last() {
                None => html! { <p class="play-hint">{ strings::no_rating() }</p> },
                Some(last) => html! {
                    <>
                        { rating_now(&last.rating) }
                        { chart_of(&points) }
                        <p><a href={Route::Play(PlaySubject::Rating).to_string()}>{ strings::all_results() }</a></p>
                    </>
                },
            } }
        </section>
    }
}
