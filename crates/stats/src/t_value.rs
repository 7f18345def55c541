//! The most likely distribution with a given t-value, (mean − ½)/σ, by a search that works for every t.
//!
//! The fixed-point iteration of fishtest's `LLRcalc.py` needs a good first guess, which is missing for
//! hypotheses far from 0. For a given mean, a t-value fixes the variance too. Both are linear constraints, so
//! the most likely distribution has the probabilities p/(1 + αu + βw), where u is the deviation of a score
//! from the mean, w the deviation of its square from the variance, and α and β solve a convex problem. That
//! leaves a search for the mean.

use crate::sample::{MAX_CATEGORIES, Sample};

/// The number of means tried in each possible range before the best is refined.
const MEANS: u32 = 24;

/// Returns the most likely distribution with (mean − ½)/σ = `t`. `None` if `t` is 0 or too large for double
/// precision.
pub(crate) fn with_t_value(sample: &Sample, t: f64) -> Option<[f64; MAX_CATEGORIES]> {
    if t > 0.0 {
        // Solve for the other side and mirror the result.
        let mut mirrored = with_negative(&sample.reversed(), -t)?;
        mirrored[..sample.scores().len()].reverse();
        return Some(mirrored);
    }
    with_negative(sample, t)
}

fn with_negative(sample: &Sample, t: f64) -> Option<[f64; MAX_CATEGORIES]> {
    let at = |mean: f64| with_moments(sample, mean, ((mean - 0.5) / t).powi(2));
    let loss = |mean: f64| at(mean).map_or(f64::INFINITY, |found| found.loss);
    let mut best = (f64::INFINITY, f64::NAN);
    for [from, to] in possible_means(sample.scores(), t) {
        // Denser towards the ends, where the likelihood changes fastest.
        let mean = |index: u32| {
            from + (to - from) * (1.0 - libm::cos(std::f64::consts::PI * f64::from(index) / f64::from(MEANS)))
                / 2.0
        };
        let candidates = (1..MEANS).map(|index| (loss(mean(index)), index));
        let Some((_, index)) = candidates.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        let refined = least(&loss, mean(index - 1), mean(index + 1));
        if refined.0 < best.0 {
            best = refined;
        }
    }
    at(best.1).map(|found| found.probabilities)
}

/// Returns the minimum of a function between two ends and its position, by golden-section search.
fn least(f: &impl Fn(f64) -> f64, mut from: f64, mut to: f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let inner = |from: f64, to: f64| [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
    let [mut left, mut right] = inner(from, to).map(|x| (f(x), x));
    for _ in 0..50 {
        if left.0 < right.0 {
            (to, right) = (right.1, left);
            let x = inner(from, to)[0];
            left = (f(x), x);
        } else {
            (from, left) = (left.1, right);
            let x = inner(from, to)[1];
            right = (f(x), x);
        }
    }
    if left.0 < right.0 { left } else { right }
}

/// Returns the ranges of means below ½ that a distribution with a negative t-value can have.
///
/// Its variance ((mean − ½)/t)² must be less than mean·(1 − mean), that of a distribution on the scores 0 and
/// 1 only, and more than that of a distribution on the two scores next to the mean only.
fn possible_means(scores: &[f64], t: f64) -> Vec<[f64; 2]> {
    let inverse = 1.0 / (t * t);
    let mut from = 0.5 - 0.5 / (1.0 + inverse).sqrt();
    let mut ranges = Vec::new();
    for pair in scores.windows(2).take_while(|pair| pair[0] < 0.5) {
        let (sum, product) = (pair[0] + pair[1], pair[0] * pair[1]);
        // Where (1 + 1/t²)·mean² − (1/t² + sum)·mean + 1/(4t²) + product is negative, the variance is too small.
        let (a, b, c) = (1.0 + inverse, inverse + sum, inverse / 4.0 + product);
        let discriminant = b * b - 4.0 * a * c;
        if discriminant > 0.0 {
            let [low, high] = [b - discriminant.sqrt(), b + discriminant.sqrt()].map(|root| root / (2.0 * a));
            if low > from {
                ranges.push([from, low]);
            }
            from = from.max(high);
        }
    }
    if from < 0.5 {
        ranges.push([from, 0.5]);
    }
    ranges
}

/// A distribution, and how much less likely it makes the results than their own distribution does, per
/// result.
struct Found {
    probabilities: [f64; MAX_CATEGORIES],
    loss: f64,
}

/// The minimum gain in likelihood per result; anything less is within rounding.
const ROUNDING: f64 = 1e-15;

/// Returns the most likely distribution with this mean and variance, by damped Newton steps for α and β.
/// `None` if there is none.
fn with_moments(sample: &Sample, mean: f64, variance: f64) -> Option<Found> {
    let deviations = |score: f64| [score - mean, (score - mean) * (score - mean) - variance];
    let weights = || sample.scores().iter().map(|&score| deviations(score)).zip(sample.probabilities());
    let divisor = |[alpha, beta]: [f64; 2], [u, w]: [f64; 2]| 1.0 + alpha * u + beta * w;
    let value = |multipliers: [f64; 2]| {
        let mut sum = 0.0;
        for (deviation, p) in weights() {
            let divisor = divisor(multipliers, deviation);
            if divisor <= 0.0 {
                return f64::NEG_INFINITY;
            }
            sum += p * libm::log(divisor);
        }
        sum
    };
    let (mut at, mut loss) = ([0.0, 0.0], 0.0);
    for _ in 0..200 {
        let (mut slope, mut curve) = ([0.0; 2], [0.0; 3]);
        for ([u, w], p) in weights() {
            let divisor = divisor(at, [u, w]);
            let (first, second) = (p / divisor, p / (divisor * divisor));
            slope = [slope[0] + first * u, slope[1] + first * w];
            curve = [curve[0] + second * u * u, curve[1] + second * u * w, curve[2] + second * w * w];
        }
        let determinant = curve[0] * curve[2] - curve[1] * curve[1];
        let step = [
            (curve[2] * slope[0] - curve[1] * slope[1]) / determinant,
            (curve[0] * slope[1] - curve[1] * slope[0]) / determinant,
        ];
        let gain = slope[0] * step[0] + slope[1] * step[1];
        if !gain.is_finite() {
            return None;
        }
        let mut length = 1.0;
        let next = loop {
            let next = [at[0] + length * step[0], at[1] + length * step[1]];
            let reached = value(next);
            if reached >= loss + 0.1 * length * gain {
                break Some((next, reached));
            }
            length /= 2.0;
            if length < 1e-12 {
                break None;
            }
        };
        if gain < ROUNDING || next.is_none() {
            let mut probabilities = [0.0; MAX_CATEGORIES];
            for (result, (deviation, p)) in probabilities.iter_mut().zip(weights()) {
                *result = p / divisor(at, deviation);
            }
            return (gain < 1e-9).then_some(Found { probabilities, loss });
        }
        if let Some(next) = next {
            (at, loss) = next;
        }
    }
    // No convergence: there is no such distribution.
    None
}
