//! Virtual list: rows of equal height, of which only the visible ones are rendered.

use std::ops::Range;

use gloo_events::EventListener;
use web_sys::Element;
use yew::prelude::*;

use crate::components::rows::Rows;

/// Properties of [`VirtualList`].
#[derive(Properties, PartialEq)]
pub struct VirtualListProps {
    /// Number of rows.
    pub count: usize,
    /// Row height in CSS pixels, as in the style sheet.
    pub row_height: f64,
    /// Renders a row.
    pub row: Callback<usize, Html>,
    /// Header above the rows; does not scroll.
    #[prop_or_default]
    pub head: Html,
    /// Accessible name.
    pub label: AttrValue,
    /// ARIA role.
    #[prop_or(AttrValue::Static("table"))]
    pub role: AttrValue,
    /// CSS classes.
    #[prop_or_default]
    pub class: Classes,
    /// Whether new rows scroll the list to its end.
    #[prop_or_default]
    pub follows_end: bool,
    /// Key presses while the list has the focus.
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
    /// Row to scroll into view.
    #[prop_or_default]
    pub shown: Option<usize>,
    /// Emits true when the end scrolls into view, false when the user scrolls back.
    #[prop_or_default]
    pub on_scroll: Callback<bool>,
}

/// The list; it scrolls and is focusable itself.
#[component]
pub fn VirtualList(props: &VirtualListProps) -> Html {
    let rows = Rows { height: props.row_height, margin: 12 };
    let scroller = use_node_ref();
    let seen = use_state_eq(|| 0..40_usize);
    let parts = (scroller.clone(), seen.setter(), props.row_height);
    let measure = use_callback(parts, move |(), (scroller, seen, _)| {
        if let Some(element) = scroller.cast::<Element>() {
            seen.set(rows.seen(f64::from(element.scroll_top()), f64::from(element.client_height())));
        }
    });
    use_effect_with((props.count, props.follows_end, measure.clone()), {
        let scroller = scroller.clone();
        move |(_, follows_end, measure)| {
            if let Some(element) = scroller.cast::<Element>().filter(|_| *follows_end) {
                element.set_scroll_top(element.scroll_height());
            }
            measure.emit(());
        }
    });
    use_effect_with(props.shown, {
        let (scroller, height) = (scroller.clone(), props.row_height);
        move |shown| {
            if let (Some(row), Some(element)) = (shown, scroller.cast::<Element>()) {
                scroll_to(&element, *row, height);
            }
        }
    });
    use_effect_with(measure.clone(), |measure| {
        let measure = measure.clone();
        let window = web_sys::window();
        let listener = window.map(|window| EventListener::new(&window, "resize", move |_| measure.emit(())));
        move || drop(listener)
    });
    let last_top = use_mut_ref(|| 0_i32);
    let onscroll = use_callback((scroller.clone(), measure, props.on_scroll.clone()), {
        move |_: Event, (scroller, measure, on_scroll): &(NodeRef, Callback<()>, Callback<bool>)| {
            measure.emit(());
            if let Some(element) = scroller.cast::<Element>() {
                let top = element.scroll_top();
                let is_end = element.scroll_height() - top - element.client_height() < 40;
                // New rows alone don't stop following the end; scrolling back does.
                let is_back = top < last_top.replace(top);
                if is_end || is_back {
                    on_scroll.emit(is_end);
                }
            }
        }
    });
    let drawn: Range<usize> = rows.drawn(&seen, props.count);
    html! {
        <div ref={scroller} class={classes!("virtual-list", props.class.clone())} role={props.role.clone()} tabindex="0" aria-label={props.label.clone()} aria-live={(props.role == "log").then_some("off")}
            aria-rowcount={(props.role == "table").then(|| (props.count + 1).to_string())} {onscroll} onkeydown={props.onkeydown.clone()}>
            { props.head.clone() }
            <div class="virtual-rows" role={(props.role == "table").then_some("rowgroup")} style={rows.style(props.count, drawn.start)}>
                { for drawn.map(|row| props.row.emit(row)) }
            </div>
        </div>
    }
}

/// Scrolls just far enough to show a row.
fn scroll_to(element: &Element, row: usize, height: f64) {
    let (top, seen) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
    let place = row as f64 * height;
    // The header covers the height of one row.
    if place < top {
        element.set_scroll_top(place as i32);
    } else if place + 2.0 * height > top + seen {
        element.set_scroll_top((place + 2.0 * height - seen) as i32);
    }
}
