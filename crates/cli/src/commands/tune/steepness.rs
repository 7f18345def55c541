//! Steepness of the expected result as a function of centipawns.

use super::data::Data;
use super::model::{Numbers, expected};

/// Returns the steepness that best fits the current evaluation to the results: the K of [`expected`], between 0.01 and
/// 10.
pub(super) fn steepness(data: &Data, numbers: &Numbers) -> f64 {
    let scores: Vec<(f64, f64)> = data
        .training
        .iter()
        .map(|example| (example.expression.evaluate(&numbers.values).score, f64::from(example.result)))
        .collect();
    let error = |k: f64| -> f64 {
        scores.iter().map(|&(score, result)| (expected(score, k) - result).powi(2)).sum::<f64>()
    };
    // The error has a single minimum; a golden-section search narrows it down.
    let golden = 0.618_033_988_749_895;
    let (mut low, mut high) = (0.01, 10.0);
    while high - low > 1e-4 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}
