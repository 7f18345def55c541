//! A small, non-interactive board: plain elements with the board's styles.

use tabia_chess::{Color, Position, Square};
use yew::prelude::*;

/// Properties of [`MiniBoard`].
#[derive(Properties, PartialEq)]
pub struct MiniBoardProps {
    /// The position.
    pub position: Position,
    /// Side at the bottom.
    pub orientation: Color,
    /// Squares of the last move, to be marked.
    #[prop_or_default]
    pub last_move: Option<(Square, Square)>,
    /// Label for screen readers; empty if a surrounding element has one.
    #[prop_or_default]
    pub label: AttrValue,
}

/// The board.
#[component]
pub fn MiniBoard(props: &MiniBoardProps) -> Html {
    let MiniBoardProps { position, orientation, last_move, label } = props;
    let is_marked = |square: Square| last_move.is_some_and(|(from, to)| square == from || square == to);
    let cell = |index: usize| {
        let square = square_at(index, *orientation);
        let piece = position.piece_at(square).map(|piece| {
            let color = if piece.color == Color::White { "white" } else { "black" };
            html! { <span class={format!("piece {color} {}", piece.role.char().to_ascii_uppercase())} /> }
        });
        let class = classes!(
            "cell",
            (!square.is_light()).then_some("dark"),
            is_marked(square).then_some("last-move")
        );
        html! { <span key={index} {class}>{ piece }</span> }
    };
    let role = (!label.is_empty()).then_some("img");
    let hidden = label.is_empty().then_some("true");
    html! {
        <div class="mini-board" {role} aria-label={(!label.is_empty()).then(|| label.clone())} aria-hidden={hidden}>{ for (0..64).map(cell) }</div>
    }
}

/// Returns the square at an index, counted row by row from the top left.
fn square_at(index: usize, orientation: Color) -> Square {
    let (row, column) = (index / 8, index % 8);
    let index = if orientation == Color::White { (7 - row) * 8 + column } else { row * 8 + 7 - column };
    Square::ALL[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_below_has_its_first_row_below() {
        assert_eq!(square_at(0, Color::White), Square::A8);
        assert_eq!(square_at(63, Color::White), Square::H1);
        assert_eq!(square_at(0, Color::Black), Square::H1);
        assert_eq!(square_at(63, Color::Black), Square::A8);
    }
}
