//! Shared code of both lists: rows of equal height, of which only the visible ones are rendered.

use crate::components::rows::Rows;
use std::ops::Range;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Must match the height of `.game-item`.
pub const ROWS: Rows = Rows { height: 46.0, margin: 12 };
/// Number of rows assumed to be visible until the list is measured.
const FIRST_ROWS: usize = 20;

/// Returns the visible rows, and the scroll listener of their list.
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

/// Returns the clicked row's `data-game` number.
pub fn clicked_row(event: &MouseEvent) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-game]").ok()??.get_attribute("data-game")?.parse().ok()
}

/// Content of a row.
pub struct Item {
    /// Value of `data-game`.
    pub id: usize,
    /// Position in the list and length of the list, for screen readers.
    pub place: (usize, usize),
    /// Displayed number, from 1.
    pub number: usize,
    /// Names of both players.
    pub names: String,
    /// Result, if known.
    pub result: &'static str,
    /// Event and year.
    pub event: String,
    /// Whether the game is on the board.
    pub is_current: bool,
}

/// Renders a row.
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

/// Returns "Morphy" for "Morphy, Paul": PGN puts the surname first.
pub fn surname(name: Option<&str>) -> &str {
    name.map_or("?", |name| name.split(',').next().unwrap_or(name).trim())
}
