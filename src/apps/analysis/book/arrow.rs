//! Arrow for the hovered book move, in a separate layer over the board.

use crate::apps::analysis::arrows::centre;
use crate::components::board::drawings::arrow_outline;
use crate::components::board::view::marked_squares;
use crate::hooks::use_observable;
use crate::services::books::feed::BookFeed;
use tabia_chess::{Color, Position};
use tabia_polyglot::BookMove;
use yew::prelude::*;

/// Properties of [`BookArrow`].
#[derive(Properties, PartialEq)]
pub struct BookArrowProps {
    /// Opening book.
    pub feed: BookFeed,
    /// The position on the board.
    pub position: Position,
    /// The side at the bottom.
    pub orientation: Color,
}

/// Draws the hovered move; usually there is none.
#[component]
pub fn BookArrow(props: &BookArrowProps) -> Html {
    let hovered = use_observable(&props.feed, BookFeed::hovered);
    let Some(m) = hovered.and_then(|code| BookMove(code).resolve(&props.position)) else { return html! {} };
    let (from, to) = marked_squares(m);
    let path = arrow_outline(centre(from, props.orientation), centre(to, props.orientation), 0.2);
    html! {
        <svg class="arrows" viewBox="0 0 8 8" aria-hidden="true"><path class="book" d={path} /></svg>
    }
}
