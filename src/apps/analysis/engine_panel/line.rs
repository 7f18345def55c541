//! One line of analysis.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::analysis::DisplayedLine;
use crate::state::score::Perspective;
use std::hash::{DefaultHasher, Hash, Hasher};
use tabia_chess::{Color, Move};
use tabia_uci::Bound;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Maximum plies shown of a collapsed line: its row rarely has room for more, and every ply costs time at each update.
const SHOWN_PLIES: usize = 16;

/// Properties of [`LineView`].
#[derive(Properties, PartialEq)]
pub struct LineViewProps {
    /// The line.
    pub line: DisplayedLine,
    /// Perspective of the score.
    pub perspective: Perspective,
    /// The side to move.
    pub turn: Color,
    /// Whether to show win, draw and loss probabilities.
    #[prop_or_default]
    pub shows_wdl: bool,
    /// Emits the moves up to the one clicked.
    pub on_play: Callback<Vec<Move>>,
}

/// Score and moves; clicking a move plays the line up to there.
#[component]
pub fn LineView(props: &LineViewProps) -> Html {
    let is_open = use_state(|| false);
    let line = &props.line;
    let toggle = use_callback(is_open.clone(), |_: MouseEvent, is_open| is_open.set(!**is_open));
    let shown = if *is_open { line.pv.len() } else { SHOWN_PLIES };
    let moves: Vec<Move> = line.pv.iter().map(|pv_move| pv_move.m).collect();
    // One listener for all moves; it reads the moves shown at the time of the click.
    let onclick = use_callback((moves, props.on_play.clone()), |event: MouseEvent, (moves, on_play)| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("[data-ply]").ok().flatten());
        let ply =
            button.and_then(|button| button.get_attribute("data-ply")).and_then(|text| text.parse().ok());
        if let Some(moves) = ply.and_then(|ply: usize| moves.get(..=ply)) {
            on_play.emit(moves.to_vec());
        }
    });
    let node = use_node_ref();
    let focused = focused_ply(&node);
    use_effect({
        let node = node.clone();
        move || focused.map_or((), |ply| focus_again(&node, &ply))
    });
    let (mark, words) = match (line.bound, props.perspective.is_reversed(props.turn)) {
        (Some(Bound::Lower), false) | (Some(Bound::Upper), true) => ("≥", strings::at_least()),
        (Some(Bound::Upper), false) | (Some(Bound::Lower), true) => ("≤", strings::at_most()),
        (None, _) => ("", ""),
    };
    let score = line.score.text(props.perspective, props.turn);
    let spoken = line.score.spoken(props.perspective, props.turn);
    html! {
        <li class={classes!("line", is_open.then_some("open"))} data-rank={line.rank.to_string()} data-depth={line.depth.to_string()}>
            <span class={classes!("line-score", line.score.is_black_ahead().then_some("black-ahead"))} aria-label={format!("{words}{spoken}")}>
                if !mark.is_empty() { <span class="bound">{ mark }</span> }
                { score.replace('-', "−") }
                { fail_mark(line, props.perspective, props.turn) }
                if let Some(wdl) = line.wdl.filter(|_| props.shows_wdl) {
                    <span class="line-wdl" title={strings::wdl(wdl)}>{ format!("{} {} {}", percent(wdl.win), percent(wdl.draw), percent(wdl.loss)) }</span>
                }
            </span>
            <div ref={node} class="line-moves" {onclick}>
                { for line.pv.iter().take(shown).enumerate().zip(prefix_keys(line)).map(|((ply, pv_move), key)| html! {
                    <span {key} class="pv-ply">
                        if !pv_move.number.is_empty() {
                            <span class="pv-number">{ pv_move.number.replace("...", "…") }</span>
                        }
                        <button type="button" class="pv-move" data-ply={ply.to_string()} tabindex={if ply == 0 && line.rank == 1 { "0" } else { "-1" }}>
                            { &pv_move.san }
                        </button>
                    </span>
                }) }
            </div>
            <span class="line-buttons">
                <button type="button" class="line-toggle" tabindex="-1" aria-label={strings::show_the_whole_line()} aria-expanded={is_open.to_string()} onclick={toggle}>
                    <IconView icon={Icon::Chevron} />
                </button>
                <button type="button" class="line-menu" tabindex="-1" aria-label={strings::line_menu()} title={strings::line_menu()} aria-haspopup="menu">
                    <IconView icon={Icon::More} />
                </button>
            </span>
        </li>
    }
}

/// Marker of a deeper search that failed high or low: an arrow with a text.
fn fail_mark(line: &DisplayedLine, perspective: Perspective, turn: Color) -> Html {
    let Some(fail) = line.fail else { return html! {} };
    let is_high = (fail.bound == Bound::Lower) != perspective.is_reversed(turn);
    let score = fail.score.text(perspective, turn);
    let words = if is_high {
        strings::fails_high(&fail.depth, &score)
    } else {
        strings::fails_low(&fail.depth, &score)
    };
    html! { <span class="line-fail" role="img" aria-label={words.clone()} title={words}>{ if is_high { "↑" } else { "↓" } }</span> }
}

/// Converts per mille to whole percent.
fn percent(thousandths: u16) -> u16 {
    (thousandths + 5) / 10
}

/// Keys of a line's moves, each a hash of the moves up to there: moves after a changed one are re-rendered instead of being moved.
fn prefix_keys(line: &DisplayedLine) -> impl Iterator<Item = u64> {
    line.pv.iter().scan(DefaultHasher::new(), |prefix, pv_move| {
        pv_move.san.hash(prefix);
        Some(prefix.finish())
    })
}

/// Returns the ply of this line's move that has the keyboard focus.
fn focused_ply(node: &NodeRef) -> Option<String> {
    let moves = node.cast::<Element>()?;
    let active = web_sys::window()?.document()?.active_element()?;
    active.get_attribute("data-ply").filter(|_| moves.contains(Some(&active)))
}

/// Moves the focus to the button that replaced a re-rendered one.
fn focus_again(node: &NodeRef, ply: &str) {
    let active =
        web_sys::window().and_then(|window| window.document()).and_then(|document| document.active_element());
    // The move wasn't re-rendered, or the user has focused something else.
    if active.is_some_and(|active| active.tag_name() != "BODY") {
        return;
    }
    let button = node
        .cast::<Element>()
        .and_then(|moves| moves.query_selector(&format!("[data-ply=\"{ply}\"]")).ok().flatten());
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        // An element on the page can be focused.
        let _ = button.focus();
    }
}

/// Placeholder for a line not found yet, so that the panel keeps its height.
#[component]
pub fn EmptyLine() -> Html {
    html! { <li class="line empty" aria-hidden="true" /> }
}
