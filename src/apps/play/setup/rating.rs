//! The user's rating against the levels, and its history.

use yew::prelude::*;

use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::hooks::use_observable;
use crate::services::play::PlayService;
use crate::state::play::levels::level;
use crate::state::play::rating::{RatedGame, history, rating};
use crate::state::play::rating_chart::{RatingChart, chart};
use crate::state::play::record::record;

/// Width and height of the chart in its own units.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 90.0;

/// Properties of [`OwnRating`].
#[derive(Properties, PartialEq)]
pub struct OwnRatingProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
}

/// Rating, with the games that count.
#[component]
pub fn OwnRating(props: &OwnRatingProps) -> Html {
    let games = use_observable(&props.context.play, PlayService::results);
    let is_asking = use_state_eq(|| false);
    html! {
        <section class="card play-rating" aria-labelledby="play-rating">
            <h2 id="play-rating">{ strings::YOUR_RATING }</h2>
            { match rating(&games) {
                None => html! { <p class="play-hint">{ strings::NO_RATING }</p> },
                Some(own) => html! {
                    <>
                        <p class="play-rating-now" data-elo={own.elo.round().to_string()}>
                            <strong>{ strings::elo(own.elo.round() as i32, own.error.round() as i32) }</strong>
                            <span>{ strings::rated_games(own.games) }</span>
                        </p>
                        { drawn(&games) }
                        { by_level(&games) }
                        <p class="play-hint">{ strings::RATING_HINT }</p>
                        { forget(&props.context, &is_asking) }
                    </>
                },
            } }
        </section>
    }
}

fn drawn(games: &[RatedGame]) -> Html {
    let points = history(games);
    let Some(RatingChart { line, band, low, high }) = chart(&points, WIDTH, HEIGHT) else {
        return Html::default();
    };
    let ends = points.first().zip(points.last());
    let label = ends.map(|(first, last)| {
        strings::rating_chart(points.len(), first.rating.elo.round() as i32, last.rating.elo.round() as i32)
    });
    html! {
        <figure class="play-rating-chart">
            <span aria-hidden="true">{ high }</span>
            <svg viewBox={format!("0 0 {WIDTH} {HEIGHT}")} preserveAspectRatio="none" role="img" aria-label={label}>
                <polygon points={band} />
                <polyline points={line} />
            </svg>
            <span aria-hidden="true">{ low }</span>
        </figure>
    }
}

/// Renders the results by level, and the wins in a row.
fn by_level(games: &[RatedGame]) -> Html {
    let record = record(games);
    html! {
        <>
            <table class="play-record">
                <caption>{ strings::RECORD }</caption>
                <thead><tr>{ for [strings::LEVEL, strings::WON, strings::DRAWN, strings::LOST].map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
                <tbody>
                    { for record.levels.iter().map(|own| html! {
                        <tr key={own.level}>
                            <th scope="row">{ format!("{} {}", own.level, level(own.level).name) }</th>
                            <td>{ own.won }</td><td>{ own.drawn }</td><td>{ own.lost }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
            if record.longest_streak > 1 { <p class="play-hint">{ strings::wins_in_a_row(record.streak, record.longest_streak) }</p> }
        </>
    }
}

/// Renders the button that resets the rating, with its confirmation.
fn forget(context: &PlayContext, is_asking: &UseStateHandle<bool>) -> Html {
    let set = |value: bool| {
        let is_asking = is_asking.setter();
        Callback::from(move |_: MouseEvent| is_asking.set(value))
    };
    if !**is_asking {
        return html! {
            <button type="button" class="button quiet small" onclick={set(true)}>{ strings::BEGIN_RATING_ANEW }</button>
        };
    }
    let sure = {
        let (context, is_asking) = (context.clone(), is_asking.setter());
        Callback::from(move |_: MouseEvent| {
            context.play.forget_results();
            is_asking.set(false);
        })
    };
    html! {
        <p class="play-actions" role="group" aria-label={strings::BEGIN_RATING_ANEW}>
            <span>{ strings::FORGET_RESULTS }</span>
            <button type="button" class="button small" onclick={sure}>{ strings::FORGET }</button>
            <button type="button" class="button quiet small" onclick={set(false)}>{ strings::CANCEL }</button>
        </p>
    }
}
