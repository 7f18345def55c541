//! Preview board next to a line: the position after the hovered or focused move. The mouse wheel steps through the line.

use super::line_moves::{LineMoves, line_of};
use super::side_engines::SideEngines;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::strings;
use crate::components::mini_board::MiniBoard;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent, WheelEvent};
use yew::prelude::*;

/// Side length of the preview including its border, in CSS pixels.
const SIZE: f64 = 236.0;
/// Minimum distance to the edges of the window, in CSS pixels.
const MARGIN: f64 = 8.0;

/// Properties of [`LinePreview`].
#[derive(Properties, PartialEq)]
pub struct LinePreviewProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// Registry of the panel's engines.
    pub side_engines: SideEngines,
}

/// Content of the preview.
#[derive(Clone, Debug, PartialEq)]
struct ShownLine {
    line: LineMoves,
    /// Ply on the board.
    ply: usize,
    /// Left and top, in CSS pixels of the window.
    at: (f64, f64),
}

/// Preview board; empty while no move is hovered or focused.
#[component]
pub fn LinePreview(props: &LinePreviewProps) -> Html {
    let shown = use_state_eq(|| None::<ShownLine>);
    let anchor = use_node_ref();
    use_effect_with((anchor.clone(), props.panel.clone(), props.side_engines.clone(), shown.clone()), {
        |(anchor, panel, side_engines, shown)| {
            let section =
                anchor.cast::<Element>().and_then(|anchor| anchor.closest(".analysis").ok().flatten());
            let listeners = section.map(|section| listen(&section, panel, side_engines, shown));
            move || drop(listeners)
        }
    });
    // The line belongs to the previous position.
    use_effect_with(props.panel.subject.place, {
        let shown = shown.setter();
        move |_| shown.set(None)
    });
    // Hovering or focusing a move loads this part, so a move may be hovered or focused already.
    use_effect_with((), {
        let (anchor, shown, find) =
            (anchor.clone(), shown.setter(), finder(&props.panel, &props.side_engines));
        move |()| {
            let section =
                anchor.cast::<Element>().and_then(|anchor| anchor.closest(".analysis").ok().flatten());
            let pointed = ".lines [data-ply]:hover, .lines [data-ply]:focus-visible";
            let button = section.and_then(|section| section.query_selector(pointed).ok().flatten());
            if let Some(found) = button.and_then(|button| find(&button)) {
                shown.set(Some(found));
            }
        }
    });
    let content = match &*shown {
        None => html! {},
        Some(ShownLine { line, ply, at: (left, top) }) => {
            let pv_move = line.pv.get(*ply).map(|pv_move| pv_move.san.clone()).unwrap_or_default();
            let style = format!("left: {left}px; top: {top}px");
            html! {
                <div class="line-preview floating" {style} role="img" aria-label={strings::board_after(&pv_move)}>
                    <MiniBoard position={line.position(*ply)} orientation={props.panel.orientation} last_move={line.squares(*ply)} />
                    <p><strong>{ number(line, *ply) }{ pv_move }</strong><span>{ strings::ply_of(&(ply + 1), &line.pv.len()) }</span></p>
                </div>
            }
        }
    };
    html! { <div ref={anchor} class="line-preview-anchor">{ content }</div> }
}

/// Move number, also for moves displayed without one.
fn number(line: &LineMoves, ply: usize) -> String {
    match line.pv.get(ply).map(|pv_move| pv_move.number.as_str()) {
        Some("") => {
            let before = ply.checked_sub(1).and_then(|before| line.pv.get(before));
            before.map(|before| before.number.replace('.', "") + "… ").unwrap_or_default()
        }
        Some(number) => number.replace("...", "…") + " ",
        None => String::new(),
    }
}

fn listen(
    section: &Element,
    panel: &AnalysisPanelProps,
    side_engines: &SideEngines,
    shown: &UseStateHandle<Option<ShownLine>>,
) -> [EventListener; 6] {
    let over = {
        let (shown, pointed) = (shown.setter(), finder(panel, side_engines));
        EventListener::new(section, "pointerover", move |event| {
            // A tap plays the move; the line menu has a preview for touch.
            let is_finger =
                event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() == "touch");
            if !is_finger && closest(event, "[data-ply]").is_some() {
                shown.set(closest(event, ".lines [data-ply]").and_then(|button| pointed(&button)));
            } else if closest(event, ".lines").is_none() {
                shown.set(None);
            }
        })
    };
    let hide = |name: &'static str| {
        let shown = shown.setter();
        EventListener::new(section, name, move |_| shown.set(None))
    };
    let focus = {
        let (shown, pointed) = (shown.setter(), finder(panel, side_engines));
        EventListener::new(section, "focusin", move |event| {
            let is_by_key = closest(event, "[data-ply]")
                .is_some_and(|button| button.matches(":focus-visible").unwrap_or(false));
            if is_by_key {
                shown.set(closest(event, ".lines [data-ply]").and_then(|button| pointed(&button)));
            }
        })
    };
    let escape = {
        let shown = shown.clone();
        EventListener::new(section, "keydown", move |event| {
            let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
            if shown.is_some() && key.as_deref() == Some("Escape") {
                event.stop_propagation();
                shown.set(None);
            }
        })
    };
    let wheel = {
        let shown = shown.clone();
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(section, "wheel", options, move |event| {
            let (Some(now), Some(wheel)) = (&*shown, event.dyn_ref::<WheelEvent>()) else { return };
            if closest(event, ".line-moves").is_none() {
                return;
            }
            event.prevent_default();
            let last = now.line.pv.len().saturating_sub(1);
            let ply = if wheel.delta_y() > 0.0 { (now.ply + 1).min(last) } else { now.ply.saturating_sub(1) };
            shown.set(Some(ShownLine { ply, ..now.clone() }));
        })
    };
    [over, hide("pointerleave"), focus, hide("focusout"), escape, wheel]
}

/// Returns a function that finds the move of a button.
fn finder(
    panel: &AnalysisPanelProps,
    side_engines: &SideEngines,
) -> impl Fn(&Element) -> Option<ShownLine> + 'static {
    let (panel, side_engines) = (panel.clone(), side_engines.clone());
    move |button| {
        let row = button.closest(".line").ok()??;
        let source = row.closest(".lines").ok()??.get_attribute("data-source").unwrap_or_default();
        let number = |element: &Element, name: &str| element.get_attribute(name)?.parse().ok();
        let (rank, ply) = (number(&row, "data-rank")?, number(button, "data-ply")?);
        let line = line_of(&side_engines.feed(&source)?, &panel, rank, ply)?;
        Some(ShownLine { ply: line.ply, line, at: place(&row) })
    }
}

fn closest(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Position below the line, or above it if there is no room below.
fn place(row: &Element) -> (f64, f64) {
    let edges = row.get_bounding_client_rect();
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    let (width, height) =
        root.map_or((0.0, 0.0), |root| (f64::from(root.client_width()), f64::from(root.client_height())));
    let left = (edges.left() + 66.0).min(width - SIZE - MARGIN).max(MARGIN);
    let below = edges.bottom() + 4.0;
    let is_room = below + SIZE + 34.0 < height;
    (left, if is_room { below } else { (edges.top() - SIZE - 34.0).max(MARGIN) })
}
