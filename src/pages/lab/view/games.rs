//! The finished games: found by result and ending, opened in the analysis with a click.

use crate::components::lab::fields::{checked, selected};
use crate::components::rows::Rows;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::pages::lab::desk::Desk;
use crate::pages::lab::desk::open_match::OpenMatch;
use crate::pages::lab::open_in_analysis;
use crate::state::lab::games::{Ending, Filter, Outcome};
use std::rc::Rc;
use tabia_arena::GameSummary;
use tabia_arena::pgn::Verbosity;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

/// `.lab-game` has the same height.
const ROWS: Rows = Rows { height: 44.0, margin: 8 };

const OUTCOMES: [(Outcome, &str); 3] =
    [(Outcome::Win, "Won"), (Outcome::Draw, "Drawn"), (Outcome::Loss, "Lost")];

/// Properties of [`GamesCard`].
#[derive(Properties, PartialEq)]
pub struct GamesCardProps {
    /// The desk.
    pub desk: Desk,
    /// The match.
    pub open: OpenMatch,
    /// How many games are finished: with more the list is drawn anew.
    pub count: usize,
    /// The engines' names.
    pub names: Vec<String>,
    /// Where messages go.
    pub toasts: ToastDispatcher,
}

/// What was found so far, so that only games that came since are looked at.
#[derive(Default)]
struct Found {
    filter: Filter,
    looked_at: usize,
    places: Vec<u32>,
}

/// The list, newest first. Only rows that can be seen are drawn.
#[component]
pub fn GamesCard(props: &GamesCardProps) -> Html {
    let GamesCardProps { desk, open, names, toasts, .. } = props;
    let filter = use_state_eq(Filter::default);
    let seen = use_state_eq(|| 0..12_usize);
    let found = use_mut_ref(Found::default);
    {
        let games = open.games();
        let mut found = found.borrow_mut();
        if found.filter != *filter || found.looked_at > games.len() {
            *found = Found { filter: *filter, ..Found::default() };
        }
        let from = found.looked_at;
        let new: Vec<u32> = games.found(*filter, from).collect();
        found.places.extend(new);
        found.looked_at = games.len();
    }
    let found = found.borrow();
    let count = found.places.len();
    let total = open.games().len();

    let onscroll = use_callback(seen.setter(), |event: Event, seen| {
        if let Some(list) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            seen.set(ROWS.seen(f64::from(list.scroll_top()), f64::from(list.client_height())));
        }
    });
    let onclick = use_callback(
        (desk.clone(), open.clone(), toasts.clone()),
        |event: MouseEvent, (desk, open, toasts)| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let item = target.and_then(|target| target.closest("[data-place]").ok().flatten());
            let place = item
                .and_then(|item| item.get_attribute("data-place"))
                .and_then(|text| text.parse::<usize>().ok());
            let Some(summary) = place.and_then(|place| open.games().get(place).copied()) else { return };
            let (desk, open, toasts) = (desk.clone(), open.clone(), toasts.clone());
            spawn_local(async move {
                if let Err(reason) = open_game(&desk, &open, summary).await {
                    toasts.dispatch(ToastAction::Show(
                        Tone::Fault,
                        "The game cannot be opened".to_owned(),
                        reason,
                        None,
                    ));
                }
            });
        },
    );
    let by_outcome = {
        let filter = filter.clone();
        Callback::from(move |event: Event| {
            let outcome = selected(&event)
                .and_then(|index| OUTCOMES.get(index.checked_sub(1)?))
                .map(|(outcome, _)| *outcome);
            filter.set(Filter { outcome, ..*filter });
        })
    };
    let by_ending = {
        let filter = filter.clone();
        Callback::from(move |event: Event| {
            let ending = selected(&event)
                .and_then(|index| Ending::ALL.get(index.checked_sub(1)?))
                .map(|(ending, _)| *ending);
            filter.set(Filter { ending, ..*filter });
        })
    };
    let by_warnings = {
        let filter = filter.clone();
        Callback::from(move |event: Event| {
            filter.set(Filter { warnings: checked(&event).unwrap_or(false), ..*filter });
        })
    };
    let drawn = ROWS.drawn(&seen, count);
    let style = ROWS.style(count, drawn.start);
    let games = open.games();
    let rows = drawn.filter_map(|row| {
        // The newest game is the first row.
        let place = *found.places.get(count.checked_sub(row + 1)?)? as usize;
        Some(item(place, row, count, games.get(place)?, names))
    });
    html! {
        <section class="card lab-card lab-games" aria-label="Games">
            <header class="panel-header"><h2>{ if count == total { format!("{total} games") } else { format!("{count} of {total} games") } }</h2></header>
            <div class="lab-filters">
                <select class="field" aria-label="Result" onchange={by_outcome}>
                    <option selected={filter.outcome.is_none()}>{ "Every result" }</option>
                    { for OUTCOMES.iter().map(|(outcome, name)| html! { <option key={*name} selected={filter.outcome == Some(*outcome)}>{ *name }</option> }) }
                </select>
                <select class="field" aria-label="Ending" onchange={by_ending}>
                    <option selected={filter.ending.is_none()}>{ "Every ending" }</option>
                    { for Ending::ALL.iter().map(|(ending, name)| html! { <option key={*name} selected={filter.ending == Some(*ending)}>{ *name }</option> }) }
                </select>
                <label class="lab-switch" for="lab-warnings"><input id="lab-warnings" class="setting-switch" type="checkbox" checked={filter.warnings} onchange={by_warnings} /><span>{ "Odd" }</span></label>
            </div>
            <div class="lab-games-scroll" {onscroll} tabindex="0" role="region" aria-label="List of games">
                <ul class="lab-games-list" {style} {onclick}>{ for rows }</ul>
            </div>
            if count == 0 {
                <p class="games-more">{ if total == 0 { "No game is finished yet." } else { "No game matches." } }</p>
            }
        </section>
    }
}

fn item(place: usize, row: usize, count: usize, game: &GameSummary, names: &[String]) -> Html {
    let name = |engine: usize| names.get(engine).map_or("?", String::as_str);
    let result = match game.conclusion.result() {
        "1/2-1/2" => "½–½",
        other => other,
    };
    html! {
        <li key={place} aria-posinset={(row + 1).to_string()} aria-setsize={count.to_string()}>
            <button type="button" class="lab-game" data-place={place.to_string()} title="Open in the analysis">
                <span class="number">{ game.number + 1 }</span>
                <span class="names">{ format!("{} – {}", name(game.white), name(game.black)) }</span>
                <span class="result">{ result }</span>
                <span class="event">{ format!("{}, {} moves", game.conclusion, game.plies.div_ceil(2)) }{ if game.warnings { " ⚠" } else { "" } }</span>
            </button>
        </li>
    }
}

async fn open_game(desk: &Desk, open: &OpenMatch, summary: GameSummary) -> Result<(), String> {
    let record = desk
        .unit(&open.id(), summary.unit)
        .await
        .map_err(|error| crate::text::sentence(&error.to_string()))?;
    let record = Rc::new(tabia_arena::UnitRecord {
        games: record.games.get(summary.index).cloned().into_iter().collect(),
        ..record
    });
    let stored = record.games.first().ok_or("The pair has no such game.")?;
    let game = stored.record().map_err(|error| crate::text::sentence(&error.to_string()))?;
    let tags = open
        .with_match(|lab_match| {
            let settings = lab_match.settings();
            let control = |engine: usize| {
                let limits = settings.engines.get(engine).map(|engine| &engine.limits);
                limits
                    .and_then(|limits| limits.time_control.as_ref())
                    .map(tabia_arena::TimeControl::pgn_tag)
                    .unwrap_or_default()
            };
            tabia_arena::pgn::Tags {
                event: if settings.event.is_empty() { open.kept().name } else { settings.event.clone() },
                site: settings.site.clone(),
                date: tabia_arena::output::date(record.finished_ms),
                round: (summary.number + 1).to_string(),
                time_controls: [control(summary.white), control(summary.black)],
            }
        })
        .unwrap_or_default();
    open_in_analysis(&tabia_arena::pgn::write_game(&game, &tags, Verbosity::Times));
    Ok(())
}
