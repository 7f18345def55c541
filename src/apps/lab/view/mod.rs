//! Match page: status, games and actions.

mod actions;
mod endings;
mod figures;
mod games;
mod missing;
mod output;
mod save_games;
mod share;
mod snapshot;
mod tables;
mod watch;

use crate::apps::lab::components::llr_chart::LlrChart;
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::ToastDispatcher;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::events::MatchState;
use crate::state::lab::draft::MAX_WORKERS;
use crate::state::lab::engine::{EngineInfo, chess960_faults};
use crate::state::lab::self_play::{self, is_self_play};
use crate::state::lab::words::{HeadlineTone, banner, durations, games_left};
use actions::MatchActions;
use endings::EndingsCard;
use figures::MatchFigures;
use games::GamesCard;
use missing::{MissingCard, missing};
use output::OutputCard;
use snapshot::{MatchView, use_self_play, use_view};
use std::rc::Rc;
use tabia_arena::{EngineSettings, MatchSettings, Snapshot};
use tables::{Crosstable, Tables};
use watch::WatchCard;
use web_sys::File;
use yew::prelude::*;

/// Properties of [`MatchPage`].
#[derive(Properties, PartialEq)]
pub struct MatchPageProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Open match.
    pub open: OpenMatch,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
    /// Creates a new match with the same settings.
    pub on_duplicate: Callback<MatchSettings>,
    /// Available engines; `None` while they are being loaded.
    pub engines: Option<Rc<[Rc<EngineInfo>]>>,
    /// Adds engine files.
    pub on_engine_files: Callback<Vec<File>>,
    /// Plays a match.
    pub on_play: Callback<OpenMatch>,
}

/// Page of a single match.
#[component]
pub fn MatchPage(props: &MatchPageProps) -> Html {
    let MatchPageProps { controller, open, toasts, on_duplicate, engines, on_engine_files, on_play } = props;
    let view = use_view(open);
    let check = use_self_play(controller, open, view.as_deref());
    let pairing = use_state_eq(|| None::<[usize; 2]>);
    let on_pairing = use_callback(pairing.setter(), |chosen, pairing| pairing.set(chosen));
    use_effect_with(open.id(), |_| {
        // The Start button is at the end of the set-up form; a match page begins with the verdict.
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let Some(view) = view else { return html! {} };
    let settings = view.settings().clone();
    let names = settings.names();
    let news = if is_self_play(&settings) {
        let check = check.as_ref().map(|check| check.as_deref().map_err(String::as_str));
        self_play::banner(check, &view.snapshot, names.first().map_or("", String::as_str))
    } else {
        banner(&view.snapshot, settings.sprt.as_ref(), &names)
    };
    let news = view.time_losses.before(news, &settings);
    let tone = match news.tone {
        HeadlineTone::Good => "good",
        HeadlineTone::Bad => "bad",
        HeadlineTone::Open => "open",
    };
    let lacking: Vec<EngineSettings> = match engines {
        Some(engines) if !view.snapshot.is_complete => {
            missing(&settings, engines).into_iter().cloned().collect()
        }
        _ => Vec::new(),
    };
    let can_play = lacking.is_empty();
    let needs_chess960 =
        !view.snapshot.is_complete && open.with_match(|game| game.openings().has_chess960()) == Some(true);
    let players = settings.engines.iter().map(|engine| (engine.name.as_str(), engine.build.as_str()));
    let strangers = chess960_faults(players, engines.as_deref().unwrap_or_default(), needs_chess960);
    let announced = if view.snapshot.is_over { news.title.clone() } else { status_words(&view).0 };
    html! {
        <div class="lab-match" data-match={view.kept.header.id.clone()} data-state={state_word(&view)} data-games={view.snapshot.finished_games.to_string()}>
            <MatchActions controller={controller.clone()} open={open.clone()} view={Rc::clone(&view)} toasts={toasts.clone()} on_duplicate={on_duplicate.clone()} on_play={on_play.clone()} {can_play} />
            { status_line(&view, open) }
            <section class={classes!("card", "lab-banner", tone)} aria-label={strings::verdict()}>
                <strong>{ news.title }</strong>
                <span>{ news.detail }</span>
                { progress(&view) }
            </section>
            <p class="visually-hidden" role="status" aria-live="polite">{ announced }</p>
            { for strangers.into_iter().map(|text| html! { <p class="field-error" role="status">{ text }</p> }) }
            if !can_play {
                <MissingCard controller={controller.clone()} engines={lacking} on_files={on_engine_files.clone()} />
            }
            if names.len() > 2 {
                <Crosstable view={Rc::clone(&view)} pairing={*pairing} on_pairing={on_pairing.clone()} />
            }
            <div class="lab-columns">
                <div class="lab-column">
                    if let Some(llr) = view.snapshot.llr.clone() {
                        <section key="llr" class="card lab-card" aria-label={strings::sequential_test()}>
                            <header class="panel-header"><h2>{ strings::log_likelihood_ratio() }</h2></header>
                            <LlrChart {llr} is_paired={view.snapshot.is_paired} />
                        </section>
                    }
                    <MatchFigures key="figures" view={Rc::clone(&view)} pairing={*pairing} {on_pairing} />
                    <Tables key="tables" view={Rc::clone(&view)} />
                    <EndingsCard key="endings" view={Rc::clone(&view)} />
                </div>
                <div class="lab-column">
                    <WatchCard key="watch" open={open.clone()} is_playing={view.state == MatchState::Playing} names={names.clone()} />
                    <GamesCard key="games" controller={controller.clone()} open={open.clone()} count={view.snapshot.finished_games} names={names} toasts={toasts.clone()} />
                    <OutputCard key="output" controller={controller.clone()} open={open.clone()} view={Rc::clone(&view)} toasts={toasts.clone()} />
                </div>
            </div>
        </div>
    }
}

fn state_word(view: &MatchView) -> &'static str {
    match &view.state {
        _ if view.is_starting => "starting",
        _ if view.is_elsewhere => "elsewhere",
        _ if view.kept.queued.is_some() => "waiting",
        MatchState::Playing => "playing",
        MatchState::Paused(_) => "paused",
        MatchState::Stopped => "stopped",
        MatchState::Complete => "complete",
    }
}

/// Returns the status of the match, with details if any.
fn status_words(view: &MatchView) -> (String, Option<String>) {
    match &view.state {
        _ if view.is_starting => (strings::starting_the_engines().to_owned(), None),
        _ if view.is_elsewhere => (strings::played_elsewhere().to_owned(), None),
        _ if view.kept.queued.is_some() => (strings::waiting_note().to_owned(), None),
        MatchState::Playing => (strings::playing(&view.workers), None),
        MatchState::Paused(None) => (strings::paused_note().to_owned(), None),
        MatchState::Paused(Some(reason)) => {
            (strings::paused_by_error().to_owned(), Some(crate::state::text::sentence(reason)))
        }
        MatchState::Stopped => (strings::stopped_note().to_owned(), None),
        MatchState::Complete if !view.snapshot.is_over => (strings::part_complete().to_owned(), None),
        MatchState::Complete => (strings::complete().to_owned(), None),
    }
}

fn status_line(view: &MatchView, open: &OpenMatch) -> Html {
    let (status, reason) = status_words(view);
    let is_wrong = reason.is_some();
    let change = |workers: usize| {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set_workers(workers))
    };
    html! {
        <p class={classes!("lab-status", state_word(view), is_wrong.then_some("wrong"))}>
            <span class="lab-dot" aria-hidden="true"></span>{ status }
            if view.state != MatchState::Complete && !view.is_elsewhere {
                <span class="stepper lab-workers" role="group" aria-label={strings::games_at_a_time()}>
                    <button type="button" class="button quiet icon small" aria-label={strings::fewer_games_at_a_time()} disabled={view.workers <= 1} onclick={change(view.workers.saturating_sub(1).max(1))}><IconView icon={Icon::Minus} /></button>
                    <output>{ view.workers }</output>
                    <button type="button" class="button quiet icon small" aria-label={strings::more_games_at_a_time()} disabled={view.workers >= MAX_WORKERS} onclick={change(view.workers + 1)}><IconView icon={Icon::Plus} /></button>
                </span>
            }
            if let Some(reason) = reason { <span class="lab-reason" role="alert">{ reason }</span> }
        </p>
    }
}

/// Renders the progress and the estimated remaining time.
fn progress(view: &MatchView) -> Html {
    let Snapshot { finished_games, total_games, .. } = view.snapshot;
    let left = total_games.saturating_sub(finished_games);
    let test = view.snapshot.llr.as_ref().filter(|_| !view.snapshot.is_over);
    let mut words = vec![strings::progress(finished_games, total_games, test.is_some() && left > 0)];
    let range = test.and_then(|llr| llr.games_left);
    words.extend(range.map(|range| games_left(range, left)));
    // A match that isn't being played has no speed and no end time.
    if view.state == MatchState::Playing && !view.is_starting {
        words.extend(view.speed.map(|speed| strings::games_per_second(&speed)));
        let games = if test.is_some() { range } else { Some([left as f64; 2]) };
        // The time of games played in other browsers is unknown here.
        let games = games.filter(|_| view.kept.share.of <= 1);
        let time = view.speed.zip(games).map(|(speed, games)| durations(games.map(|games| games / speed)));
        words.extend(time.map(|time| strings::time_left(&time)));
    }
    html! { <span class="lab-progress">{ words.join(" · ") }</span> }
}
