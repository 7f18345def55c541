//! The user's rating against the levels: its history, the results by level, and the games that count.

mod chart;

use web_sys::HtmlElement;
use yew::prelude::*;

pub use self::chart::chart_of;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable;
use crate::language::translate;
use crate::platform::local_time::date_and_time;
use crate::services::play::PlayService;
use crate::state::play::levels::level;
use crate::state::play::rating::{Points, RatedGame, Rating, RatingPoint, history};
use crate::state::play::record::record;
use crate::state::route::{PlaySubject, Route};

/// Number of games listed at first and added by each press of the button.
const PAGE: usize = 50;

/// Properties of [`RatingPage`].
#[derive(Properties, PartialEq)]
pub struct RatingPageProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
}

/// Page of the rating.
#[component]
pub fn RatingPage(props: &RatingPageProps) -> Html {
    let games = use_observable(&props.context.play, PlayService::results);
    let points = use_memo(games.clone(), |games| history(games));
    let listed = use_state_eq(|| PAGE);
    let heading = use_node_ref();
    // The link that led here is hidden now.
    use_effect_with(heading.clone(), |heading| {
        if let Some(heading) = heading.cast::<HtmlElement>() {
            let _ = heading.focus();
        }
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let back = Route::Play(PlaySubject::Game).to_string();
    html! {
        <div class="rating-page">
            <header class="rating-head">
                <a class="button quiet icon" href={back} aria-label={strings::back_to_play()} title={strings::back_to_play()}><IconView icon={Icon::Previous} /></a>
                <h2 ref={heading} tabindex="-1">{ strings::your_rating() }</h2>
            </header>
            { match points.last() {
                None => html! { <p class="card play-hint">{ strings::no_rating() }</p> },
                Some(last) => html! {
                    <>
                        <section class="card" aria-label={strings::your_rating()}>
                            { rating_now(&last.rating) }
                            { chart_of(&points) }
                            <p class="play-hint">{ strings::rating_hint() }</p>
                        </section>
                        <section class="card">{ by_level(&games) }</section>
                        <section class="card">{ list(&games, &points, &listed) }</section>
                        <Forget context={props.context.clone()} />
                    </>
                },
            } }
        </div>
    }
}

/// Renders the rating with its error, and the number of games it is based on.
pub fn rating_now(own: &Rating) -> Html {
    let elo = own.elo.round() as i32;
    html! {
        <p class="play-rating-now" data-elo={elo.to_string()}>
            <strong>{ strings::elo(elo, own.error.round() as i32) }</strong>
            <span>{ strings::rated_games(own.games) }</span>
        </p>
    }
}

/// Renders the results by level, and the wins in a row.
fn by_level(games: &[RatedGame]) -> Html {
    let record = record(games);
    html! {
        <>
            <table class="play-record">
                <caption>{ strings::record() }</caption>
                <thead><tr>{ for [strings::level(), strings::won(), strings::drawn(), strings::lost()].map(heading) }</tr></thead>
                <tbody>
                    { for record.levels.iter().map(|own| html! {
                        <tr key={own.level}>
                            <th scope="row">{ level_name(own.level) }</th>
                            <td>{ own.won }</td><td>{ own.drawn }</td><td>{ own.lost }</td>
                        </tr>
                    }) }
                </tbody>
            </table>
            <p class="play-hint">{ strings::wins_in_a_row(record.streak, record.longest_streak) }</p>
        </>
    }
}

/// Renders the rated games, newest first, with the rating after each.
fn list(games: &[RatedGame], points: &[RatingPoint], listed: &UseStateHandle<usize>) -> Html {
    let row = |(place, (game, point)): (usize, (&RatedGame, &RatingPoint))| {
        let result = match game.points {
            Points::Won => strings::won(),
            Points::Drawn => strings::drawn(),
            Points::Lost => strings::lost(),
        };
        html! {
            <tr key={place}>
                <th scope="row">{ date_and_time(point.finished_ms) }</th>
                <td>{ level_name(game.level) }</td><td>{ result }</td><td>{ point.rating.elo.round() }</td>
            </tr>
        }
    };
    let more = {
        let (setter, next) = (listed.setter(), **listed + PAGE);
        Callback::from(move |_: MouseEvent| setter.set(next))
    };
    html! {
        <>
            <table class="play-record">
                <caption>{ strings::rated_games_text() }</caption>
                <thead><tr>{ for [strings::date(), strings::level(), strings::result(), strings::rating()].map(heading) }</tr></thead>
                <tbody>{ for games.iter().zip(points).enumerate().rev().take(**listed).map(row) }</tbody>
            </table>
            if games.len() > **listed { <button type="button" class="button small" onclick={more}>{ strings::show_more() }</button> }
        </>
    }
}

fn heading(name: &'static str) -> Html {
    html! { <th scope="col">{ name }</th> }
}

fn level_name(number: u8) -> String {
    format!("{number} {}", translate(level(number).name))
}

/// Button that resets the rating, with its confirmation.
#[component]
fn Forget(props: &RatingPageProps) -> Html {
    let is_asking = use_state_eq(|| false);
    let set = |value: bool| {
        let is_asking = is_asking.setter();
        Callback::from(move |_: MouseEvent| is_asking.set(value))
    };
    if !*is_asking {
        return html! {
            <button type="button" class="button quiet small" onclick={set(true)}>{ strings::begin_rating_anew() }</button>
        };
    }
    let sure = {
        let (context, is_asking) = (props.context.clone(), is_asking.setter());
        Callback::from(move |_: MouseEvent| {
            context.play.forget_results();
            is_asking.set(false);
        })
    };
    html! {
        <p class="play-actions" role="group" aria-label={strings::begin_rating_anew()}>
            <span>{ strings::forget_results() }</span>
            <button type="button" class="button small" onclick={sure}>{ strings::forget() }</button>
            <button type="button" class="button quiet small" onclick={set(false)}>{ strings::cancel() }</button>
        </p>
    }
}
