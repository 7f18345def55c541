//! LLR curve of a sequential test as shapes, in units of the drawing's view box.

use std::fmt::Write as _;

use tabia_stats::Bounds;

/// Size of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Width in units.
    pub width: f64,
    /// Height in units.
    pub height: f64,
}

/// Space for labels to the left of the curve and below it.
const LEFT: f64 = 52.0;
const BELOW: f64 = 22.0;
/// Space above the upper bound and to the right of the curve.
const ABOVE: f64 = 10.0;
const RIGHT: f64 = 8.0;

/// Horizontal line or axis mark with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Position in units.
    pub at: f64,
    /// Label.
    pub label: String,
}

/// Shapes of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Size of the drawing.
    pub size: Size,
    /// Left end of the horizontal lines.
    pub left: f64,
    /// Right end of the horizontal lines.
    pub right: f64,
    /// Lowest position of the curve.
    pub bottom: f64,
    /// Line of LLR 0.
    pub zero: f64,
    /// Bound where H1 is accepted.
    pub upper: Tick,
    /// Bound where H0 is accepted.
    pub lower: Tick,
    /// Curve as SVG path data; empty without points.
    pub path: String,
    /// Latest point.
    pub last: Option<(f64, f64)>,
    /// Pair counts on the axis below the curve.
    pub ticks: Vec<Tick>,
}

impl Chart {
    /// Creates the chart of a curve of (units counted, LLR), with the bounds where the test ends.
    pub fn new(curve: &[(usize, f64)], bounds: Bounds, size: Size) -> Self {
        let finite = || curve.iter().filter(|(_, llr)| llr.is_finite());
        let last_unit = finite().map(|&(unit, _)| unit).max().unwrap_or(0);
        let units = nice_end(last_unit.max(10));
        // The LLR may overshoot a bound by a step; nothing is clipped.
        let highest = finite().map(|&(_, llr)| llr).fold(bounds.upper, f64::max);
        let lowest = finite().map(|&(_, llr)| llr).fold(bounds.lower, f64::min);
        let room = 0.06 * (highest - lowest);
        let (highest, lowest) = (highest + room, lowest - room);
        let (top, bottom) = (ABOVE, size.height - BELOW);
        let (left, right) = (LEFT, size.width - RIGHT);
        let x = |unit: f64| left + (right - left) * unit / units;
        let y = |llr: f64| bottom - (bottom - top) * (llr - lowest) / (highest - lowest);
        let mut path = String::new();
        let mut last = None;
        for &(unit, llr) in finite() {
            let point = (x(unit as f64), y(llr));
            let command = if path.is_empty() { 'M' } else { 'L' };
            // Writing to a string can't fail.
            let _ = write!(path, "{command}{:.1} {:.1}", point.0, point.1);
            last = Some(point);
        }
        let ticks = (1..=4)
            .map(|quarter| units * f64::from(quarter) / 4.0)
            .map(|unit| Tick { at: x(unit), label: grouped(unit as u64) })
            .collect();
        let bound = |value: f64| Tick { at: y(value), label: signed(value) };
        Self {
            size,
            left,
            right,
            bottom,
            zero: y(0.0),
            upper: bound(bounds.upper),
            lower: bound(bounds.lower),
            path,
            last,
            ticks,
        }
    }
}

/// Returns the end of an axis that includes `units`: four equal, round steps.
fn nice_end(units: usize) -> f64 {
    let step = units as f64 / 4.0;
    let power = 10_f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= step && (factor * power).fract() == 0.0)
        .unwrap_or(10.0);
    4.0 * factor * power
}

/// Formats a number with a sign and two decimals: `+2.94`, `−2.94`.
pub fn signed(value: f64) -> String {
    let text = format!("{:.2}", value.abs());
    // Values that round to zero have no sign.
    match (text.bytes().all(|byte| matches!(byte, b'0' | b'.')), value < 0.0) {
        (true, _) => text,
        (false, true) => format!("−{text}"),
        (false, false) => format!("+{text}"),
    }
}

pub use tabia_arena::output::standing::grouped;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BOUNDS: Bounds = Bounds { lower: -2.94, upper: 2.94 };
    const SIZE: Size = Size { width: 600.0, height: 200.0 };

    #[test]
    fn an_empty_curve_has_bounds_and_no_line() {
        let chart = Chart::new(&[], BOUNDS, SIZE);
        assert!(chart.path.is_empty() && chart.last.is_none());
        assert!(chart.upper.at < chart.zero && chart.zero < chart.lower.at);
        assert_eq!((chart.upper.label.as_str(), chart.lower.label.as_str()), ("+2.94", "−2.94"));
    }

    #[test]
    fn axes_end_at_round_numbers() {
        for (units, end) in
            [(10, 20.0), (39, 40.0), (41, 80.0), (400, 400.0), (401, 800.0), (9_999, 10_000.0)]
        {
            assert!((nice_end(units) - end).abs() < 1e-9, "{units}: {}", nice_end(units));
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(999), "999");
        assert_eq!([signed(0.001), signed(-0.001), signed(1.5)], ["0.00", "0.00", "+1.50"]);
    }

    proptest! {
        #[test]
        fn every_point_lies_inside(curve in proptest::collection::vec((0_usize..1_000_000, -50.0..50.0_f64), 0..40)) {
            let chart = Chart::new(&curve, BOUNDS, SIZE);
            let numbers: Vec<f64> = chart.path.split(['M', 'L', ' ']).filter(|text| !text.is_empty())
                .map(|text| text.parse().unwrap()).collect();
            prop_assert_eq!(numbers.len(), 2 * curve.len());
            for point in numbers.chunks(2) {
                prop_assert!((0.0..=SIZE.width).contains(&point[0]) && (0.0..=SIZE.height).contains(&point[1]));
            }
        }
    }
}
