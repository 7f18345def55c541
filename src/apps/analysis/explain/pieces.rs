//! Value of each piece on its square.

use crate::apps::analysis::strings;
use crate::components::board::{Board, BoardView};
use crate::state::explanation::Explanation;
use std::rc::Rc;
use tabia_chess::{Color, Move, Piece, Position, Role, Square};
use yew::prelude::*;

/// Properties of [`Pieces`].
#[derive(Properties, PartialEq)]
pub struct PiecesProps {
    /// Evaluation.
    pub explanation: Rc<Explanation>,
    /// The position.
    pub position: Position,
    /// Side at the bottom.
    pub orientation: Color,
}

/// Piece and its value in centipawns.
struct Worth {
    square: Square,
    piece: Piece,
    value: i32,
    /// Value according to the net.
    to_net: Option<i32>,
}

/// Board with the value of each piece, and the same as a list.
#[component]
pub fn Pieces(props: &PiecesProps) -> Html {
    let PiecesProps { explanation, position, orientation } = props;
    let orientation = *orientation;
    let view = use_memo((*position, orientation), |(position, orientation)| {
        BoardView::new(*position, *orientation, None).fixed()
    });
    let on_move = use_callback((), |_: Move, ()| ());
    let mut worths: Vec<Worth> = Square::ALL
        .into_iter()
        .filter_map(|square| {
            let name = square.to_string();
            let value = *explanation.pieces.get(&name)?;
            let to_net = explanation.net.as_ref().and_then(|net| net.pieces.get(&name)).copied();
            Some(Worth { square, piece: position.piece_at(square)?, value, to_net })
        })
        .collect();
    let label = |worth: &Worth| {
        let (column, row) = place(worth.square, orientation);
        let class = if worth.piece.color == Color::White { "white" } else { "black" };
        html! {
            <span class={classes!("explain-worth", class)} style={format!("grid-area: {row} / {column}")}>{ strings::short_pawns(worth.value) }</span>
        }
    };
    let labels: Html = worths.iter().map(label).collect();
    worths.sort_by_key(|worth| (worth.piece.color != Color::White, std::cmp::Reverse(worth.value)));
    let usual = |worth: &Worth| average(&worths, worth.piece.role);
    html! {
        <div class="explain-pieces">
            <div class="explain-board" aria-hidden="true">
                <Board {view} {on_move} />
                <div class="explain-labels">{ labels }</div>
            </div>
            <div class={classes!("explain-list", explanation.net.is_some().then_some("with-net"))} tabindex="0" role="region" aria-label={strings::explain_pieces()}>
                <table>
                    <thead><tr><th scope="col">{ strings::piece() }</th><th scope="col" class="number">{ strings::worth() }</th><th scope="col" class="number of-kind">{ strings::beside_others() }</th>if explanation.net.is_some() { <th scope="col" class="number">{ strings::worth_to_net() }</th> }</tr></thead>
                    <tbody>{ for worths.iter().map(|worth| line(worth, usual(worth))) }</tbody>
                </table>
            </div>
        </div>
    }
}

fn line(worth: &Worth, usual: f64) -> Html {
    let name = strings::piece_on(worth.piece, worth.square);
    html! {
        <tr key={worth.square.to_string()}>
            <th scope="row">{ name }</th><td class="number">{ strings::pawns(f64::from(worth.value)) }</td>
            <td class="number of-kind">{ strings::signed_pawns(f64::from(worth.value) - usual) }</td>
            if let Some(value) = worth.to_net { <td class="number">{ strings::pawns(f64::from(value)) }</td> }
        </tr>
    }
}

/// Returns the average value of the pieces of one kind on the board, in centipawns.
fn average(worths: &[Worth], role: Role) -> f64 {
    let values = worths.iter().filter(|worth| worth.piece.role == role).map(|worth| f64::from(worth.value));
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Returns the column and row of a square on the screen, from 1.
pub fn place(square: Square, orientation: Color) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    match orientation {
        Color::White => (file + 1, 8 - rank),
        Color::Black => (8 - file, rank + 1),
    }
}
