//! Engine moves as arrows over the board, in a separate layer so that they don't re-render the board.

use crate::apps::analysis::analysis_feed::{AnalysisFeed, use_analysis};
use crate::components::board::drawings::arrow_outline;
use crate::components::board::view::{marked_squares, slot};
use crate::state::analysis::DisplayedLine;
use crate::state::analysis_request::AnalysisRequest;
use crate::state::score::Evaluation;
use std::rc::Rc;
use tabia_chess::{Color, Square};
use yew::prelude::*;

/// Maximum loss for which an arrow is drawn, in winning chances from 0 to 2 (lichess's value).
const WORTH_AN_ARROW: f64 = 0.2;

/// Properties of [`EngineArrows`].
#[derive(Properties, PartialEq)]
pub struct EngineArrowsProps {
    /// Source of the analysis.
    pub feed: AnalysisFeed,
    /// The position on the board.
    pub request: Rc<AnalysisRequest>,
    /// The side at the bottom.
    pub orientation: Color,
    /// Whether the arrows show the opponent's threats.
    pub is_threat: bool,
}

/// Draws the best move in a strong colour and good alternatives in a weaker one, thinner the worse they are.
#[component]
pub fn EngineArrows(props: &EngineArrowsProps) -> Html {
    let (analysis, is_current) = use_analysis(&props.feed, &props.request);
    let lines: &[DisplayedLine] = if is_current { analysis.lines() } else { &[] };
    let best = lines.first().map(|line| line.score);
    let mut arrows: Vec<_> = lines.iter().filter_map(|line| arrow(line, best, analysis.turn())).collect();
    // Draw the best move on top.
    arrows.reverse();
    html! {
        <svg class={classes!("arrows", props.is_threat.then_some("threat"))} viewBox="0 0 8 8" aria-hidden="true">
            { for arrows.into_iter().map(|arrow| {
                let path = arrow_outline(centre(arrow.from, props.orientation), centre(arrow.to, props.orientation), arrow.width);
                html! { <path key={arrow.rank} class={if arrow.rank == 1 { "best" } else { "other" }} d={path} /> }
            }) }
        </svg>
    }
}

struct Arrow {
    rank: usize,
    from: Square,
    to: Square,
    /// Width of the shaft, in squares.
    width: f64,
}

fn arrow(line: &DisplayedLine, best: Option<Evaluation>, turn: Option<Color>) -> Option<Arrow> {
    let (from, to) = marked_squares(line.pv.first()?.m);
    let width = if line.rank == 1 {
        0.17
    } else {
        let loss = (best?.bar_percent() - line.score.bar_percent()) / 50.0;
        let loss = if turn? == Color::White { loss } else { -loss };
        if loss >= WORTH_AN_ARROW {
            return None;
        }
        // lichess uses 12 - 50 × loss; 12 is about a fifth of a square.
        (0.13 - loss.max(0.0) * 0.5).max(0.04)
    };
    Some(Arrow { rank: line.rank, from, to, width })
}

/// Returns the centre of a square in arrow-layer coordinates: squares from the left and from the top.
pub fn centre(square: Square, orientation: Color) -> (f64, f64) {
    let (column, row) = slot(square, orientation);
    (column as f64 + 0.5, row as f64 + 0.5)
}
