//! Observed results as distributions of scores.

use crate::counts::Counts;

/// Normalised Elo per unit of (score − ½)/σ: 800 / ln 10.
const NELO_PER_SIGMA: f64 = 347.43558552260146;

/// The count used for an empty category.
const ZERO_COUNT: f64 = 1e-3;

/// The maximum number of categories.
pub(crate) const MAX_CATEGORIES: usize = 5;

/// Observed results as a distribution: scores from 0 to 1 with their probabilities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The number of scores: 3 for games, 5 for pairs.
    pub categories: usize,
    scores: [f64; MAX_CATEGORIES],
    probabilities: [f64; MAX_CATEGORIES],
    /// The number of results (games or pairs).
    pub size: f64,
}

impl Sample {
    /// Creates a sample with empty categories filled in, so that every logarithm exists.
    pub fn regularized(counts: &Counts) -> Self {
        Self::new(counts, |count| if count == 0 { ZERO_COUNT } else { count as f64 })
    }

    /// Creates a sample of the unmodified results; with size 0 it has no probabilities.
    pub fn raw(counts: &Counts) -> Self {
        Self::new(counts, |count| count as f64)
    }

    fn new(counts: &Counts, value: impl Fn(u64) -> f64) -> Self {
        let mut probabilities = [0.0; MAX_CATEGORIES];
        let mut scores = [0.0; MAX_CATEGORIES];
        let results: &[u64] = match counts {
            Counts::Games(wdl) => &[wdl.losses, wdl.draws, wdl.wins],
            Counts::Pairs(pairs) => &pairs.ptnml(),
        };
        for (i, &result) in results.iter().enumerate() {
            probabilities[i] = value(result);
            scores[i] = i as f64 / (results.len() - 1) as f64;
        }
        let size: f64 = probabilities.iter().sum();
        for p in &mut probabilities {
            *p /= size;
        }
        Self { categories: results.len(), scores, probabilities, size }
    }

    /// Returns the same results from the other engine's point of view.
    pub fn reversed(&self) -> Self {
        let mut reversed = *self;
        reversed.probabilities[..self.categories].reverse();
        reversed
    }

    pub fn scores(&self) -> &[f64] {
        &self.scores[..self.categories]
    }

    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities[..self.categories]
    }

    /// Returns the mean of a function of the score.
    pub fn mean_of(&self, f: impl Fn(f64) -> f64) -> f64 {
        mean_of(self.scores(), self.probabilities(), f)
    }

    /// Returns mean and variance of the score.
    pub fn moments(&self) -> (f64, f64) {
        moments(self.scores(), self.probabilities())
    }

    /// One unit of normalised Elo in standard deviations of a pair: the mean of two games has half the
    /// variance of one game.
    pub const SIGMAS_PER_NELO_OF_PAIRS: f64 = std::f64::consts::SQRT_2 / NELO_PER_SIGMA;

    /// One unit of normalised Elo in standard deviations of a game.
    pub const SIGMAS_PER_NELO_OF_GAMES: f64 = 1.0 / NELO_PER_SIGMA;

    /// Returns one unit of normalised Elo in standard deviations of one result.
    pub fn sigmas_per_nelo(&self) -> f64 {
        let is_paired = self.categories == MAX_CATEGORIES;
        if is_paired { Self::SIGMAS_PER_NELO_OF_PAIRS } else { Self::SIGMAS_PER_NELO_OF_GAMES }
    }
}

fn mean_of(scores: &[f64], probabilities: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    scores.iter().zip(probabilities).map(|(&a, &p)| p * f(a)).sum()
}

pub(crate) fn moments(scores: &[f64], probabilities: &[f64]) -> (f64, f64) {
    let mean = mean_of(scores, probabilities, |a| a);
    let variance = mean_of(scores, probabilities, |a| (a - mean) * (a - mean));
    (mean, variance)
}
