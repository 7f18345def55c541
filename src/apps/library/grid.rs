//! The game table: only visible rows are rendered, and keys move through all of them.

use gloo_events::EventListener;
use tabia_library::{Column, Order};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::grid_rows::{header, row_html};
use super::strings;
use crate::services::game_table::GameTable;
use crate::state::library::listing::ShownRows;
use crate::state::library::marks::RowSelection;
use crate::state::library::window::Window;

/// Row heights in CSS pixels, as in `library.css`: one line on wide pages, two lines on narrow ones.
const ROW: (f64, f64) = (36.0, 58.0);
/// Height of the header, likewise.
const HEADER: (f64, f64) = (36.0, 0.0);
/// Number of rows rendered above and below the visible ones.
const MARGIN: usize = 10;
/// Minimum page width for one-line rows, as in `library.css`.
const WIDE: &str = "(min-width: 47.5em)";

/// Properties of [`Grid`].
#[derive(Properties, PartialEq)]
pub struct GridProps {
    /// Rows of the table.
    pub table: GameTable,
    /// Whether these are the user's own games.
    pub is_own: bool,
    /// Sort order.
    pub order: Order,
    /// State of the rows.
    pub shown: ShownRows,
    /// Selected rows.
    pub marks: RowSelection,
    /// Active row, from which keys start.
    pub active: Option<usize>,
    /// Sorts by a column.
    pub on_sort: Callback<Column>,
    /// Opens a row.
    pub on_open: Callback<usize>,
    /// Makes another row active.
    pub on_active: Callback<usize>,
    /// Changes the selection.
    pub on_marks: Callback<RowSelection>,
}

/// Scroll position and visible height of the table in CSS pixels, and whether rows take one line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Scrolled {
    top: f64,
    height: f64,
    is_wide: bool,
}

/// The table.
#[component]
pub fn Grid(props: &GridProps) -> Html {
    let GridProps { table, is_own, order, shown, marks, active, on_sort, .. } = props;
    let scroller = use_node_ref();
    let (scrolled, measure) = use_scrolled(&scroller);
    let window = window_of(shown.count, scrolled);
    let rows = window.rows(scrolled.top, MARGIN);
    use_effect_with((table.clone(), rows.clone(), shown.version, shown.count), |(table, rows, ..)| {
        table.see(rows.clone());
    });
    // Other games: scroll back to the top.
    use_effect_with(shown.version, {
        let (scroller, measure) = (scroller.clone(), measure.clone());
        move |_| {
            if let Some(element) = scroller.cast::<Element>() {
                element.set_scroll_top(0);
            }
            measure.emit(());
        }
    });
    let onscroll = use_callback(measure, |_: Event, measure| measure.emit(()));
    let onkeydown = keys(props, &scroller, window);
    let onclick = clicks(props);
    let ondblclick = use_callback(props.on_open.clone(), |event: MouseEvent, on_open| {
        if let Some(row) = row_of(&event).filter(|_| !is_control(&event)) {
            on_open.emit(row);
        }
    });
    let drawn = rows.clone().map(|row| {
        let top = window.top(row, scrolled.top);
        row_html(row, top, table.row(row), *active == Some(row), marks.contains(row))
    });
    let active_id = active.filter(|row| rows.contains(row)).map(|row| format!("library-row-{row}"));
    let is_all = shown.count > 0 && marks.len() == shown.count;
    html! {
        <div ref={scroller} class={classes!("library-grid", is_own.then_some("own"), shown.is_searching.then_some("stale"))} role="grid" tabindex="0" aria-label={strings::games()} aria-multiselectable="true"
            aria-rowcount={(shown.count + 1).to_string()} aria-busy={shown.is_searching.to_string()} aria-activedescendant={active_id}
            data-version={shown.version.to_string()} data-ms={format!("{:.1}", shown.ms)} {onscroll} {onkeydown} {onclick} {ondblclick}>
            { header(*order, *is_own, is_all, on_sort) }
            <div class="library-rows" role="rowgroup" style={format!("height: {}px", window.content())}>
                { for drawn }
            </div>
            if shown.count == 0 && !shown.is_searching && shown.version > 0 {
                <div role="rowgroup"><div role="row"><div role="gridcell" class="library-none">{ strings::no_games_found() }</div></div></div>
            }
        </div>
    }
}

fn window_of(count: usize, scrolled: Scrolled) -> Window {
    let (row, header) = if scrolled.is_wide { (ROW.0, HEADER.0) } else { (ROW.1, HEADER.1) };
    Window { count, row, height: (scrolled.height - header).max(row) }
}

/// Returns the scroll state, updated by the callback and when the window is resized.
#[hook]
fn use_scrolled(scroller: &NodeRef) -> (Scrolled, Callback<()>) {
    let scrolled = use_state_eq(Scrolled::default);
    let measure = use_callback((scroller.clone(), scrolled.setter()), |(), (scroller, scrolled)| {
        let Some(element) = scroller.cast::<Element>() else { return };
        scrolled.set(Scrolled {
            top: f64::from(element.scroll_top()),
            height: f64::from(element.client_height()),
            is_wide: is_wide(),
        });
    });
    use_effect_with(measure.clone(), |measure| {
        measure.emit(());
        let measure = measure.clone();
        let listener =
            web_sys::window().map(|window| EventListener::new(&window, "resize", move |_| measure.emit(())));
        move || drop(listener)
    });
    (*scrolled, measure)
}

fn is_wide() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media(WIDE).ok().flatten());
    query.is_none_or(|query| query.matches())
}

/// Creates the key handler for when the table has the focus.
fn keys(props: &GridProps, scroller: &NodeRef, window: Window) -> Callback<KeyboardEvent> {
    let GridProps { active, marks, shown, on_open, on_active, on_marks, .. } = props;
    let (active, marks, count) = (*active, marks.clone(), shown.count);
    let (on_open, on_active, on_marks) = (on_open.clone(), on_active.clone(), on_marks.clone());
    let scroller = scroller.clone();
    Callback::from(move |event: KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        // Checkboxes and buttons in the table handle their own keys.
        let is_here = target.is_some() && target == scroller.cast::<Element>();
        if !is_here || event.alt_key() || event.meta_key() {
            return;
        }
        let key = event.key();
        match (key.as_str(), active) {
            ("a", _) if event.ctrl_key() => on_marks.emit(RowSelection::all(count)),
            ("Escape", _) if !marks.is_empty() => on_marks.emit(RowSelection::default()),
            ("Enter", Some(row)) => on_open.emit(row),
            (" ", Some(row)) => on_marks.emit(marks.toggled(row)),
            (key, _) => {
                let from = active.unwrap_or(usize::MAX);
                let step = if active.is_none() && key == "ArrowDown" && count > 0 {
                    Some(0)
                } else {
                    window.step(key, from.min(count.saturating_sub(1)))
                };
                let Some(row) = step else { return };
                if event.shift_key() {
                    let begun =
                        if marks.is_empty() { marks.anchored(active.unwrap_or(row)) } else { marks.clone() };
                    on_marks.emit(begun.extended(row));
                }
                on_active.emit(row);
                if let Some(element) = scroller.cast::<Element>()
                    && let Some(top) = window.scroll_to(row, f64::from(element.scroll_top()))
                {
                    element.set_scroll_top(top as i32);
                }
            }
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

/// Creates the click handler for all rows: a click makes a row active, a checkbox or Ctrl selects it, Shift extends the selection to it; a
/// tap opens it.
fn clicks(props: &GridProps) -> Callback<MouseEvent> {
    let GridProps { marks, shown, on_active, on_marks, on_open, .. } = props;
    let (marks, count) = (marks.clone(), shown.count);
    let (on_active, on_marks, on_open) = (on_active.clone(), on_marks.clone(), on_open.clone());
    Callback::from(move |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.as_ref().is_some_and(|target| target.has_attribute("data-select-all")) {
            let is_all = marks.len() == count;
            on_marks.emit(if is_all { RowSelection::default() } else { RowSelection::all(count) });
            return;
        }
        let Some(row) = row_of(&event) else { return };
        let is_box = target.is_some_and(|target| target.has_attribute("data-select"));
        if event.shift_key() {
            on_marks.emit(marks.extended(row));
        } else if is_box || event.ctrl_key() || event.meta_key() {
            on_marks.emit(marks.toggled(row));
        } else {
            on_marks.emit(marks.anchored(row));
            // Two taps would be slow, and phones have no preview.
            if event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() == "touch") {
                on_open.emit(row);
            }
        }
        on_active.emit(row);
    })
}

/// Returns the row of an event.
fn row_of(event: &MouseEvent) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-row]").ok()??.get_attribute("data-row")?.parse().ok()
}

/// Returns whether an event occurred in a control of a row.
fn is_control(event: &MouseEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|target| target.has_attribute("data-select"))
}
