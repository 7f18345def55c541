//! Link to a saved match, with its state and figures.

use crate::apps::lab::strings;
use crate::services::matches::controller::saved_match::{SavedMatch, Summary};
use crate::state::lab::words::elo_words;
use crate::state::route::Route;
use tabia_stats::Lead;
use yew::prelude::*;

/// Renders the link to a match. `state` is a CSS class and its text.
pub fn match_link(kept: &SavedMatch, state: (&'static str, String)) -> Html {
    let Summary { games, total, difference, interval, .. } = kept.summary;
    let elo = difference.filter(|_| interval.lead() != Lead::TooFew);
    let figures = elo.map(|elo| strings::elo_suffix(&elo_words(elo, interval))).unwrap_or_default();
    let limits = kept.header.settings.limits_summary();
    html! {
        <a class="lab-match-link" href={Route::Lab(Some(kept.header.id.clone())).to_string()}>
            <span class="lab-match-name">{ &kept.name }</span>
            <span class={classes!("lab-pill", state.0)}>{ state.1 }</span>
            <span class="lab-match-facts">{ strings::match_facts(&limits, games, total, &figures) }</span>
        </a>
    }
}
