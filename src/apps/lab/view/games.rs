//! The finished games, filtered by result and ending; a click opens a game in the analysis.

use crate::apps::lab::error::LabError;
use crate::apps::lab::navigation::open_in_analysis;
use crate::apps::lab::strings;
use crate::components::events::{checked, selected};
use crate::components::rows::Rows;
use crate::components::select::Select;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::language::Text;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::state::lab::games::{Ending, EngineOutcome, MatchGameFilter};
use crate::state::text::sentence;
use std::cell::RefCell;
use std::rc::Rc;
use tabia_arena::GameSummary;
use tabia_arena::pgn::Verbosity;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

/// `.lab-game` must have the same height.
const ROWS: Rows = Rows { height: 44.0, margin: 8 };

const OUTCOMES: [(EngineOutcome, Text); 3] = [
    (EngineOutcome::Win, strings::won),
    (EngineOutcome::Draw, strings::drawn),
    (EngineOutcome::Loss, strings::lost),
];

/// Properties of [`GamesCard`].
#[derive(Properties, PartialEq)]
pub struct GamesCardProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Open match.
    pub open: OpenMatch,
    /// Number of finished games; when it grows, the list is rendered again.
    pub count: usize,
    /// Names of the engines.
    pub names: Vec<String>,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
}

/// Games found so far, so that only new ones are checked.
#[derive(Default)]
struct FilteredGames {
    filter: MatchGameFilter,
    looked_at: usize,
    places: Vec<u32>,
}

/// Returns the games that pass the filter; only new ones are checked.
#[hook]
fn use_found(open: &OpenMatch, filter: MatchGameFilter) -> Rc<RefCell<FilteredGames>> {
    let found = use_mut_ref(FilteredGames::default);
    let games = open.games();
    {
        let mut found = found.borrow_mut();
        if found.filter != filter || found.looked_at > games.len() {
            *found = FilteredGames { filter, ..FilteredGames::default() };
        }
        let from = found.looked_at;
        found.places.extend(games.found(filter, from));
        found.looked_at = games.len();
    }
    found
}

/// Renders the filters by result, ending and warnings.
fn filters(filter: &UseStateHandle<MatchGameFilter>) -> Html {
    let by_outcome = {
        let filter = filter.clone();
        Callback::from(move |event: Event| {
            let outcome = selected(&event)
                .and_then(|index| OUTCOMES.get(index.checked_sub(1)?))
                .map(|(outcome, _)| *outcome);
            filter.set(MatchGameFilter { outcome, ..*filter });
        })
    };
    let by_ending = {
        let filter = filter.clone();
        Callback::from(move |event: Event| {
            let ending = selected(&event)
                .and_then(|index| Ending::ALL.get(index.checked_sub(1)?))
                .map(|(ending, _)| *ending);
            filter.set(MatchGameFilter { ending, ..*filter });
        })
    };
    let by_warnings = {
        let filter = filter.clone();
        Callback::from(move |event: Event| {
            filter.set(MatchGameFilter { warnings: checked(&event).unwrap_or(false), ..*filter });
        })
    };
    html! {
        <div class="lab-filters">
            <Select label={strings::result()} onchange={by_outcome}>
                <option selected={filter.outcome.is_none()}>{ strings::all_results() }</option>
                { for OUTCOMES.iter().map(|(outcome, name)| html! { <option key={name()} selected={filter.outcome == Some(*outcome)}>{ name() }</option> }) }
            </Select>
            <Select label={strings::ending()} onchange={by_ending}>
                <option selected={filter.ending.is_none()}>{ strings::all_endings() }</option>
                { for Ending::ALL.iter().map(|(ending, name)| html! { <option key={name()} selected={filter.ending == Some(*ending)}>{ name() }</option> }) }
            </Select>
            <label class="lab-switch" for="lab-warnings"><input id="lab-warnings" class="setting-switch" type="checkbox" checked={filter.warnings} onchange={by_warnings} /><span>{ strings::with_warnings() }</span></label>
        </div>
    }
}

/// Game list, newest first. Only visible rows are rendered.
#[component]
pub fn GamesCard(props: &GamesCardProps) -> Html {
    let GamesCardProps { controller, open, names, toasts, .. } = props;
    let filter = use_state_eq(MatchGameFilter::default);
    let seen = use_state_eq(|| 0..12_usize);
    let found = use_found(open, *filter);
    let found = found.borrow();
    let count = found.places.len();
    let total = open.games().len();

    let onscroll = use_callback(seen.setter(), |event: Event, seen| {
        if let Some(list) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            seen.set(ROWS.seen(f64::from(list.scroll_top()), f64::from(list.client_height())));
        }
    });
    let onclick = use_callback(
        (controller.clone(), open.clone(), toasts.clone()),
        |event: MouseEvent, (controller, open, toasts)| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let item = target.and_then(|target| target.closest("[data-place]").ok().flatten());
            let place = item
                .and_then(|item| item.get_attribute("data-place"))
                .and_then(|text| text.parse::<usize>().ok());
            let Some(summary) = place.and_then(|place| open.games().get(place).copied()) else { return };
            let (controller, open, toasts) = (controller.clone(), open.clone(), toasts.clone());
            spawn_local(async move {
                if let Err(error) = open_game(&controller, &open, summary).await {
                    toasts.dispatch(ToastAction::Show(
                        Tone::Fault,
                        strings::the_game_cannot_be_opened().to_owned(),
                        sentence(&error.to_string()),
                        None,
                    ));
                }
            });
        },
    );
    let drawn = ROWS.drawn(&seen, count);
    let style = ROWS.style(count, drawn.start);
    let games = open.games();
    let rows = drawn.filter_map(|row| {
        // The newest game is the first row.
        let place = *found.places.get(count.checked_sub(row + 1)?)? as usize;
        let game = games.get(place)?;
        let detail =
            open.with_match(|match_progress| match_progress.detail(game.unit, game.index).map(str::to_owned));
        Some(item(place, row, count, game, detail.flatten().as_deref(), names))
    });
    html! {
        <section class="card lab-card lab-games" aria-label={strings::games()}>
            <header class="panel-header"><h2>{ strings::games_found(count, total) }</h2></header>
            { filters(&filter) }
            <div class="lab-games-scroll" {onscroll} tabindex="0" role="region" aria-label={strings::list_of_games()}>
                <ul class="lab-games-list" {style} {onclick}>{ for rows }</ul>
            </div>
            if count == 0 {
                <p class="games-more">{ if total == 0 { strings::no_games_yet() } else { strings::no_games_match() } }</p>
            }
        </section>
    }
}

fn item(
    place: usize,
    row: usize,
    count: usize,
    game: &GameSummary,
    detail: Option<&str>,
    names: &[String],
) -> Html {
    let name = |engine: usize| names.get(engine).map_or("?", String::as_str);
    let result = match game.conclusion.result() {
        "1/2-1/2" => "½–½",
        other => other,
    };
    let ending = tabia_arena::ending(&game.conclusion, detail.unwrap_or_default());
    let event = strings::game_event(&ending, game.plies.div_ceil(2));
    html! {
        <li key={place} aria-posinset={(row + 1).to_string()} aria-setsize={count.to_string()}>
            <button type="button" class="lab-game" data-place={place.to_string()} title={strings::open_in_analysis(&event)}>
                <span class="number">{ game.number + 1 }</span>
                <span class="names">{ format!("{} – {}", name(game.white), name(game.black)) }</span>
                <span class="result">{ result }</span>
                <span class="event">{ if game.warnings { "⚠ " } else { "" } }{ event }</span>
            </button>
        </li>
    }
}

async fn open_game(
    controller: &MatchController,
    open: &OpenMatch,
    summary: GameSummary,
) -> Result<(), LabError> {
    let record = controller.unit(&open.id(), summary.unit).await?;
    let pgn = open.with_match(|match_progress| {
        let texts = match_progress.output(&record)?;
        texts.game_pgn(summary.index, Verbosity::Variations).ok_or(LabError::NoSuchGame)
    });
    open_in_analysis(pgn.ok_or(LabError::Gone)??);
    Ok(())
}
