//! The probable remaining length of a sequential test.

use crate::counts::Counts;
use crate::estimate::normal_cdf;
use crate::llr::expected_score;
use crate::model::Model;
use crate::sample::Sample;
use crate::sprt::{Bounds, Sprt, Verdict};

/// The minimum number of results: with fewer, their spread is too uncertain.
pub const MIN_RESULTS: f64 = 20.0;

/// The assumed maximum distance of the true difference from the estimate, in standard errors: it is closer in
/// 19 of 20 matches.
const PLAUSIBLE: f64 = 2.0;

/// The fractions of walks that end before the start and before the end of the range.
const SHARES: [f64; 2] = [0.1, 0.9];

/// The number of terms in the series for the time to the bounds: further terms are below floating-point
/// precision at the shortest times of interest.
const TERMS: u32 = 200;

impl Sprt {
    /// Returns the range of further results (pairs or games, as counted) that the test will probably need:
    /// about nine of ten tests in this state end within it. `None` if the test has decided, before
    /// [`MIN_RESULTS`] results, and if the hypotheses cannot be compared with the results (`BayesElo`).
    ///
    /// The ratio is a random walk between the bounds: for a true difference of t standard deviations of one
    /// result from the middle of the hypotheses t0 and t1, it drifts by t(t1 − t0) per result, less for large
    /// t but at least by that divided by 1 + t², with a variance of (t1 − t0)² (Van den Bergh, "Comments on
    /// Normalized Elo"). t is not known exactly: n results give it with an error of 1/√n. The range starts
    /// where a tenth of the walks has ended under the fastest drift compatible with the results, and ends
    /// where nine tenths have ended under the slowest one.
    pub fn probable_left(&self, counts: &Counts) -> Option<[f64; 2]> {
        let llr = self.llr(counts).value;
        let size = Sample::raw(counts).size;
        if self.verdict(llr) != Verdict::Undecided || size < MIN_RESULTS {
            return None;
        }
        let sample = Sample::regularized(counts);
        let (mean, variance) = sample.moments();
        let sigma = variance.sqrt();
        let [t0, t1] = match self.model() {
            Model::Normalized => [self.elo0(), self.elo1()].map(|nelo| nelo * sample.sigmas_per_nelo()),
            Model::Logistic => [self.elo0(), self.elo1()].map(|elo| (expected_score(elo) - 0.5) / sigma),
            Model::Bayesian => return None,
        };
        let (step, middle) = (t1 - t0, f64::midpoint(t0, t1));
        let observed = (mean - 0.5) / sigma - middle;
        let error = PLAUSIBLE / size.sqrt();
        let ends = [observed - error, observed + error];
        let walk = Walk::new(llr, self.bounds());
        let time =
            |share: f64, drift: f64| quantile(share, |time| walk.survival(drift, time)) / (step * step);
        let from = ends.map(|t| time(SHARES[0], t.clamp(-1.0, 1.0) / step));
        let from = from.into_iter().fold(f64::INFINITY, f64::min);
        let slow = ends.map(|t| time(SHARES[1], t / (1.0 + t * t) / step));
        let still = (observed.abs() < error).then(|| time(SHARES[1], 0.0));
        let to = slow.into_iter().chain(still).fold(0.0, f64::max);
        // At least one more result, since the next check comes after it.
        let range = [from.max(1.0), to.max(1.0)];
        Some(range).filter(|[from, to]| from.is_finite() && to.is_finite())
    }
}

/// The standard deviation of a game's score that is assumed for the hypotheses in logistic Elo: that of
/// engines of equal strength with 60 % draws.
pub const USUAL_SIGMA: f64 = 0.316;

impl Sprt {
    /// Returns the expected numbers of results (pairs if `is_paired`, otherwise games) of a new test that ends
    /// after `most` at the latest: if one of the hypotheses is true, whichever takes fewer, and if the truth
    /// is midway between them, which takes longest. Farther from both, a test is shorter. `None` for
    /// `BayesElo`, whose hypotheses depend on the draws.
    ///
    /// The model is that of [`probable_left`](Self::probable_left); logistic hypotheses are converted with
    /// [`USUAL_SIGMA`].
    pub fn expected_length(&self, is_paired: bool, most: f64) -> Option<[f64; 2]> {
        let sigmas_per_nelo =
            if is_paired { Sample::SIGMAS_PER_NELO_OF_PAIRS } else { Sample::SIGMAS_PER_NELO_OF_GAMES };
        // The mean of two games has half the variance of one.
        let sigma = if is_paired { USUAL_SIGMA / std::f64::consts::SQRT_2 } else { USUAL_SIGMA };
        let t = |elo: f64| match self.model() {
            Model::Normalized => Some(elo * sigmas_per_nelo),
            Model::Logistic => Some((expected_score(elo) - 0.5) / sigma),
            Model::Bayesian => None,
        };
        let step = t(self.elo1())? - t(self.elo0())?;
        let walk = Walk::new(0.0, self.bounds());
        let length =
            |drift: f64| (walk.mean_time(drift, most * step * step) / (step * step)).max(1.0).min(most);
        Some([length(-0.5).min(length(0.5)), length(0.0)])
    }
}

/// Returns the time until a fraction of the walks has ended, from their survival function.
fn quantile(share: f64, survival: impl Fn(f64) -> f64) -> f64 {
    // Bisection on a logarithmic scale, because times range over many orders of magnitude.
    let (mut low, mut high) = (-12.0, 12.0);
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        if 1.0 - survival(libm::exp(middle)) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    libm::exp(f64::midpoint(low, high))
}

/// A Brownian motion between two bounds, with a variance of 1 per unit of time.
struct Walk {
    /// The distances to the lower and the upper bound.
    down: f64,
    up: f64,
}

impl Walk {
    fn new(x: f64, Bounds { lower, upper }: Bounds) -> Self {
        Self { down: x - lower, up: upper - x }
    }

    /// Returns the mean time to a bound, or to the end of the walk at `most`: the integral of the survival.
    fn mean_time(&self, drift: f64, most: f64) -> f64 {
        const STEPS: u32 = 1000;
        // Hardly any walk is still between the bounds after ten times the mean time without drift.
        let end = most.min(10.0 * self.down * self.up);
        let step = end / f64::from(STEPS);
        (0..STEPS).map(|i| step * self.survival(drift, step * (f64::from(i) + 0.5))).sum()
    }

    /// Returns the probability of still being between the bounds after a time.
    ///
    /// With a strong drift only one of the bounds matters, and the time to it has an inverse Gaussian
    /// distribution; otherwise the probability is a series of eigenfunctions (Cox and Miller, "The Theory of
    /// Stochastic Processes", 5.7).
    fn survival(&self, drift: f64, time: f64) -> f64 {
        let width = self.down + self.up;
        if drift.abs() * width > 16.0 {
            let ahead = if drift > 0.0 { self.up } else { self.down };
            return one_sided_survival(ahead, drift.abs(), time);
        }
        // The time is too short to reach either bound.
        if self.down.min(self.up) > 8.0 * time.sqrt() + drift.abs() * time {
            return 1.0;
        }
        let factor = libm::exp(-drift * self.down - drift * drift * time / 2.0) * 2.0 / width;
        let mut sum = 0.0;
        for k in 1..=TERMS {
            let wave = f64::from(k) * std::f64::consts::PI / width;
            let decay = wave * wave * time / 2.0;
            if decay > 60.0 {
                break;
            }
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            let whole = wave * (1.0 - sign * libm::exp(drift * width)) / (drift * drift + wave * wave);
            sum += libm::sin(wave * self.down) * libm::exp(-decay) * whole;
        }
        (factor * sum).clamp(0.0, 1.0)
    }
}

/// Returns the probability that a Brownian motion has not reached a bound ahead of it after a time.
fn one_sided_survival(ahead: f64, drift: f64, time: f64) -> f64 {
    let root = time.sqrt();
    let near = normal_cdf((ahead - drift * time) / root);
    let far = (ahead + drift * time) / root;
    // exp(2·drift·ahead)·Φ(−far), whose factors overflow: Mills's ratio is used for large `far`.
    let reflected = if far > 6.0 {
        let gap = (ahead - drift * time) / root;
        let density = libm::exp(-gap * gap / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
        density / far * (1.0 - 1.0 / (far * far))
    } else {
        libm::exp(2.0 * drift * ahead) * normal_cdf(-far)
    };
    (near - reflected).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::GameModel;
    use crate::{PairCounts, WdlCounts};
    use tabia_rng::Rng;

    #[test]
    fn the_mean_time_to_a_bound_is_walds() {
        // From docs/statistics.md, for [0, 5]: 12795 pairs from the start at either hypothesis, 20931 between
        // them.
        let bounds = libm::log(19.0);
        let walk = Walk::new(0.0, Bounds { lower: -bounds, upper: bounds });
        let step = 5.0 * Sample::SIGMAS_PER_NELO_OF_PAIRS;
        for (drift, pairs) in [(-0.5, 12_795.0), (0.0, 20_931.0), (0.5, 12_795.0)] {
            let got = walk.mean_time(drift, f64::INFINITY) / (step * step);
            assert!((got / pairs - 1.0).abs() < 0.002, "{drift}: {got}");
        }
    }

    #[test]
    fn a_test_is_expected_to_take_as_long_as_simulated_ones() {
        let sprt = Sprt::new(Model::Normalized, 0.0, 40.0, 0.05, 0.05).unwrap();
        let model = GameModel { drawelo: 240.0, bias: 60.0 };
        let mut rng = Rng::new(9);
        for most in [100.0, 1e9] {
            let mut mean = |truth: f64| {
                let elo = model.elo_for(Model::Normalized, truth);
                let lengths = (0..400).map(|_| played(&sprt, model, elo, &[], &mut rng).1 as f64);
                lengths.map(|length| length.min(most)).sum::<f64>() / 400.0
            };
            let [decided, between] = sprt.expected_length(true, most).unwrap();
            for (found, truth) in [(decided, 0.0), (decided, 40.0), (between, 20.0)] {
                let simulated = mean(truth);
                // The walk of the ratio oversteps the bounds; 400 tests have an error of a few percent.
                assert!((found / simulated - 1.0).abs() < 0.15, "{truth} of {most}: {found}, {simulated}");
            }
            assert!(decided < between && between <= most);
        }
        // Twice as many games as pairs, and with the usual draws logistic Elo is about 1.6 times as large.
        let games = sprt.expected_length(false, 1e9).unwrap();
        assert!((games[1] / sprt.expected_length(true, 1e9).unwrap()[1] - 2.0).abs() < 1e-6);
        let logistic = Sprt::new(Model::Logistic, 0.0, 40.0 * USUAL_SIGMA / 0.5, 0.05, 0.05).unwrap();
        assert!((logistic.expected_length(false, 1e9).unwrap()[1] / games[1] - 1.0).abs() < 0.02);
        let bayesian = Sprt::new(Model::Bayesian, 0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(bayesian.expected_length(true, 1e9), None);
    }

    #[test]
    fn the_two_forms_of_the_survival_agree() {
        // Drifts that are strong enough for one bound and weak enough for the series.
        let walk = Walk::new(0.3, Bounds { lower: -2.94, upper: 2.94 });
        for drift in [2.7, -2.7] {
            for time in [0.2, 0.5, 1.0, 1.5, 3.0] {
                let ahead = if drift > 0.0 { walk.up } else { walk.down };
                let (one, both) = (one_sided_survival(ahead, 2.7, time), walk.survival(drift, time));
                assert!((one - both).abs() < 2e-3, "{drift} {time}: {one} {both}");
            }
        }
    }

    /// Plays a match to its verdict. Returns its results at some numbers of pairs, from pair 20 on, and its
    /// length.
    fn played(
        sprt: &Sprt,
        model: GameModel,
        elo: f64,
        looks: &[u64],
        rng: &mut Rng,
    ) -> (Vec<PairCounts>, u64) {
        let mut pairs = PairCounts::default();
        let mut seen = Vec::new();
        while sprt.verdict(sprt.llr(&pairs.into()).value) == Verdict::Undecided && pairs.pairs() < 30_000 {
            if looks.contains(&pairs.pairs()) {
                seen.push(pairs);
            }
            pairs += model.pairs(elo, 1, rng);
        }
        (seen, pairs.pairs())
    }

    /// The range contains the true length, for near and far true differences, many and few draws, early and
    /// late.
    #[test]
    fn tests_end_within_the_range_that_was_told() {
        const LOOKS: [u64; 5] = [20, 50, 100, 200, 500];
        let mut rng = Rng::new(3);
        let (mut all, mut held_of_all, mut clear, mut narrow) = (0, 0, 0, 0);
        for elo1 in [10.0, 40.0] {
            let sprt = Sprt::new(Model::Normalized, 0.0, elo1, 0.05, 0.05).unwrap();
            for (drawelo, bias) in [(60.0, 0.0), (240.0, 60.0), (500.0, 150.0)] {
                let model = GameModel { drawelo, bias };
                for truth in [-2.0 * elo1, 0.0, elo1 / 2.0, elo1, 3.0 * elo1, 80.0, -150.0] {
                    let elo = model.elo_for(Model::Normalized, truth);
                    let (mut told, mut held) = ([0; LOOKS.len()], [0; LOOKS.len()]);
                    for _ in 0..60 {
                        let (seen, length) = played(&sprt, model, elo, &LOOKS, &mut rng);
                        for pairs in seen {
                            let [low, high] = sprt.probable_left(&pairs.into()).unwrap();
                            let left = (length - pairs.pairs()) as f64;
                            let look = LOOKS.iter().position(|&look| look == pairs.pairs()).unwrap();
                            told[look] += 1;
                            // If the truth is far from both hypotheses, the games soon show it.
                            if truth.abs() >= 80.0 && pairs.pairs() >= 100 {
                                clear += 1;
                                narrow += u32::from(high < 12.0 * low);
                            }
                            held[look] += u32::from(low <= left + 1.0 && left <= high + 1.0);
                        }
                    }
                    for (look, (&told, &held)) in LOOKS.iter().zip(told.iter().zip(&held)) {
                        let share = f64::from(held) / f64::from(told);
                        let case = format!("[0, {elo1}], draws {drawelo}, truth {truth}, pair {look}");
                        assert!(told < 30 || share > 0.75, "{case}: {held} of {told}");
                        (all, held_of_all) = (all + told, held_of_all + held);
                    }
                }
            }
        }
        let share = f64::from(held_of_all) / f64::from(all);
        assert!((0.85..0.99).contains(&share), "{share} of {all}");
        assert!(narrow > clear / 2, "a range without end is of no use: {narrow} of {clear}");
    }

    #[test]
    fn nothing_is_said_before_there_is_something_to_say() {
        let sprt = Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05).unwrap();
        let decided = PairCounts { ww: 5000, wd: 3000, dd: 9, ..PairCounts::default() };
        for pairs in [
            decided,
            PairCounts::default(),
            PairCounts { ww: 1, ..PairCounts::default() },
            PairCounts { dd: 19, ..PairCounts::default() },
        ] {
            assert_eq!(sprt.probable_left(&pairs.into()), None, "{pairs:?}");
        }
        for counts in [
            PairCounts { ll: 30, ..PairCounts::default() },
            PairCounts { ll: 10, ld: 23, dd: 75, wd: 50, ww: 17, ..PairCounts::default() },
            PairCounts { ld: 4000, dd: 9000, wd: 4100, ..PairCounts::default() },
        ] {
            let Some([low, high]) = sprt.probable_left(&counts.into()) else { panic!("{counts:?}") };
            assert!(0.0 < low && low < high && high < 200_000.0, "{counts:?}: {low} {high}");
        }
        let logistic = Sprt::new(Model::Logistic, 0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(logistic.probable_left(&WdlCounts::default().into()), None);
        assert!(
            logistic.probable_left(&WdlCounts { wins: 3000, losses: 2990, draws: 6000 }.into()).unwrap()[1]
                > 1000.0
        );
        let bayesian = Sprt::new(Model::Bayesian, 0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(bayesian.probable_left(&WdlCounts { wins: 30, losses: 28, draws: 60 }.into()), None);
    }
}
