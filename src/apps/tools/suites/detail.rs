//! A single problem on a board, with each engine's line.

use std::rc::Rc;

use tabia_chess::{Color, Move, Position};
use tabia_suite::{Outcome, Problem};
use tabia_uci::Score;
use yew::prelude::*;

use super::naming::problem_name;
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::numbers::{grouped, seconds};
use crate::apps::tools::strings;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::icon::{Icon, IconView};
use crate::services::games::requests::{self, OpenRequest};
use crate::services::suites::SuiteService;
use crate::state::route::Route;
use crate::storage::games::Origin;

/// Properties of [`Detail`].
#[derive(Properties, PartialEq)]
pub struct DetailProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Suite service.
    pub service: SuiteService,
    /// Index of the problem.
    pub index: usize,
    /// Version of the displayed state.
    pub version: u64,
    /// Requests to close.
    pub on_close: Callback<()>,
}

/// Problem view.
#[component]
pub fn Detail(props: &DetailProps) -> Html {
    let DetailProps { context, service, index, on_close, .. } = props;
    // Engine whose line is on the board, and the number of plies played.
    let place = use_state_eq(|| (0_usize, 0_usize));
    let problems = service.problems();
    let Some(problem) = problems.get(*index) else { return html! {} };
    let outcomes: Vec<(String, Option<Outcome>)> = service
        .with_runner(|runner| {
            let named = runner.settings().engines.iter().enumerate();
            named
                .map(|(engine, named)| (named.name.clone(), runner.outcome(engine, *index).cloned()))
                .collect()
        })
        .unwrap_or_default();
    let (engine, plies) = *place;
    let line = outcomes
        .get(engine)
        .and_then(|(_, outcome)| outcome.as_ref())
        .map(|outcome| outcome.line.clone())
        .unwrap_or_default();
    let (position, last) = played(problem, &line, plies);
    let view = Rc::new(BoardView::new(position, problem.position.turn(), last.map(marked_squares)).fixed());
    let close = use_callback(on_close.clone(), |_: MouseEvent, on_close| on_close.emit(()));
    let open = {
        let (context, fen) = (context.clone(), fen(problem));
        Callback::from(move |_: MouseEvent| open_on_board(&context, &fen))
    };
    let is_white = problem.position.turn() == Color::White;
    html! {
        <section class="suite-detail" aria-label={problem_name(problem)}>
            <header class="tools-head">
                <h3>{ problem_name(problem) }</h3>
                <button type="button" class="button quiet icon small" aria-label={strings::close()} title={strings::close()} onclick={close}><IconView icon={Icon::Close} /></button>
            </header>
            <div class="suite-board"><Board {view} on_move={no_move()} /></div>
            <p>{ strings::to_move(is_white) }{ " " }<b>{ problem.question() }</b></p>
            { for outcomes.iter().enumerate().map(|(engine, (name, outcome))| html! { <div key={engine}>{ engine_line(name, outcome.as_ref(), problem, engine, &place) }</div> }) }
            <div class="tools-buttons"><button type="button" class="button" onclick={open}><IconView icon={Icon::Board} />{ strings::open_on_board() }</button></div>
        </section>
    }
}

fn engine_line(
    name: &str,
    outcome: Option<&Outcome>,
    problem: &Problem,
    engine: usize,
    place: &UseStateHandle<(usize, usize)>,
) -> Html {
    let Some(outcome) = outcome else {
        return html! { <p class="tools-hint">{ strings::not_searched(name) }</p> };
    };
    let moves: Vec<&str> = outcome.line.split_whitespace().collect();
    let is_white = problem.position.turn() == Color::White;
    let number = problem.position.fullmove_number();
    let facts = strings::end_facts(
        &score_text(outcome, is_white),
        outcome.end.depth,
        outcome.seldepth,
        &grouped(outcome.end.nodes),
        &seconds(outcome.end.time_ms),
    );
    html! {
        <>
            <p class={classes!("suite-verdict", if outcome.is_solved { "right" } else { "wrong" })}><b>{ name }</b>{ ": " }{ if outcome.is_solved { strings::solved_word() } else { strings::unsolved_word() } }<small>{ facts }</small></p>
            <p class="suite-line">
                { for moves.iter().enumerate().map(|(ply, san)| {
                    let is_here = **place == (engine, ply + 1);
                    let onclick = { let place = place.setter(); Callback::from(move |_: MouseEvent| place.set(if is_here { (engine, 0) } else { (engine, ply + 1) })) };
                    html! { <button key={ply} type="button" class="suite-move" aria-pressed={is_here.to_string()} {onclick}>{ numbered(number, is_white, ply, san) }</button> }
                }) }
            </p>
        </>
    }
}

/// Returns a move with its number, if it needs one.
fn numbered(first: u32, begins_white: bool, ply: usize, san: &str) -> String {
    let half = ply + usize::from(!begins_white);
    let number = first as usize + half / 2;
    if half.is_multiple_of(2) {
        format!("{number}. {san}")
    } else if ply == 0 {
        format!("{number}… {san}")
    } else {
        san.to_owned()
    }
}

/// Formats the score from White's point of view.
fn score_text(outcome: &Outcome, is_white: bool) -> String {
    let sign = if is_white { 1 } else { -1 };
    match outcome.score {
        Some(Score::Cp(cp)) => format!("{:+.2}", f64::from(sign * cp) / 100.0),
        Some(Score::Mate(moves)) => format!("#{}", sign * moves),
        None => "–".to_owned(),
    }
}

/// Returns the position after up to `plies` plies of a line, and the last move played.
fn played(problem: &Problem, line: &str, plies: usize) -> (Position, Option<Move>) {
    let mut position = problem.position;
    let mut last = None;
    for san in line.split_whitespace().take(plies) {
        let Ok(m) = position.parse_san(san) else { break };
        position.play_unchecked(m);
        last = Some(m);
    }
    (position, last)
}

fn fen(problem: &Problem) -> String {
    if problem.is_chess960 { problem.position.to_shredder_fen() } else { problem.position.to_fen() }
}

fn open_on_board(context: &ToolsContext, fen: &str) {
    let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
    requests::open(OpenRequest::Text { pgn, origin: Origin::Text });
    let moved = web_sys::window().map(|window| window.location().set_hash(&Route::Analysis.to_string()));
    if !matches!(moved, Some(Ok(()))) {
        context.fault(strings::not_opened(), strings::the_address_cannot_be_changed());
    }
}

/// Returns the same callback each time, so that the board is not re-rendered.
fn no_move() -> Callback<Move> {
    thread_local! {
        static NOTHING: Callback<Move> = Callback::noop();
    }
    NOTHING.with(Callback::clone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_suite::Suite;

    #[test]
    fn a_line_is_numbered_and_played() {
        let suite = Suite::read("3r2k1/5ppp/8/8/8/8/5PPP/R5K1 b - - bm Rd1+; id \"x\";");
        let problem = &suite.problems[0];
        let (position, last) = played(problem, "h6 h3 nonsense", 9);
        assert!(last.is_some());
        assert_ne!(position, problem.position);
        assert_eq!(played(problem, "h6", 0).1, None);
        assert_eq!(numbered(20, false, 0, "Rd1+"), "20… Rd1+");
        assert_eq!(numbered(20, false, 1, "Rxd1"), "21. Rxd1");
        assert_eq!(numbered(20, true, 1, "Kg7"), "Kg7");
    }
}
