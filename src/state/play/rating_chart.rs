//! Rating history as chart shapes.

use super::rating::RatingPoint;

/// Distances between grid lines, in Elo.
const STEPS: [f64; 3] = [100.0, 200.0, 500.0];
/// Distance if there would be too many of them otherwise.
const COARSEST: f64 = 1000.0;
/// Maximum number of intervals between grid lines.
const MOST_INTERVALS: f64 = 4.0;

/// Chart shapes in a box of the given width and height; y points down.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChart {
    /// Points of the rating, one per game, for an SVG `points` attribute.
    pub line: String,
    /// Outline of the 95% interval.
    pub band: String,
    /// Grid lines from top to bottom: Elo, and y.
    pub lines: Vec<(i32, f64)>,
}

/// Returns the chart of a history; `None` for fewer than two games.
pub fn chart(points: &[RatingPoint], width: f64, height: f64) -> Option<RatingChart> {
    let steps = points.len().checked_sub(1).filter(|&steps| steps > 0)?;
    let bounds = points
        .iter()
        .map(|point| (point.rating.elo - point.rating.error, point.rating.elo + point.rating.error));
    let (least, most) =
        bounds.fold((f64::MAX, f64::MIN), |(least, most), (low, high)| (least.min(low), most.max(high)));
    let scale = |step: f64| {
        let low = (least / step).floor() * step;
        (low, ((most / step).ceil() * step).max(low + step), step)
    };
    let is_clear = |&(low, high, step): &(f64, f64, f64)| high - low <= MOST_INTERVALS * step;
    let (low, high, step) = STEPS.into_iter().map(scale).find(is_clear).unwrap_or_else(|| scale(COARSEST));
    let at = |place: usize, elo: f64| {
        let x = width * place as f64 / steps as f64;
        let y = height * (high - elo) / (high - low);
        format!("{x:.1},{y:.1}")
    };
    let along =
        |of: fn(&RatingPoint) -> f64| points.iter().enumerate().map(move |(place, point)| (place, of(point)));
    let joined = |all: Vec<String>| all.join(" ");
    let line = joined(along(|point| point.rating.elo).map(|(place, elo)| at(place, elo)).collect());
    let upper = along(|point| point.rating.elo + point.rating.error);
    let mut lower: Vec<(usize, f64)> = along(|point| point.rating.elo - point.rating.error).collect();
    lower.reverse();
    let band = joined(upper.chain(lower).map(|(place, elo)| at(place, elo)).collect());
    let count = ((high - low) / step).round() as usize;
    let line_at = |place: usize| {
        let elo = high - step * place as f64;
        (elo as i32, height * (high - elo) / (high - low))
    };
    Some(RatingChart { line, band, lines: (0..=count).map(line_at).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::rating::Rating;

    fn point(elo: f64, error: f64) -> RatingPoint {
        RatingPoint { finished_ms: 0.0, rating: Rating { elo, error, games: 1 } }
    }

    #[test]
    fn the_chart_holds_the_rating_and_its_error() {
        assert_eq!(chart(&[], 100.0, 50.0), None);
        assert_eq!(chart(&[point(900.0, 300.0)], 100.0, 50.0), None);
        let drawn = chart(&[point(1000.0, 400.0), point(1100.0, 200.0), point(1000.0, 100.0)], 100.0, 80.0);
        let drawn = drawn.expect("three games");
        assert_eq!(drawn.lines, [(1400, 0.0), (1200, 20.0), (1000, 40.0), (800, 60.0), (600, 80.0)]);
        assert_eq!(drawn.line, "0.0,40.0 50.0,30.0 100.0,40.0");
        assert_eq!(drawn.band, "0.0,0.0 50.0,10.0 100.0,30.0 100.0,50.0 50.0,50.0 0.0,80.0");
    }

    #[test]
    fn a_rating_that_stands_still_has_a_scale_too() {
        let drawn = chart(&[point(1000.0, 0.0), point(1000.0, 0.0)], 10.0, 10.0).expect("two games");
        assert_eq!(drawn.lines, [(1100, 0.0), (1000, 10.0)]);
        assert_eq!(drawn.line, "0.0,10.0 10.0,10.0");
    }
}
