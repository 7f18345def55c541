//! Simulated matches under a sequential test: error rates and test lengths.
//!
//! ```
//! use tabia_stats::simulation::{GameModel, Simulation};
//! use tabia_stats::{Model, Sprt};
//!
//! let sprt = Sprt::new(Model::Normalized, 0.0, 20.0, 0.05, 0.05)?;
//! let games = GameModel::default();
//! let simulation = Simulation { sprt, games, truth: 20.0, matches: 20, batch: 1, max_pairs: 100_000, seed: 1 };
//! let result = simulation.run();
//! assert_eq!(result.h0 + result.h1, 20, "every test has decided");
//! assert!(result.h1 > 15, "and nearly all of them rightly");
//! # Ok::<(), tabia_stats::SprtError>(())
//! ```

use crate::counts::{Counts, PairCounts, PairResult};
use crate::llr::{Llr, expected_score};
use crate::model::Model;
use crate::sample::Sample;
use crate::sprt::{Bounds, Sprt, Verdict};
pub use tabia_rng::Rng;

/// A model of simulated games: `BayesElo`'s model with an advantage for one colour that differs by opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameModel {
    /// The draw parameter: the Elo difference at which the stronger side wins half of the games.
    pub drawelo: f64,
    /// The favoured colour's advantage in Elo; an opening favours White or Black with equal probability.
    pub bias: f64,
}

impl Default for GameModel {
    /// About 60 % draws and slightly unbalanced openings, as in fast engine games.
    fn default() -> Self {
        Self { drawelo: 240.0, bias: 60.0 }
    }
}

/// The possible results of a pair, as indices into probability tables.
const RESULTS: [PairResult; 6] =
    [PairResult::LL, PairResult::LD, PairResult::WL, PairResult::DD, PairResult::WD, PairResult::WW];

/// Draws a random result with these probabilities.
fn drawn(probabilities: &[f64; 6], rng: &mut Rng) -> PairResult {
    let mut u = rng.unit();
    for (result, p) in RESULTS.into_iter().zip(probabilities) {
        if u < *p {
            return result;
        }
        u -= p;
    }
    PairResult::WW
}

impl GameModel {
    /// Returns the probability of each result of a pair, in the order of `RESULTS`, for an Elo difference.
    fn pair(&self, elo: f64) -> [f64; 6] {
        let [favoured, other] = [self.bias, -self.bias].map(|bias| self.game(elo + bias));
        let [l0, d0, w0] = favoured;
        let [l1, d1, w1] = other;
        [l0 * l1, l0 * d1 + d0 * l1, w0 * l1 + l0 * w1, d0 * d1, w0 * d1 + d0 * w1, w0 * w1]
    }

    /// Returns the probabilities of loss, draw and win.
    fn game(&self, elo: f64) -> [f64; 3] {
        let win = expected_score(elo - self.drawelo);
        let loss = expected_score(-elo - self.drawelo);
        [loss, 1.0 - win - loss, win]
    }

    /// Simulates this many pairs at an Elo difference of this model.
    pub fn pairs(&self, elo: f64, count: u32, rng: &mut Rng) -> PairCounts {
        let probabilities = self.pair(elo);
        let mut pairs = PairCounts::default();
        for _ in 0..count {
            pairs.record(drawn(&probabilities, rng));
        }
        pairs
    }

    /// Converts an Elo difference of this model to ordinary Elo, that of the expected score.
    pub fn logistic_elo(&self, elo: f64) -> f64 {
        self.on_scale(Model::Logistic, elo)
    }

    /// Converts an Elo difference of this model to the scale of a test's hypotheses.
    fn on_scale(&self, model: Model, elo: f64) -> f64 {
        if model == Model::Bayesian {
            return elo;
        }
        let [ll, ld, wl, dd, wd, ww] = self.pair(elo);
        let scores = [ll, ld, wl + dd, wd, ww].into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean: f64 = scores.clone().map(|(p, a)| p * a).sum();
        let variance: f64 = scores.map(|(p, a)| p * (a - mean) * (a - mean)).sum();
        match model {
            Model::Normalized => (mean - 0.5) / variance.sqrt() / Sample::SIGMAS_PER_NELO_OF_PAIRS,
            _ => -400.0 * libm::log10(1.0 / mean - 1.0),
        }
    }

    /// Returns the Elo difference of this model that is `target` on the scale of a test.
    pub(crate) fn elo_for(&self, model: Model, target: f64) -> f64 {
        let (mut low, mut high) = (-1000.0, 1000.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if self.on_scale(model, middle) < target {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

/// A simulation of sequential tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    /// The test.
    pub sprt: Sprt,
    /// The model of the games.
    pub games: GameModel,
    /// The true difference, on the scale of the test's hypotheses.
    pub truth: f64,
    /// The number of matches.
    pub matches: u32,
    /// The number of pairs between two checks of the ratio; fishtest also checks once per batch.
    pub batch: u32,
    /// The maximum length in pairs; the test is then undecided.
    pub max_pairs: u32,
    /// The random seed.
    pub seed: u64,
}

/// The results of simulated tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimulationResult {
    /// Matches that ended with H0.
    pub h0: u32,
    /// Matches that ended with H1.
    pub h1: u32,
    /// Matches that reached the maximum length.
    pub undecided: u32,
    /// The mean length in pairs.
    pub mean_pairs: f64,
    /// The median length in pairs.
    pub median_pairs: u32,
    /// The length in pairs within which 95 % of the matches ended.
    pub long_pairs: u32,
    /// The draw rate of the simulated games, 0 to 1.
    pub draw_rate: f64,
}

impl Simulation {
    /// Runs the simulation.
    pub fn run(&self) -> SimulationResult {
        let cumulative = self.cumulative();
        let mut rng = Rng::new(self.seed);
        let mut outcome = SimulationResult::default();
        let mut lengths = Vec::with_capacity(self.matches as usize);
        let mut total = PairCounts::default();
        for _ in 0..self.matches {
            let (verdict, pairs) = self.one_match(&cumulative, &mut rng);
            match verdict {
                Verdict::H0 => outcome.h0 += 1,
                Verdict::H1 => outcome.h1 += 1,
                Verdict::Undecided => outcome.undecided += 1,
            }
            lengths.push(pairs.pairs() as u32);
            total += pairs;
        }
        lengths.sort_unstable();
        let at = |share: f64| lengths.get((share * lengths.len() as f64) as usize).copied().unwrap_or(0);
        outcome.median_pairs = at(0.5);
        outcome.long_pairs = at(0.95);
        outcome.mean_pairs = total.pairs() as f64 / f64::from(self.matches.max(1));
        outcome.draw_rate = total.wdl().draws as f64 / (total.wdl().games().max(1)) as f64;
        outcome
    }

    /// Returns the cumulative probabilities of pair results.
    fn cumulative(&self) -> [f64; 6] {
        let elo = self.games.elo_for(self.sprt.model(), self.truth);
        let mut sum = 0.0;
        self.games.pair(elo).map(|p| {
            sum += p;
            sum
        })
    }

    fn one_match(&self, cumulative: &[f64; 6], rng: &mut Rng) -> (Verdict, PairCounts) {
        let mut pairs = PairCounts::default();
        // The number of pairs before which the ratio cannot reach a bound, so that checks are skipped.
        let mut next_look = 0;
        while pairs.pairs() < u64::from(self.max_pairs) {
            for _ in 0..self.batch.max(1) {
                let u = rng.unit();
                let index = cumulative.iter().take(5).filter(|&&limit| u >= limit).count();
                pairs.record(RESULTS[index]);
            }
            if pairs.pairs() < next_look {
                continue;
            }
            let llr = self.sprt.llr(&Counts::Pairs(pairs));
            let verdict = self.sprt.verdict(llr.value);
            if verdict != Verdict::Undecided {
                return (verdict, pairs);
            }
            next_look = pairs.pairs() + self.blind_pairs(&pairs, llr);
        }
        (Verdict::Undecided, pairs)
    }

    /// Returns how many further pairs cannot bring the ratio to a bound. Once there are enough results of
    /// every kind, no single result changes the ratio by more than twice the largest step.
    fn blind_pairs(&self, pairs: &PairCounts, llr: Llr) -> u64 {
        if pairs.ptnml().iter().any(|&count| count < 5) {
            return 0;
        }
        let Bounds { lower, upper } = self.sprt.bounds();
        let distance = (upper - llr.value).min(llr.value - lower);
        (distance / (2.0 * llr.largest_step)) as u64
    }

    /// Returns the mean length in pairs by Wald's approximation, which ignores overshoot: the ratio is a walk
    /// with a drift of (t − (t0 + t1)/2)(t1 − t0) per pair for normalised Elo. `None` for the other models.
    pub fn expected_pairs(&self) -> Option<f64> {
        if self.sprt.model() != Model::Normalized {
            return None;
        }
        let [t, t0, t1] = [self.truth, self.sprt.elo0(), self.sprt.elo1()]
            .map(|nelo| nelo * Sample::SIGMAS_PER_NELO_OF_PAIRS);
        let variance = (t1 - t0) * (t1 - t0);
        let drift = (t - f64::midpoint(t0, t1)) * (t1 - t0);
        let Bounds { lower, upper } = self.sprt.bounds();
        if drift.abs() < 1e-9 * variance {
            return Some(-lower * upper / variance);
        }
        // The probability of leaving through the upper bound, for a Brownian motion with this drift.
        let h = 2.0 * drift / variance;
        let up = (1.0 - libm::exp(-h * lower)) / (libm::exp(-h * upper) - libm::exp(-h * lower));
        Some((up * upper + (1.0 - up) * lower) / drift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simulation(truth: f64) -> Simulation {
        // Widely spaced hypotheses give short matches; the tested property does not depend on them.
        let sprt = Sprt::new(Model::Normalized, 0.0, 50.0, 0.05, 0.10).unwrap();
        let games = GameModel::default();
        Simulation { sprt, games, truth, matches: 2000, batch: 1, max_pairs: 100_000, seed: 1 }
    }

    #[test]
    fn errors_stay_within_what_was_asked_for() {
        // Three standard errors of a rate from 2000 matches.
        let margin = |p: f64| 3.0 * (p * (1.0 - p) / 2000.0).sqrt();
        let h0 = simulation(0.0).run();
        assert!(f64::from(h0.h1) / 2000.0 < 0.05 + margin(0.05), "{h0:?}");
        let h1 = simulation(50.0).run();
        assert!(f64::from(h1.h0) / 2000.0 < 0.10 + margin(0.10), "{h1:?}");
        assert_eq!((h0.undecided, h1.undecided), (0, 0));
        // A test that always gave the right verdict would pass the above.
        assert!(h0.h1 > 20 && h1.h0 > 50, "{h0:?} {h1:?}");
    }

    #[test]
    fn lengths_are_near_walds() {
        for truth in [-25.0, 0.0, 25.0, 50.0, 75.0] {
            let simulation = Simulation { matches: 500, ..simulation(truth) };
            let (got, expected) = (simulation.run().mean_pairs, simulation.expected_pairs().unwrap());
            // Overshoot adds a little, more so with hypotheses this far apart.
            assert!(got > 0.95 * expected && got < 1.25 * expected, "{truth}: {got}, by Wald {expected}");
        }
    }

    #[test]
    fn looking_away_far_from_the_bounds_changes_nothing() {
        // Slightly unbalanced scores and close hypotheses: long matches, mostly not checked.
        let sprt = Sprt::new(Model::Normalized, 0.0, 20.0, 0.05, 0.05).unwrap();
        let simulation = Simulation { sprt, matches: 1, ..simulation(12.0) };
        let cumulative = simulation.cumulative();
        for seed in 0..40 {
            let (verdict, pairs) = simulation.one_match(&cumulative, &mut Rng::new(seed));
            let mut rng = Rng::new(seed);
            let mut every = PairCounts::default();
            let expected = loop {
                let u = rng.unit();
                every.record(RESULTS[cumulative.iter().take(5).filter(|&&limit| u >= limit).count()]);
                match sprt.verdict(sprt.llr(&Counts::Pairs(every)).value) {
                    Verdict::Undecided => {}
                    verdict => break verdict,
                }
            };
            assert_eq!((verdict, pairs), (expected, every), "seed {seed}");
        }
    }

    #[test]
    fn a_seed_gives_one_outcome() {
        let simulation = Simulation { matches: 50, ..simulation(10.0) };
        assert_eq!(simulation.run(), simulation.run());
        assert_ne!(simulation.run(), Simulation { seed: 2, ..simulation }.run());
    }
}
