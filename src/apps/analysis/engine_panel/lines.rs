//! Lines of one engine.

use super::line::{EmptyLine, LineView};
use super::tool_request::{LinePlace, ToolRequest};
use crate::apps::analysis::strings;
use crate::components::roving::{elements, move_focus};
use crate::state::analysis::DisplayedLine;
use crate::state::score::Perspective;
use crate::state::settings::{Column, Columns};
use tabia_chess::{Color, Move};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};
use yew::prelude::*;

/// Properties of [`Lines`].
#[derive(Properties, PartialEq)]
pub struct LinesProps {
    /// Lines, best first.
    pub lines: Vec<DisplayedLine>,
    /// Number of lines requested; determines the panel's height.
    pub wanted: u8,
    /// Side to move; `None` before the first request.
    pub turn: Option<Color>,
    /// Perspective of the scores.
    pub perspective: Perspective,
    /// Columns to show.
    pub columns: Columns,
    /// Source of the lines; empty for the board's engine.
    #[prop_or_default]
    pub source: AttrValue,
    /// Emits the moves of a line up to the one clicked.
    pub on_play: Callback<Vec<Move>>,
    /// Opens a tool for a line.
    pub on_request: Callback<ToolRequest>,
    /// The user is about to use a line: preload the line actions.
    pub on_load: Callback<()>,
}

/// Lines; a single tab stop, because every move is a button.
#[component]
pub fn Lines(props: &LinesProps) -> Html {
    let move_among_lines = use_callback((), |event: KeyboardEvent, ()| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let Some(list) = target.and_then(|target| target.closest(".lines").ok().flatten()) else { return };
        let rows: Vec<_> = elements(&list, ".line:not(.empty)")
            .iter()
            .map(|line| elements(line, ".pv-move, .line-toggle, .line-menu"))
            .collect();
        move_focus(&event, &rows);
    });
    let open = use_callback(
        (props.source.clone(), props.on_request.clone()),
        |event: MouseEvent, (source, on_request)| {
            let is_menu = event.type_() == "contextmenu";
            let Some(place) = event.target().and_then(|target| place_in_line(&target, source)) else {
                return;
            };
            let button = event
                .target()
                .and_then(|target| closest(&target, if is_menu { ".pv-move" } else { ".line-menu" }));
            let Some(button) = button else { return };
            event.prevent_default();
            let edges = button.get_bounding_client_rect();
            on_request.emit(ToolRequest::Line(place, (edges.left(), edges.bottom())));
        },
    );
    let reach = props.on_load.reform(|_: PointerEvent| ());
    let focus = props.on_load.reform(|_: FocusEvent| ());
    html! {
        <ol class="lines" aria-label={strings::lines_text()} data-source={props.source.clone()} onkeydown={move_among_lines} onclick={open.clone()} oncontextmenu={open} onpointerover={reach} onfocusin={focus}>
            { for (0..usize::from(props.wanted)).map(|index| match (props.lines.get(index), props.turn) {
                (Some(line), Some(turn)) => html! {
                    <LineView key={index} line={line.clone()} perspective={props.perspective} {turn} shows_wdl={props.columns.has(Column::Wdl)} on_play={props.on_play.clone()} />
                },
                _ => html! { <EmptyLine key={index} /> },
            }) }
        </ol>
    }
}

fn closest(target: &EventTarget, selector: &str) -> Option<Element> {
    target.dyn_ref::<Element>()?.closest(selector).ok()?
}

/// Returns the line and move that an event belongs to; the first move if the event is on the line itself.
fn place_in_line(target: &EventTarget, source: &AttrValue) -> Option<LinePlace> {
    let rank = closest(target, ".line")?.get_attribute("data-rank")?.parse().ok()?;
    let ply = closest(target, "[data-ply]").and_then(|button| button.get_attribute("data-ply")?.parse().ok());
    Some(LinePlace { source: source.clone(), rank, ply })
}
