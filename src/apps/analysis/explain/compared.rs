//! Comparison of two moves: in a sentence, by their lines, and term by term.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::explanation::{Comparison, Difference};
use std::rc::Rc;
use tabia_chess::{Color, Move, Position};
use yew::prelude::*;

/// Properties of [`Compared`].
#[derive(Properties, PartialEq)]
pub struct ComparedProps {
    /// Position and comparison.
    pub found: Rc<(Position, Comparison)>,
    /// Adds a line to the game.
    pub on_keep: Callback<Vec<Move>>,
}

/// Comparison.
#[component]
pub fn Compared(props: &ComparedProps) -> Html {
    let (position, comparison) = &*props.found;
    let names = [0, 1].map(|side: usize| comparison.ends[side].line.first().cloned().unwrap_or_default());
    let difference = comparison.totals[0] - comparison.totals[1];
    let (for_first, lead) = comparison.preference();
    let reasons: Vec<String> = comparison.reasons(for_first).into_iter().map(reason).collect();
    let others: Vec<String> = comparison.reasons(!for_first).into_iter().map(reason).collect();
    let better = if for_first { &names } else { &[names[1].clone(), names[0].clone()] };
    html! {
        <>
            <p class="explain-answer" role="status">{ strings::comparison(better, lead, &reasons, &others) }</p>
            <div class="explain-lines">{ for (0..2).map(|side| line(position, comparison, side, &props.on_keep)) }</div>
            <table class="explain-terms">
                <thead><tr>
                    <th scope="col">{ strings::term() }</th><th scope="col" class="number">{ &names[0] }</th><th scope="col" class="number">{ &names[1] }</th><th scope="col" class="number">{ strings::difference() }</th>
                </tr></thead>
                <tbody>{ for comparison.differences.iter().map(row) }</tbody>
                <tfoot><tr>
                    <th scope="row">{ strings::sum() }</th>
                    { for comparison.totals.iter().map(|&total| html! { <td class="number">{ strings::signed_pawns(f64::from(total)) }</td> }) }
                    <td class="number">{ strings::signed_pawns(f64::from(difference)) }</td>
                </tr></tfoot>
            </table>
            <p class="field-note">{ strings::compared_for(position.turn() == Color::White) }</p>
        </>
    }
}

fn reason(difference: &Difference) -> String {
    let name = difference.name.as_deref().unwrap_or_default();
    strings::reason(name, difference.lead().abs())
}

fn row(difference: &Difference) -> Html {
    let name = difference.name.as_deref().unwrap_or(strings::corrections());
    let term = strings::term_named(name);
    let number = |value: f64| html! { <td class="number">{ strings::signed_pawns(value) }</td> };
    html! {
        <tr key={name.to_owned()}>
            <th scope="row" title={term.map(|term| (term.hint)())}>{ term.map_or(name, |term| (term.text)()) }</th>
            { number(difference.first) }{ number(difference.second) }{ number(difference.lead()) }
        </tr>
    }
}

/// Line after a move.
fn line(position: &Position, comparison: &Comparison, side: usize, on_keep: &Callback<Vec<Move>>) -> Html {
    let end = &comparison.ends[side];
    let keep = {
        let (on_keep, moves) = (on_keep.clone(), end.moves.clone());
        Callback::from(move |_: MouseEvent| on_keep.emit(moves.clone()))
    };
    let score = end.score.map(|score| strings::searched(score, end.depth)).unwrap_or_default();
    html! {
        <div class="explain-line">
            <p><span class="san">{ strings::numbered_line(position, &end.line) }</span><span class="explain-depth">{ score }</span></p>
            <button type="button" class="button small" onclick={keep}><IconView icon={Icon::Plus} />{ strings::keep_as_variation() }</button>
        </div>
    }
}
