//! A game in progress on a board.

use crate::apps::lab::strings;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::events::selected;
use crate::components::select::Select;
use crate::platform::observable::Observe;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::events::{MatchEvent, RunningGame};
use crate::state::lab::pace::GamePace;
use std::rc::Rc;
use tabia_chess::{Color, Move};
use tabia_uci::Score;
use yew::prelude::*;

/// Properties of [`WatchCard`].
#[derive(Properties, PartialEq)]
pub struct WatchCardProps {
    /// Open match.
    pub open: OpenMatch,
    /// Whether the match is being played.
    pub is_playing: bool,
    /// Names of the engines.
    pub names: Vec<String>,
}

/// Live game of one worker, rendered separately from the rest of the page.
#[component]
pub fn WatchCard(props: &WatchCardProps) -> Html {
    let WatchCardProps { open, is_playing, names } = props;
    let pace = use_mut_ref(GamePace::default);
    let worker = use_state_eq(|| 0_usize);
    let shown = use_state_eq(|| true);
    let game = use_state(|| None::<Rc<RunningGame>>);
    use_effect_with((open.clone(), *worker, *shown && *is_playing), {
        let game = game.setter();
        move |(open, worker, watching)| {
            let subscription = open.subscribe(move |event| {
                if let MatchEvent::Watching(running) = event {
                    game.set(Some(Rc::clone(running)));
                }
            });
            open.watch(watching.then_some(*worker));
            let open = open.clone();
            move || {
                open.watch(None);
                drop(subscription);
            }
        }
    });
    let is_still = game
        .as_ref()
        .is_some_and(|game| pace.borrow_mut().is_fast((game.number, game.plies.len()), js_sys::Date::now()));
    let view =
        use_memo(game.as_ref().map(|game| (game.position, last_move(game).map(marked_squares))), |seen| {
            seen.map(|(position, last)| Rc::new(BoardView::new(position, Color::White, last).fixed()))
        });
    let onchange = {
        let worker = worker.setter();
        Callback::from(move |event: Event| {
            if let Some(index) = selected(&event) {
                worker.set(index);
            }
        })
    };
    let ontoggle = {
        let shown = shown.setter();
        Callback::from(move |event: Event| {
            let element = event.target_dyn_into::<web_sys::Element>();
            shown.set(element.is_some_and(|element| element.has_attribute("open")));
        })
    };
    let workers = open.workers();
    let running = open.running();
    let name = |engine: usize| names.get(engine).map_or("?", String::as_str);
    html! {
        <details class="card lab-card lab-fold lab-watch" open={*shown} {ontoggle}>
            <summary>{ strings::watch_a_game() }</summary>
            if let (Some(view), Some(game)) = (view.as_ref(), game.as_ref()) {
                <div class="lab-watch-body" data-watching={game.number.to_string()}>
                    { player(game, Color::Black, name(game.black)) }
                    <div class={classes!("lab-board", is_still.then_some("still"))}><Board view={Rc::clone(view)} on_move={no_move()} /></div>
                    { player(game, Color::White, name(game.white)) }
                </div>
            } else {
                <p class="field-hint lab-padded">{ if *is_playing { strings::waiting_for_game() } else { strings::no_game_is_being_played() } }</p>
            }
            if workers > 1 && *is_playing {
                <div class="lab-field lab-watch-choice">
                    <label for="lab-watch">{ strings::game() }</label>
                    <Select id="lab-watch" {onchange}>
                        { for (0..workers).map(|index| html! {
                            <option key={index} selected={index == *worker}>{ running_name(&running, index, &name) }</option>
                        }) }
                    </Select>
                </div>
            }
        </details>
    }
}

/// Describes a worker's current game in the selector.
fn running_name<'a>(running: &[RunningGame], worker: usize, name: &impl Fn(usize) -> &'a str) -> String {
    match running.iter().find(|game| game.worker == worker) {
        Some(game) => strings::running_game(
            &(game.number + 1),
            &name(game.white),
            &name(game.black),
            &game.position.fullmove_number(),
        ),
        None => strings::between_games(&(worker + 1)),
    }
}

/// Returns the same callback every time, so that the board isn't rendered again because of it.
fn no_move() -> Callback<Move> {
    thread_local! {
        static NOTHING: Callback<Move> = Callback::noop();
    }
    NOTHING.with(Callback::clone)
}

fn last_move(game: &RunningGame) -> Option<Move> {
    game.plies.last().map(|ply| ply.mv).or(game.opening.last().copied())
}

/// Renders a player with the clock and the engine's output.
fn player(game: &RunningGame, color: Color, name: &str) -> Html {
    let is_to_move = game.position.turn() == color;
    let clock = game.clocks_ms[color.index()].map(|ms| {
        let left = f64::from(ms) - if is_to_move { game.thinking_ms } else { 0.0 };
        clock_text(left.max(0.0))
    });
    // The last move of this side: every second one from the end.
    let own = game.plies.iter().rev().nth(usize::from(is_to_move));
    let thought = own.and_then(|ply| ply.search.as_ref()).map(|search| {
        let score = search.score.map(|score| score_text(score, color)).unwrap_or_default();
        let depth = search.depth.map(|depth| format!(" d{depth}")).unwrap_or_default();
        format!("{score}{depth}")
    });
    html! {
        <div class={classes!("lab-player", is_to_move.then_some("to-move"))}>
            <span class={classes!("player-disc", (color == Color::Black).then_some("black"))} aria-hidden="true"></span>
            <span class="lab-player-name">{ name }</span>
            <span class="lab-player-score">{ thought.unwrap_or_default() }</span>
            <span class="lab-clock">{ clock.unwrap_or_default() }</span>
        </div>
    }
}

fn clock_text(ms: f64) -> String {
    let seconds = ms / 1000.0;
    if seconds < 20.0 {
        format!("{seconds:.1}")
    } else {
        format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60)
    }
}

/// Formats the score from White's side, as everywhere on the page.
fn score_text(score: Score, mover: Color) -> String {
    let sign = if mover == Color::White { 1 } else { -1 };
    match score {
        Score::Cp(cp) => crate::state::lab::chart::signed(f64::from(cp * sign) / 100.0),
        Score::Mate(moves) => format!("#{}", moves * sign),
    }
}
