//! What both lists have in common: rows of one height, of which those that can be seen are drawn.

use crate::components::rows::Rows;
use std::ops::Range;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// `.game-item` has the same height.
pub const ROWS: Rows = Rows { height: 46.0, margin: 12 };
/// Rows that are taken to be seen until the list was measured.
const FIRST_ROWS: usize = 20;

/// The rows that can be seen, and what listens to the scrolling of their list.
#[hook]
pub fn use_seen_rows() -> (Range<usize>, Callback<Event>) {
    let seen = use_state_eq(|| 0..FIRST_ROWS);
    let onscroll = use_callback(seen.setter(), |event: Event, seen| {
        let list = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(list) = list {
            seen.set(ROWS.seen(f64::from(list.scroll_top()), f64::from(list.client_height())));
        }
    });
    ((*seen).clone(), onscroll)
}

/// The number in `data-game` of the row that was clicked.
pub fn clicked_row(event: &MouseEvent) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-game]").ok()??.get_attribute("data-game")?.parse().ok()
}

/// What a row shows.
pub struct Item {
    /// What stands in `data-game`.
    pub id: usize,
    /// The place in the list and the length of the list, for screen readers.
    pub place: (usize, usize),
    /// The number in front, from 1.
    pub number: usize,
    /// Both players.
    pub names: String,
    /// The result, where it is known.
    pub result: &'static str,
    /// Event and year.
    pub event: String,
    /// Whether it is on the board.
    pub is_current: bool,
}

/// The row.
pub fn item_html(item: Item) -> Html {
    let Item { id, place: (row, count), number, names, result, event, is_current } = item;
    html! {
        <li key={id} aria-posinset={(row + 1).to_string()} aria-setsize={count.to_string()}>
            <button type="button" class={classes!("game-item", is_current.then_some("current"))} data-game={id.to_string()}
                    aria-current={is_current.then_some("true")}>
                <span class="number">{ number }</span>
                <span class="names">{ names }</span>
                <span class="result">{ result }</span>
                <span class="event">{ event }</span>
            </button>
        </li>
    }
}

/// "Morphy" of "Morphy, Paul": PGN writes the surname first.
pub fn surname(name: Option<&str>) -> &str {
    name.map_or("?", |name| name.split(',').next().unwrap_or(name).trim())
}
