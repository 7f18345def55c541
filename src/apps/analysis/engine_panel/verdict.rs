//! The score in large figures, and what the engine is doing.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::service::EngineState;
use crate::state::analysis::Line;
use crate::state::score::{Evaluation, Perspective};
use crate::state::status::Status;
use tabia_chess::Color;
use yew::prelude::*;

/// Properties of [`Verdict`].
#[derive(Properties, PartialEq)]
pub struct VerdictProps {
    /// How the game stands.
    pub status: Status,
    /// What the engine is doing.
    pub state: EngineState,
    /// Whether it is switched on.
    pub engine_on: bool,
    /// The lines are about a threat.
    pub is_threat: bool,
    /// The best line.
    pub best: Option<Line>,
    /// The distance to zeroing by the tablebases, in plies.
    pub dtz: Option<i32>,
    /// From whose side the score is shown.
    pub perspective: Perspective,
    /// The side to move.
    pub turn: Color,
    /// The search came to its own end.
    pub is_finished: bool,
    /// The evaluation is to be explained.
    pub on_explain: Callback<MouseEvent>,
}

/// The head of the analysis.
#[component]
pub fn Verdict(props: &VerdictProps) -> Html {
    if props.status.is_over() {
        return html! {
            <div class="verdict">
                <p class="verdict-facts"><strong>{ props.status.to_string() }</strong></p>
            </div>
        };
    }
    let text = |line: &Line| line.score.text(props.perspective, props.turn).replace('-', "−");
    let score = props.best.as_ref().map_or_else(|| "–".to_owned(), text);
    let spoken = props.best.as_ref().map(|line| line.score.spoken(props.perspective, props.turn));
    let is_table_win =
        props.best.as_ref().is_some_and(|line| matches!(line.score, Evaluation::Tablebase { .. }));
    let table_win = spoken.clone().filter(|_| is_table_win);
    let depth = props.best.as_ref().map(|line| match line.seldepth {
        Some(selective) if selective > line.depth => strings::depths(&line.depth, &selective),
        _ => strings::depth(&line.depth),
    });
    let activity = match &props.state {
        EngineState::Failed(_) => strings::THE_ENGINE_IS_NOT_RUNNING,
        EngineState::Loading if props.engine_on => strings::LOADING_THE_ENGINE,
        _ if !props.engine_on => strings::ENGINE_OFF,
        EngineState::Searching if props.best.is_none() => strings::THINKING,
        _ if props.is_threat && props.best.is_some() => strings::THREAT,
        EngineState::Searching => strings::ANALYSING,
        _ if props.is_finished => strings::FINISHED,
        _ => strings::STARTING,
    };
    html! {
        <div class="verdict">
            <span class="verdict-score" role="img" aria-label={strings::score(&spoken.unwrap_or_else(|| "not known yet".to_owned()))}>{ score }</span>
            <p class="verdict-facts">
                if let Some(table_win) = table_win {
                    <strong class="verdict-tables">
                        { table_win }
                        if let Some(dtz) = props.dtz {
                            { ", " }
                            <span title={strings::DTZ_HINT}>
                                { format!("DTZ {}", dtz.abs()) }
                            </span>
                        }
                    </strong>
                    <br />
                }
                if let Some(depth) = depth { <strong class="verdict-depth">{ depth }</strong><br /> }
                <span>{ activity }</span>
                if props.status != Status::Ongoing { <br /><span>{ props.status.to_string() }</span> }
            </p>
            <button type="button" class="button quiet small verdict-explain" title={strings::EXPLAIN_HINT} onclick={props.on_explain.clone()}>
                <IconView icon={Icon::Explain} />{ strings::EXPLAIN_SHORT }
            </button>
        </div>
    }
}
