//! The matches that are kept in this browser.

use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::kept::{Kept, Summary};
use crate::state::lab::chart::grouped;
use crate::state::lab::words::elo_words;
use crate::state::route::Route;
use std::rc::Rc;
use tabia_arena::MatchSettings;
use tabia_arena::stats::{Lead, Verdict};
use yew::prelude::*;

/// Properties of [`MatchList`].
#[derive(Properties, PartialEq)]
pub struct MatchListProps {
    /// The controller.
    pub controller: MatchController,
    /// The matches, the newest first.
    pub matches: Rc<Vec<Kept>>,
    /// Whether they were looked up.
    pub is_loaded: bool,
    /// Makes a new match with the same settings.
    pub on_duplicate: Callback<MatchSettings>,
}

/// The list.
#[component]
pub fn MatchList(props: &MatchListProps) -> Html {
    let MatchListProps { matches, is_loaded, on_duplicate, .. } = props;
    html! {
        <section class="card lab-card lab-list" aria-label={strings::MATCHES_IN_THIS_BROWSER}>
            <header class="panel-header"><h2>{ strings::MATCHES_IN_THIS_BROWSER }</h2></header>
            if matches.is_empty() {
                <p class="field-hint lab-padded">{ if *is_loaded { strings::NO_MATCHES } else { strings::LOADING } }</p>
            }
            <ul class="lab-matches">
                { for matches.iter().map(|kept| row(kept, on_duplicate)) }
            </ul>
        </section>
    }
}

fn row(kept: &Kept, on_duplicate: &Callback<MatchSettings>) -> Html {
    let Summary { games, total, verdict, difference, interval, is_part, .. } = kept.summary;
    let state = match (kept.is_running, kept.summary.is_complete, verdict) {
        (true, ..) => ("playing", strings::PLAYING.to_owned()),
        (_, _, Verdict::H1) => ("good", "H1".to_owned()),
        (_, _, Verdict::H0) => ("bad", "H0".to_owned()),
        (_, true, _) if is_part => ("done", strings::PART_FINISHED.to_owned()),
        (_, true, _) => ("done", strings::COMPLETE.to_owned()),
        _ => ("still", strings::PAUSED.to_owned()),
    };
    let elo = difference.filter(|_| interval.lead() != Lead::TooFew);
    let figures = elo.map(|elo| strings::elo_suffix(&elo_words(elo, interval))).unwrap_or_default();
    let limits = kept.header.settings.limits_summary();
    let duplicate = {
        let (on_duplicate, settings) = (on_duplicate.clone(), kept.header.settings.clone());
        Callback::from(move |_: MouseEvent| on_duplicate.emit(settings.clone()))
    };
    html! {
        <li key={kept.header.id.clone()}>
            <a class="lab-match-link" href={Route::Lab(Some(kept.header.id.clone())).to_string()}>
                <span class="lab-match-name">{ &kept.name }</span>
                <span class={classes!("lab-pill", state.0)}>{ state.1 }</span>
                <span class="lab-match-facts">{ strings::match_facts(&limits, &grouped(games as u64), &grouped(total as u64), &figures) }</span>
            </a>
            <button type="button" class="button quiet icon small" aria-label={strings::duplicate_match(&kept.name)} title={strings::NEW_MATCH_WITH_THESE_SETTINGS} onclick={duplicate}>
                <IconView icon={Icon::Copy} />
            </button>
        </li>
    }
}
