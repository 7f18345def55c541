//! Elo, normalised Elo and the likelihood of superiority, with their errors.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::counts::Counts;
use crate::sample::Sample;

/// Half the width of a 95 % interval in standard deviations.
pub(crate) const Z95: f64 = 1.959963984540054;

/// The minimum distance of scores from 0 and 1, which limits Elo to ±1200 (fishtest).
pub(crate) const SCORE_MARGIN: f64 = 1e-3;

/// The convention for the figures. The estimates agree wherever both are defined; the errors of normalised
/// Elo do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// Empty categories count 0.001, scores stay away from 0 and 1, and the error of normalised Elo takes
    /// skew and kurtosis into account. Always defined.
    #[default]
    Fishtest,
    /// Raw counts, and an error of normalised Elo that depends only on the number of games. Where fastchess
    /// would print `nan` or `inf`, fishtest's figure is used.
    Fastchess,
}

/// The estimated difference between two engines, from the first one's point of view. All figures are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Estimate {
    /// The mean score per game, 0 to 1.
    pub score: f64,
    /// The Elo difference.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub elo_err: f64,
    /// The difference in normalised Elo: (score − ½)/σ of one game, times 800/ln 10.
    pub nelo: f64,
    /// Half of its 95 % interval.
    pub nelo_err: f64,
    /// The likelihood of superiority: the probability that the first engine is the stronger one, 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// Computes the estimate for some counts.
    pub fn new(counts: &Counts, convention: Convention) -> Self {
        let fishtest = Self::fishtest(counts);
        match convention {
            Convention::Fishtest => fishtest,
            Convention::Fastchess => Self::fastchess(counts, &fishtest),
        }
    }

    fn fishtest(counts: &Counts) -> Self {
        let sample = Sample::regularized(counts);
        let (mean, variance) = sample.moments();
        let sigma = variance.sqrt();
        let t = (mean - 0.5) / sigma;
        let skew = sample.mean_of(|a| cube(a - mean)) / cube(sigma);
        let excess_kurtosis = sample.mean_of(|a| (a - mean) * cube(a - mean)) / (variance * variance) - 3.0;
        let relative_variance = 1.0 - t * skew + 0.25 * t * t * (excess_kurtosis + 2.0);
        let clamped_elo = |score: f64| elo(score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN));
        Self::from_moments(&sample, clamped_elo, (relative_variance.max(0.0) / sample.size).sqrt())
    }

    fn fastchess(counts: &Counts, fallback: &Self) -> Self {
        let sample = Sample::raw(counts);
        let raw = Self::from_moments(&sample, elo, 1.0 / sample.size.sqrt());
        let or = |value: f64, fallback: f64| if value.is_finite() { value } else { fallback };
        Self {
            score: or(raw.score, fallback.score),
            elo: or(raw.elo, fallback.elo),
            elo_err: or(raw.elo_err, fallback.elo_err),
            nelo: or(raw.nelo, fallback.nelo),
            nelo_err: or(raw.nelo_err, fallback.nelo_err),
            los: or(raw.los, fallback.los),
        }
    }

    /// Computes the estimate from mean and variance; `t_error` is the standard error of (score − ½)/σ.
    fn from_moments(sample: &Sample, elo: impl Fn(f64) -> f64, t_error: f64) -> Self {
        let (mean, variance) = sample.moments();
        let standard_error = (variance / sample.size).sqrt();
        let nelo_per_sigma = 1.0 / sample.sigmas_per_nelo();
        Self {
            score: mean,
            elo: elo(mean),
            elo_err: (elo(mean + Z95 * standard_error) - elo(mean - Z95 * standard_error)) / 2.0,
            nelo: nelo_per_sigma * (mean - 0.5) / variance.sqrt(),
            nelo_err: nelo_per_sigma * Z95 * t_error,
            los: normal_cdf((mean - 0.5) / standard_error),
        }
    }
}

/// Returns the Elo difference for a score.
pub(crate) fn elo(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

fn cube(x: f64) -> f64 {
    x * x * x
}

/// Returns Φ(`x`), the standard normal distribution function.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}
