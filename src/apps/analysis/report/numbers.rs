//! Accuracy, average loss and number of mistakes by kind, for both sides.

use super::shown::ShownReport;
use crate::apps::analysis::strings;
use tabia_chess::Color;
use tabia_pgn::NodeId;
use tabia_report::{Judgement, SideReport, glyph};
use yew::prelude::*;

/// Properties of [`Numbers`].
#[derive(Properties, PartialEq)]
pub struct NumbersProps {
    /// Report.
    pub shown: ShownReport,
    /// Current ply of the main line.
    pub ply: usize,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
}

/// Table. Clicking a count goes to the next such move.
#[component]
pub fn Numbers(props: &NumbersProps) -> Html {
    let report = &props.shown.report;
    let tags = props.shown.game.tags();
    // Only the surname, because the column is narrow.
    let head = |tag: &str, unknown: &str| {
        let name = tags.known(tag).unwrap_or(unknown).to_owned();
        let surname = name.split(',').next().unwrap_or(unknown).to_owned();
        html! { <th scope="col" title={name}>{ surname }</th> }
    };
    let sides = [Color::White, Color::Black].map(|color| report.side(color));
    let row = |label: &'static str,
               title: &'static str,
               value: fn(&SideReport) -> Option<f64>,
               unit: &'static str| {
        let cell = |side: &SideReport| {
            value(side).map_or_else(|| "–".to_owned(), |value| format!("{value:.0}{unit}"))
        };
        html! { <tr><th scope="row" {title}>{ label }</th>{ for sides.map(|side| html! { <td>{ cell(side) }</td> }) }</tr> }
    };
    let counts = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder].map(|judgement| {
        html! {
            <tr>
                <th scope="row"><span class={classes!("report-mark", mark(judgement))} aria-hidden="true">{ glyph(judgement) }</span>{ strings::judgements(judgement) }</th>
                { for [Color::White, Color::Black].map(|color| count(props, color, judgement)) }
            </tr>
        }
    });
    html! {
        <table class="report-numbers">
            <thead><tr><td />{ head("White", strings::white()) }{ head("Black", strings::black()) }</tr></thead>
            <tbody>
                { row(strings::accuracy(), strings::accuracy_hint(), |side| side.accuracy, " %") }
                { row(strings::acpl(), strings::acpl_hint(), |side| side.acpl, "") }
                { for counts }
            </tbody>
        </table>
    }
}

fn count(props: &NumbersProps, color: Color, judgement: Judgement) -> Html {
    let report = &props.shown.report;
    let side = report.side(color);
    let count = match judgement {
        Judgement::Inaccuracy => side.inaccuracies,
        Judgement::Mistake => side.mistakes,
        Judgement::Blunder => side.blunders,
    };
    let Some(next) = report.next_judged(color, judgement, props.ply) else {
        return html! { <td>{ count }</td> };
    };
    let label = strings::to_next_judged(count, judgement, color);
    let onclick = props.on_go.reform(move |_: MouseEvent| next);
    html! { <td><button type="button" class="report-count" title={label.clone()} aria-label={label} {onclick}>{ count }</button></td> }
}

/// Returns the CSS class of a judgement.
pub fn mark(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "inaccuracy",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}
