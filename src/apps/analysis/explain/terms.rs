//! Chart of the evaluation terms.

use crate::apps::analysis::strings;
use crate::state::explanation::{Explanation, Term, TermPhase};
use std::rc::Rc;
use yew::prelude::*;

/// Minimum scale of the bars in centipawns, so that small differences look small.
const LEAST_EXTENT: f64 = 100.0;

/// Properties of [`Terms`].
#[derive(Properties, PartialEq)]
pub struct TermsProps {
    /// Evaluation.
    pub explanation: Rc<Explanation>,
}

/// Row of the chart.
struct TermRow {
    name: String,
    hint: &'static str,
    sides: Option<Term>,
    difference: f64,
}

/// Chart, for the position or for one phase of the game.
#[component]
pub fn Terms(props: &TermsProps) -> Html {
    let view = use_state_eq(TermPhase::default);
    let explanation = &props.explanation;
    if explanation.known_ending {
        return html! { <p>{ strings::explain_known_ending() }</p> };
    }
    let choices = TermPhase::ALL.map(|choice| {
        let choose = {
            let view = view.setter();
            Callback::from(move |_: MouseEvent| view.set(choice))
        };
        let pressed = (*view == choice).to_string();
        html! {
            <button type="button" class="button small quiet" aria-pressed={pressed} onclick={choose}>{ strings::explain_view(choice) }</button>
        }
    });
    let rows = rows(explanation, *view);
    let extent = rows.iter().fold(LEAST_EXTENT, |extent, row| row.difference.abs().max(extent));
    let sum = rows.iter().map(|row| row.difference).sum::<f64>();
    html! {
        <>
            <div class="explain-phase">
                <div role="group" aria-label={strings::phase_text()}>{ for choices }</div>
                <span class="field-note">{ strings::explain_phase(explanation.phase, explanation.scale) }</span>
            </div>
            <table class="explain-terms chart">
                <thead><tr>
                    <th scope="col">{ strings::term() }</th><th scope="col" class="number">{ strings::white() }</th><th scope="col" class="number">{ strings::black() }</th>
                    <th scope="col" class="explain-bars"><span>{ strings::for_black() }</span><span>{ strings::for_white() }</span></th><th scope="col" class="number">{ strings::balance() }</th>
                </tr></thead>
                <tbody>{ for rows.iter().map(|row| line(row, extent)) }</tbody>
                <tfoot><tr><th scope="row">{ strings::sum() }</th><td /><td /><td class="explain-bars">{ bar(sum, extent) }</td><td class="number">{ strings::signed_pawns(sum) }</td></tr></tfoot>
            </table>
        </>
    }
}

fn rows(explanation: &Explanation, view: TermPhase) -> Vec<TermRow> {
    let mut rows: Vec<TermRow> = explanation
        .in_view(view)
        .map(|(name, term)| {
            let words = strings::term_named(name);
            TermRow {
                name: words.map_or(name, |words| (words.text)()).to_owned(),
                hint: words.map_or("", |words| (words.hint)()),
                sides: Some(term),
                difference: term.difference(),
            }
        })
        .collect();
    let mut correction = |name: &str, hint: &'static str, difference: f64| {
        rows.push(TermRow { name: name.to_owned(), hint, sides: None, difference });
    };
    correction(
        strings::winning_chances(),
        strings::winning_chances_hint(),
        explanation.winning_chances(view),
    );
    correction(strings::side_to_move(), strings::side_to_move_hint(), f64::from(explanation.tempo));
    rows
}

fn line(row: &TermRow, extent: f64) -> Html {
    let side =
        |of: fn(&Term) -> f64| row.sides.as_ref().map(|term| strings::pawns(of(term))).unwrap_or_default();
    html! {
        <tr key={row.name.clone()}>
            <th scope="row" title={row.hint}>{ &row.name }</th>
            <td class="number">{ side(|term| term.white) }</td><td class="number">{ side(|term| term.black) }</td>
            <td class="explain-bars">{ bar(row.difference, extent) }</td>
            <td class="number">{ strings::signed_pawns(row.difference) }</td>
        </tr>
    }
}

/// Bar from the centre, to the right if it favours White.
fn bar(difference: f64, extent: f64) -> Html {
    let width = 50.0 * difference.abs() / extent;
    let (class, start) = if difference >= 0.0 { ("white", 50.0) } else { ("black", 50.0 - width) };
    html! {
        <span class="explain-bar" aria-hidden="true"><span {class} style={format!("left: {start:.2}%; width: {width:.2}%")} /></span>
    }
}
