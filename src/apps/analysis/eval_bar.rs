//! Evaluation bar next to the board: White's share by lichess's formula.

use crate::apps::analysis::analysis_feed::{AnalysisFeed, use_analysis, use_engine_status};
use crate::apps::analysis::strings;
use crate::services::engine::service::{Engine, EngineState};
use crate::state::analysis_request::AnalysisRequest;
use crate::state::score::{Evaluation, Perspective};
use std::rc::Rc;
use tabia_chess::Color;
use yew::prelude::*;

/// Properties of [`EvalBar`].
#[derive(Properties, PartialEq)]
pub struct EvalBarProps {
    /// Source of the analysis.
    pub feed: AnalysisFeed,
    /// Engine of the analysis.
    pub engine: Engine,
    /// The position on the board.
    pub request: Rc<AnalysisRequest>,
    /// The side at the bottom.
    pub orientation: Color,
    /// Score of a finished game; needs no engine.
    pub final_score: Option<Evaluation>,
    /// Evaluation saved in the game; the engine's takes precedence.
    pub written: Option<Evaluation>,
    /// Whether the engine is working on the position, or about to, unless it has failed.
    pub is_awaited: bool,
}

/// Evaluation bar. While waiting for the engine's first line, it keeps the last value, so that it doesn't jump to the middle and back on
/// every move, but announces nothing. Without an evaluation to wait for it is empty.
#[component]
pub fn EvalBar(props: &EvalBarProps) -> Html {
    let (analysis, is_current) = use_analysis(&props.feed, &props.request);
    let found = analysis.evaluation().filter(|_| is_current);
    let known = props.final_score.or(found).or(props.written);
    let (engine, _, _) = use_engine_status(&props.engine);
    let is_awaited = props.is_awaited && !matches!(engine, EngineState::Failed(_));
    let shown = known.or_else(|| analysis.bar().filter(|_| is_awaited));
    let share = shown.map_or(50.0, share_percent);
    let black_ahead = share < 50.0;
    let class = classes!(
        "eval-bar",
        (props.orientation == Color::Black).then_some("flipped"),
        black_ahead.then_some("black-ahead"),
        known.is_none().then_some("stale"),
    );
    let label = shown.map(short_text).unwrap_or_default();
    let spoken = known.map_or_else(
        || strings::no_evaluation_yet().to_owned(),
        |score| strings::evaluation(&score.spoken(Perspective::White, Color::White)),
    );
    html! {
        <div {class} role="img" aria-label={spoken} style={format!("--white-share: {:.4}", share / 100.0)}>
            <div class="eval-fill" />
            <span class="eval-label" aria-hidden="true">{ label }</span>
        </div>
    }
}

/// A mate fills the whole bar.
fn share_percent(score: Evaluation) -> f64 {
    match score {
        Evaluation::Mate { winner: Color::White, .. } => 100.0,
        Evaluation::Mate { winner: Color::Black, .. } => 0.0,
        Evaluation::Cp(_) | Evaluation::Tablebase { .. } => score.bar_percent(),
    }
}

/// Score for the narrow label, without a sign: the label is on the side that is ahead.
fn short_text(score: Evaluation) -> String {
    match score {
        Evaluation::Tablebase { .. } => "TB".to_owned(),
        Evaluation::Cp(cp) if cp.abs() >= 1000 => format!("{}", (cp.abs() + 50) / 100),
        Evaluation::Cp(cp) => format!("{:.1}", f64::from(cp.abs()) / 100.0),
        Evaluation::Mate { moves: 0, .. } => "#".to_owned(),
        Evaluation::Mate { moves, .. } => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        assert_eq!(short_text(Evaluation::Cp(-134)), "1.3");
        assert_eq!(short_text(Evaluation::Cp(2345)), "23");
        assert_eq!(short_text(Evaluation::Mate { winner: Color::Black, moves: 4 }), "#4");
        assert_eq!(short_text(Evaluation::Tablebase { winner: Color::White }), "TB");
    }
}
