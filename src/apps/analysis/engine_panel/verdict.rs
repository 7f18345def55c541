//! Score in large figures, and what the engine is doing.

use super::activity::Activity;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::service::EngineState;
use crate::state::analysis::{DisplayedLine, Figures};
use crate::state::rest::Rest;
use crate::state::score::{Evaluation, Perspective};
use crate::state::settings::{Column, Columns};
use crate::state::status::Status;
use tabia_chess::Color;
use yew::prelude::*;

/// Properties of [`Verdict`].
#[derive(Properties, PartialEq)]
pub struct VerdictProps {
    /// Game status.
    pub status: Status,
    /// What the engine is doing.
    pub activity: Activity,
    /// Whether the lines show a threat.
    pub is_threat: bool,
    /// Best line.
    pub best: Option<DisplayedLine>,
    /// Search figures.
    pub figures: Figures,
    /// Perspective of the score.
    pub perspective: Perspective,
    /// The side to move.
    pub turn: Color,
    /// Opens the explanation of the evaluation; `None` hides the button.
    #[prop_or_default]
    pub on_explain: Option<Callback<MouseEvent>>,
    /// Columns to show.
    pub columns: Columns,
    /// Continues the search without a limit.
    pub on_deeper: Callback<MouseEvent>,
}

/// Header of the analysis.
#[component]
pub fn Verdict(props: &VerdictProps) -> Html {
    if props.status.is_over() {
        return html! {
            <div class="verdict">
                <p class="verdict-facts"><strong>{ props.status.to_string() }</strong></p>
            </div>
        };
    }
    let text = |line: &DisplayedLine| line.score.text(props.perspective, props.turn).replace('-', "−");
    let score = props.best.as_ref().map_or_else(|| "–".to_owned(), text);
    let spoken = props.best.as_ref().map(|line| line.score.spoken(props.perspective, props.turn));
    let is_table_win =
        props.best.as_ref().is_some_and(|line| matches!(line.score, Evaluation::Tablebase { .. }));
    let table_win = spoken.clone().filter(|_| is_table_win);
    let best = props.best.as_ref().filter(|_| props.columns.has(Column::Depth));
    let depth = best.map(|line| match line.seldepth {
        Some(selective) if selective > line.depth => strings::depths(&line.depth, &selective),
        _ => strings::depth(&line.depth),
    });
    let can_go_deeper = props.activity == Activity::Rests(Rest::Limit);
    html! {
        <div class="verdict">
            <span class="verdict-score" role="img" aria-label={strings::score(&spoken.unwrap_or_else(|| strings::score_unknown().to_owned()))}>{ score }</span>
            <p class="verdict-facts">
                if let Some(table_win) = table_win {
                    <strong class="verdict-tables">
                        { table_win }
                        if let Some(dtz) = props.figures.dtz {
                            { ", " }
                            <span title={strings::dtz_hint()}>
                                { format!("DTZ {}", dtz.abs()) }
                            </span>
                        }
                    </strong>
                    <br />
                }
                if let Some(depth) = depth { <strong class="verdict-depth">{ depth }</strong><br /> }
                <span class="verdict-activity">{ activity_text(props) }</span>
                if can_go_deeper {
                    <button type="button" class="verdict-deeper" onclick={props.on_deeper.clone()}>{ strings::go_deeper() }</button>
                }
                if props.status != Status::Ongoing { <br /><span>{ props.status.to_string() }</span> }
            </p>
            if let Some(on_explain) = &props.on_explain {
                <button type="button" class="button quiet small verdict-explain" title={strings::explain_hint()} onclick={on_explain.clone()}>
                    <IconView icon={Icon::Explain} />{ strings::explain_short() }
                </button>
            }
        </div>
    }
}

fn activity_text(props: &VerdictProps) -> &'static str {
    match &props.activity {
        Activity::Works(EngineState::Failed(_)) => strings::the_engine_is_not_running(),
        Activity::Works(EngineState::Loading) => strings::loading_the_engine(),
        Activity::Off => strings::engine_off(),
        Activity::Hidden => strings::rests_hidden(),
        Activity::Works(EngineState::Searching) if props.best.is_none() => strings::thinking(),
        _ if props.is_threat && props.best.is_some() => strings::threat(),
        Activity::Works(EngineState::Searching) => strings::analysing(),
        Activity::Rests(Rest::Limit) => strings::limit_reached(),
        Activity::Rests(Rest::Mate) => strings::mate_found(),
        Activity::Rests(Rest::Ended) => strings::finished(),
        Activity::Rests(Rest::Deepest) => strings::greatest_depth(),
        Activity::Works(_) => strings::starting(),
    }
}
