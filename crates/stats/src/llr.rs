//! Generalised log-likelihood ratios: the data under the maximum-likelihood distribution of each hypothesis.
//!
//! After Michel Van den Bergh, "Comments on Normalized Elo" and "The Generalized Maximum Likelihood Ratio for
//! the Expectation Value of a Distribution" (<https://www.cantate.be/Fishtest/>); fishtest's `LLRcalc.py` is
//! the reference for every constant.

use crate::counts::Counts;
use crate::model::Model;
use crate::sample::{MAX_CATEGORIES, Sample, moments};
use crate::t_value;

/// A log-likelihood ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Llr {
    /// The value: positive favours H1, negative favours H0. Always finite.
    pub value: f64,
    /// Whether the ratio is exact. `false` for hypotheses so far from 0 (thousands of Elo) that double
    /// precision cannot represent the most likely distribution; a closed-form approximation is used then.
    pub exact: bool,
    /// Approximate maximum change by one more result.
    pub(crate) largest_step: f64,
}

/// Returns the expected score for an Elo difference.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// Returns the log-likelihood ratio of `elo1` against `elo0`, both in the units of the model.
pub(crate) fn llr(model: Model, elo0: f64, elo1: f64, counts: &Counts) -> Llr {
    match model {
        Model::Normalized => normalized(&Sample::regularized(counts), elo0, elo1),
        Model::Logistic => logistic(&Sample::regularized(counts), expected_score(elo0), expected_score(elo1)),
        Model::Bayesian => {
            let sample = Sample::regularized(&Counts::Games(counts.wdl()));
            let drawelo = drawelo(&sample);
            logistic(&sample, bayesian_score(elo0, drawelo), bayesian_score(elo1, drawelo))
        }
    }
}

/// Returns the log-likelihood ratio for given expected scores.
fn logistic(sample: &Sample, score0: f64, score1: f64) -> Llr {
    if let (Some(p0), Some(p1)) = (with_mean(sample, score0), with_mean(sample, score1)) {
        return exact(sample, &p0, &p1);
    }
    let spread = |score: f64| sample.mean_of(|a| (a - score) * (a - score));
    approximate(sample.size / 2.0 * libm::log(spread(score0) / spread(score1)))
}

/// Returns the log-likelihood ratio for given normalised Elo.
fn normalized(sample: &Sample, nelo0: f64, nelo1: f64) -> Llr {
    let [t0, t1] = [nelo0, nelo1].map(|nelo| nelo * sample.sigmas_per_nelo());
    if let (Some(p0), Some(p1)) = (with_t_value(sample, t0), with_t_value(sample, t1)) {
        return exact(sample, &p0, &p1);
    }
    let (mean, variance) = sample.moments();
    let t = (mean - 0.5) / variance.sqrt();
    let distance = |hypothesis: f64| 1.0 + (t - hypothesis) * (t - hypothesis);
    approximate(sample.size / 2.0 * libm::log(distance(t0) / distance(t1)))
}

fn exact(sample: &Sample, p0: &[f64; MAX_CATEGORIES], p1: &[f64; MAX_CATEGORIES]) -> Llr {
    let (mut mean, mut largest_step) = (0.0, 0.0_f64);
    for (&p, (&p0, &p1)) in sample.probabilities().iter().zip(p0.iter().zip(p1)) {
        let step = libm::log(p1 / p0);
        mean += p * step;
        largest_step = largest_step.max(step.abs());
    }
    Llr { value: finite(sample.size * mean), exact: true, largest_step }
}

fn approximate(value: f64) -> Llr {
    Llr { value: finite(value), exact: false, largest_step: f64::INFINITY }
}

/// Keeps a value comparable with the bounds even for absurd hypotheses (a million Elo).
fn finite(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-1e300, 1e300) }
}

/// Returns the most likely distribution with a given mean (`MLE_expected`).
fn with_mean(sample: &Sample, mean: f64) -> Option<[f64; MAX_CATEGORIES]> {
    reweighted(sample, |score| score - mean)
}

/// Returns how much less likely the results are under the most likely distribution with a given mean than
/// under their own: the difference of the log-likelihoods, at least 0. `None` for a mean that no distribution
/// can have.
pub(crate) fn log_likelihood_loss(sample: &Sample, mean: f64) -> Option<f64> {
    let under = with_mean(sample, mean)?;
    let loss = sample.probabilities().iter().zip(under).map(|(&p, q)| p * libm::log(p / q)).sum::<f64>();
    Some(finite(sample.size * loss))
}

/// Returns the most likely distribution with a given (mean − ½)/σ (`MLE_t_value`): by fishtest's fixed-point
/// iteration if it converges to 1e-9, otherwise by a search.
fn with_t_value(sample: &Sample, t: f64) -> Option<[f64; MAX_CATEGORIES]> {
    fixed_point(sample, t).or_else(|| t_value::with_t_value(sample, t))
}

fn fixed_point(sample: &Sample, t: f64) -> Option<[f64; MAX_CATEGORIES]> {
    let categories = sample.categories;
    let mut current = [0.0; MAX_CATEGORIES];
    current[..categories].fill(1.0 / categories as f64);
    // Ten rounds are enough for hypotheses near 0.
    for round in 0..100 {
        let (mean, variance) = moments(sample.scores(), &current[..categories]);
        let sigma = variance.sqrt();
        let next = reweighted(sample, |score| {
            let deviation = (score - mean) / sigma;
            score - 0.5 - 0.5 * t * sigma * (1.0 + deviation * deviation)
        })?;
        let change = current.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        current = next;
        // Later rounds stop at rounding accuracy.
        if change < if round < 10 { 1e-9 } else { 1e-7 } {
            return Some(current);
        }
    }
    None
}

/// Returns the sample's probabilities divided by 1 + θφ, with the θ that makes the mean of φ 0. `None` if φ
/// does not change sign, so that no distribution on these scores has mean 0.
fn reweighted(sample: &Sample, phi: impl Fn(f64) -> f64) -> Option<[f64; MAX_CATEGORIES]> {
    let mut values = [0.0; MAX_CATEGORIES];
    for (value, &score) in values.iter_mut().zip(sample.scores()) {
        *value = phi(score);
    }
    let values = &values[..sample.categories];
    let theta = secular_root(values, sample.probabilities())?;
    let mut result = [0.0; MAX_CATEGORIES];
    for ((result, &p), &value) in result.iter_mut().zip(sample.probabilities()).zip(values) {
        *result = p / (1.0 + theta * value);
    }
    result[..sample.categories].iter().all(|p| p.is_finite() && *p > 0.0).then_some(result)
}

/// Returns the root of Σ pφ/(1 + θφ) between its two innermost poles, where the sum falls from +∞ to −∞.
///
/// Newton steps, with bisection if a step would leave the bracket. The bracket shrinks in every round, so
/// this terminates for all inputs.
fn secular_root(values: &[f64], probabilities: &[f64]) -> Option<f64> {
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(smallest < 0.0 && largest > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut theta = 0.0_f64;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (&value, &p) in values.iter().zip(probabilities) {
            let term = value / (1.0 + theta * value);
            sum += p * term;
            slope -= p * term * term;
        }
        if sum > 0.0 {
            low = theta;
        } else if sum < 0.0 {
            high = theta;
        } else {
            break;
        }
        let newton = theta - sum / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        // The last bits of θ change the ratio by far less than 1e-9.
        let done = (next - theta).abs() <= 1e-15 * theta.abs().max(1.0);
        theta = next;
        if done {
            break;
        }
    }
    Some(theta)
}

/// Returns `BayesElo`'s draw parameter, estimated from wins and losses.
fn drawelo(sample: &Sample) -> f64 {
    let &[loss, _, win] = sample.probabilities() else { return 0.0 };
    200.0 * libm::log10((1.0 - loss) / loss * (1.0 - win) / win)
}

/// Returns the expected score for an Elo difference on `BayesElo`'s scale.
fn bayesian_score(bayeselo: f64, drawelo: f64) -> f64 {
    let win = expected_score(bayeselo - drawelo);
    let loss = expected_score(-bayeselo - drawelo);
    win + (1.0 - win - loss) / 2.0
}
