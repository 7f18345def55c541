//! Piece-square tables drawn on a board.

use super::hooks::use_tables;
use super::pieces::place;
use crate::apps::analysis::strings;
use crate::services::explain::Explainer;
use crate::state::explanation::PieceSquareTable;
use crate::state::text::sentence;
use tabia_chess::{Color, Piece, Position, Role, Square};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`Squares`].
#[derive(Properties, PartialEq)]
pub struct SquaresProps {
    /// Source of the tables.
    pub explainer: Explainer,
    /// Position; its pieces are highlighted.
    pub position: Position,
    /// Side at the bottom.
    pub orientation: Color,
    /// Game phase, from 24 with all pieces to 0 with none.
    pub phase: i32,
}

/// Table of one kind of piece.
#[component]
pub fn Squares(props: &SquaresProps) -> Html {
    let SquaresProps { explainer, position, orientation, .. } = props;
    let tables = use_tables(explainer);
    let piece = use_state_eq(|| Piece { color: *orientation, role: Role::Knight });
    let phase = use_state_eq(|| props.phase);
    use_effect_with(props.phase, {
        let phase = phase.setter();
        move |of_position| phase.set(*of_position)
    });
    let oninput = use_callback(phase.setter(), |event: InputEvent, phase| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(value) = input.and_then(|input| input.value().parse::<i32>().ok()) {
            phase.set(24 - value);
        }
    });
    let choose = |to: Piece, name: &'static str| {
        let setter = piece.setter();
        let onclick = Callback::from(move |_: MouseEvent| setter.set(to));
        html! { <button type="button" class="button small quiet" aria-pressed={(*piece == to).to_string()} {onclick}>{ name }</button> }
    };
    let roles = Role::ALL.map(|role| choose(Piece { role, ..*piece }, strings::role_name(role)));
    let colors = [(Color::White, strings::white()), (Color::Black, strings::black())]
        .map(|(color, name)| choose(Piece { color, ..*piece }, name));
    let Some(known) = &tables.answer else {
        let fault = tables.fault.as_ref().map(|fault| sentence(&strings::not_explained(fault)));
        return html! { <p role="status">{ fault.unwrap_or_else(|| strings::explain_wait().to_owned()) }</p> };
    };
    let table = known.of(piece.role, piece.color, *phase);
    html! {
        <div class="explain-squares">
            <div class="explain-board heat" role="img" aria-label={strings::piece_squares_of(*piece)}>
                { for Square::ALL.into_iter().map(|square| cell(square, &table, *orientation, position.piece_at(square) == Some(*piece))) }
            </div>
            <div class="explain-choices">
                <div role="group" aria-label={strings::piece()}>{ for roles }</div>
                <div role="group" aria-label={strings::colour()}>{ for colors }</div>
                <label>{ strings::explain_table_phase(*phase) }
                    <input type="range" min="0" max="24" value={(24 - *phase).to_string()} aria-valuetext={strings::explain_table_phase(*phase)} {oninput} />
                </label>
                <p class="explain-ends"><span>{ strings::middlegame() }</span><span>{ strings::endgame() }</span></p>
                <p class="field-note">{ strings::explain_squares_note() }</p>
            </div>
        </div>
    }
}

fn cell(square: Square, table: &PieceSquareTable, orientation: Color, is_here: bool) -> Html {
    let (column, row) = place(square, orientation);
    let value = table.at(square);
    let strength = (85.0 * value.abs() / table.extent()).round();
    let class = if value >= 0.0 { "good" } else { "bad" };
    let here = is_here.then_some("here");
    html! {
        <span key={square.to_string()} class={classes!("heat-square", class, here)} title={square.to_string()} style={format!("grid-area: {row} / {column}; --strength: {strength}%")}>
            { strings::hundredths(value) }
        </span>
    }
}
