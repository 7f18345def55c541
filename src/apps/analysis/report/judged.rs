//! Text list of the judged moves.

use super::numbers::mark;
use super::shown::ShownReport;
use crate::apps::analysis::strings;
use crate::state::report::words::{judgement_name, remark_text};
use tabia_pgn::NodeId;
use tabia_report::{eval_words, glyph};
use yew::prelude::*;

/// Properties of [`JudgedMoves`].
#[derive(Properties, PartialEq)]
pub struct JudgedMovesProps {
    /// Report.
    pub shown: ShownReport,
    /// Current node.
    pub node: NodeId,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
}

/// List of judged moves.
#[component]
pub fn JudgedMoves(props: &JudgedMovesProps) -> Html {
    let JudgedMovesProps { shown, node, on_go } = props;
    let row = |(index, m): (usize, &crate::state::report::ReportMove)| {
        let judgement = m.judgement?;
        let (id, is_current) = (m.node, m.node == *node);
        let onclick = on_go.reform(move |_: MouseEvent| id);
        Some(html! {
            <li key={index}>
                <button type="button" class={classes!("judged-move", is_current.then_some("current"))} aria-current={is_current.then_some("true")} data-ply={(index + 1).to_string()} {onclick}>
                    <span class="judged-name">{ &m.name }<span class={classes!("report-mark", mark(judgement))}>{ glyph(judgement) }</span></span>
                    <span class="judged-words">{ words(shown, index) }{ m.accuracy.map(strings::accuracy_of_move) }{ m.annotated.map(|said| strings::annotated_as(glyph(said))) }</span>
                </button>
            </li>
        })
    };
    let rows: Vec<Html> = shown.report.moves.iter().enumerate().filter_map(row).collect();
    if rows.is_empty() {
        let is_whole = shown.report.is_whole();
        return html! { if is_whole { <p class="book-note">{ strings::no_judged_moves() }</p> } };
    }
    html! { <ol class="judged-moves" aria-label={strings::judged_moves()}>{ for rows }</ol> }
}

/// Explains a judgement by the engine's best move if known, else by the evaluations.
fn words(shown: &ShownReport, index: usize) -> String {
    let Some(m) = shown.report.moves.get(index) else { return String::new() };
    let remark = shown.report.remark(m.node).filter(|remark| remark.judgement.is_some());
    if let (Some(remark), Some(parent)) = (remark, shown.game.parent(m.node)) {
        return remark_text(remark, &shown.game.position(parent));
    }
    let name = m.judgement.map_or("", judgement_name);
    let [before, after] = [shown.report.eval_before(index), m.eval].map(|eval| eval.map(eval_words));
    strings::judged_by_evals(name, &before.unwrap_or_default(), &after.unwrap_or_default())
}
