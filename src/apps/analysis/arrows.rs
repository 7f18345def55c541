//! The engine's moves as arrows over the board, in a layer of their own: the board is not rendered by them.

use crate::apps::analysis::analysis_feed::{AnalysisFeed, use_analysis};
use crate::components::board::drawings::arrow_outline;
use crate::components::board::view::{marked_squares, slot};
use crate::state::analysis::Line;
use crate::state::analysis_request::AnalysisRequest;
use crate::state::score::Evaluation;
use std::rc::Rc;
use tabia_chess::{Color, Square};
use yew::prelude::*;

/// An arrow for a worse line is drawn only if it costs less than this, in winning chances from 0 to 2 (lichess's value).
const WORTH_AN_ARROW: f64 = 0.2;

/// Properties of [`EngineArrows`].
#[derive(Properties, PartialEq)]
pub struct EngineArrowsProps {
    /// Where analysis comes from.
    pub feed: AnalysisFeed,
    /// The position on the board.
    pub request: Rc<AnalysisRequest>,
    /// The side at the bottom.
    pub orientation: Color,
    /// The arrows are threats of the other side.
    pub is_threat: bool,
}

/// Draws the best move strong and near alternatives weaker, the thinner the worse they are.
#[component]
pub fn EngineArrows(props: &EngineArrowsProps) -> Html {
    let (analysis, is_current) = use_analysis(&props.feed, &props.request);
    let lines: &[Line] = if is_current { analysis.lines() } else { &[] };
    let best = lines.first().map(|line| line.score);
    let mut arrows: Vec<_> = lines.iter().filter_map(|line| arrow(line, best, analysis.turn())).collect();
    // The best move lies on top.
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
    /// Of the shaft, in squares.
    width: f64,
}

fn arrow(line: &Line, best: Option<Evaluation>, turn: Option<Color>) -> Option<Arrow> {
    let (from, to) = marked_squares(line.pv.first()?.m);
    let width = if line.rank == 1 {
        0.17
    } else {
        let loss = (best?.bar_percent() - line.score.bar_percent()) / 50.0;
        let loss = if turn? == Color::White { loss } else { -loss };
        if loss >= WORTH_AN_ARROW {
            return None;
        }
        // lichess: 12 - 50 times the loss, where 12 is a fifth of a square or so.
        (0.13 - loss.max(0.0) * 0.5).max(0.04)
    };
    Some(Arrow { rank: line.rank, from, to, width })
}

/// The middle of a square in the coordinates of an arrow layer: squares, from the left and from above.
pub fn centre(square: Square, orientation: Color) -> (f64, f64) {
    let (column, row) = slot(square, orientation);
    (column as f64 + 0.5, row as f64 + 0.5)
}
