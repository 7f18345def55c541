//! Arrow for the hovered explorer move, in a separate layer over the board.

use crate::apps::analysis::arrows::centre;
use crate::components::board::drawings::arrow_outline;
use crate::components::board::view::marked_squares;
use crate::hooks::use_observable;
use crate::services::explorer::Explorer;
use tabia_chess::{Color, Position};
use yew::prelude::*;

/// Properties of [`ExplorerArrow`].
#[derive(Clone, Properties, PartialEq)]
pub struct ExplorerArrowProps {
    /// The position on the board.
    pub position: Position,
    /// The side at the bottom.
    pub orientation: Color,
}

/// Draws the hovered move; usually there is none.
#[component]
pub fn ExplorerArrow(props: &ExplorerArrowProps) -> Html {
    let explorer = (*use_memo((), |()| Explorer::of_page())).clone();
    let hovered = use_observable(&explorer, Explorer::hovered);
    let Some(m) = hovered.and_then(|uci| props.position.parse_uci(&uci).ok()) else { return html! {} };
    let (from, to) = marked_squares(m);
    let path = arrow_outline(centre(from, props.orientation), centre(to, props.orientation), 0.2);
    html! {
        <svg class="arrows" viewBox="0 0 8 8" aria-hidden="true"><path class="book" d={path} /></svg>
    }
}
