//! The lines of one engine.

use super::line::{EmptyLine, LineView};
use super::wish::{LinePlace, Wish};
use crate::apps::analysis::strings;
use crate::components::roving::{elements, move_focus};
use crate::state::analysis::Line;
use crate::state::score::Perspective;
use crate::state::settings::{Column, Columns};
use tabia_chess::{Color, Move};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};
use yew::prelude::*;

/// Properties of [`Lines`].
#[derive(Properties, PartialEq)]
pub struct LinesProps {
    /// The lines, best first.
    pub lines: Vec<Line>,
    /// How many are wanted: the panel keeps its height.
    pub wanted: u8,
    /// The side to move; `None` before anything was asked.
    pub turn: Option<Color>,
    /// From whose side scores are shown.
    pub perspective: Perspective,
    /// Which figures are shown.
    pub columns: Columns,
    /// Which engine they are of: empty for that of the board.
    #[prop_or_default]
    pub source: AttrValue,
    /// The moves of a line up to the one that was clicked.
    pub on_play: Callback<Vec<Move>>,
    /// Opens what can be done with a line.
    pub on_wish: Callback<Wish>,
    /// Somebody reaches for a line: what can be done with it is wanted soon.
    pub on_load: Callback<()>,
}

/// The lines; one tab stop for all, because there is a button for every move.
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
        (props.source.clone(), props.on_wish.clone()),
        |event: MouseEvent, (source, on_wish)| {
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
            on_wish.emit(Wish::Line(place, (edges.left(), edges.bottom())));
        },
    );
    let reach = props.on_load.reform(|_: PointerEvent| ());
    let focus = props.on_load.reform(|_: FocusEvent| ());
    html! {
        <ol class="lines" aria-label={strings::LINES} data-source={props.source.clone()} onkeydown={move_among_lines} onclick={open.clone()} oncontextmenu={open} onpointerover={reach} onfocusin={focus}>
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

/// Which move of which line an event is about; the first, where it is about the line.
fn place_in_line(target: &EventTarget, source: &AttrValue) -> Option<LinePlace> {
    let rank = closest(target, ".line")?.get_attribute("data-rank")?.parse().ok()?;
    let ply = closest(target, "[data-ply]").and_then(|button| button.get_attribute("data-ply")?.parse().ok());
    Some(LinePlace { source: source.clone(), rank, ply })
}
