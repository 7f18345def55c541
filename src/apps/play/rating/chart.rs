//! The rating's history as a chart.

use yew::prelude::*;

use crate::apps::play::strings;
use crate::platform::local_time::day;
use crate::state::play::rating::RatingPoint;
use crate::state::play::rating_chart::{RatingChart, chart};

/// Width and height of the chart in its own units.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 100.0;

/// Renders the rating after each game with its error; nothing for fewer than two games.
pub fn chart_of(points: &[RatingPoint]) -> Html {
    let (Some(RatingChart { line, band, lines }), Some(first), Some(last)) =
        (chart(points, WIDTH, HEIGHT), points.first(), points.last())
    else {
        return Html::default();
    };
    let elo = |point: &RatingPoint| point.rating.elo.round() as i32;
    let label = strings::rating_chart(points.len(), elo(first), elo(last));
    let (from, to) = (day(first.finished_ms), day(last.finished_ms));
    html! {
        <figure class="rating-chart">
            <div class="rating-scale" aria-hidden="true">
                { for lines.iter().map(|(elo, y)| html! { <span key={*elo} style={format!("top: {y:.1}%")}>{ elo }</span> }) }
            </div>
            <svg viewBox={format!("0 0 {WIDTH} {HEIGHT}")} preserveAspectRatio="none" role="img" aria-label={label}>
                { for lines.iter().map(|(elo, y)| html! { <line key={*elo} x1="0" x2={WIDTH.to_string()} y1={y.to_string()} y2={y.to_string()} /> }) }
                <polygon points={band} />
                <polyline points={line} />
            </svg>
            <figcaption><span>{ &from }</span>if from != to { <span>{ &to }</span> }</figcaption>
        </figure>
    }
}
