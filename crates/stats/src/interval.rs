//! 95 % intervals of Elo differences, and whether they support a claim.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::counts::Counts;
use crate::estimate::{SCORE_MARGIN, Z95, elo};
use crate::llr::log_likelihood_loss;
use crate::sample::Sample;
use crate::significance::{CLAIM_LEVEL, p_value};

/// The minimum number of results on either side of the mean for treating the score as normally distributed:
/// the usual rule for proportions (n·p ≥ 5 and n·(1 − p) ≥ 5).
const ENOUGH: u64 = 5;

/// An interval of Elo differences. A bound of `None` is unknown: there are too few results, or all are on one
/// side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Interval {
    /// The lower bound.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

/// The stronger engine, as far as the results show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Lead {
    /// Nothing: there are too few results.
    TooFew,
    /// Neither engine: the interval contains 0.
    Open,
    /// The first engine is stronger.
    First,
    /// The second engine is stronger.
    Second,
}

impl Interval {
    /// Computes the 95 % interval of the Elo difference from the first engine's point of view.
    ///
    /// With enough results of several kinds it is −400·log₁₀(1/s − 1) at s = μ ± z·√(v/N); half of this
    /// interval is fishtest's error, but it is not symmetric. With fewer results, or results that are all
    /// alike, their spread says nothing about the error. Then the interval contains the scores that make the
    /// results not much less likely than their own mean does, by the sequential test's likelihood ratio with
    /// Student's quantile for N − 1 degrees of freedom (Owen, "Empirical Likelihood Ratio Confidence
    /// Intervals for a Single Functional", 1988). A single result gives no interval.
    ///
    /// If an exact test does not reject equal strength at the 5 % level ([`p_value`]), the interval is
    /// extended to contain 0.
    pub fn new(counts: &Counts) -> Self {
        let size = Sample::raw(counts).size;
        if size < 2.0 {
            return Self::default();
        }
        let sample = Sample::regularized(counts);
        let (mean, variance) = sample.moments();
        let [low, high] = if is_enough(counts, mean) {
            let error = Z95 * (variance / sample.size).sqrt();
            [mean - error, mean + error]
        } else {
            let most = student_quantile(size - 1.0).powi(2) / 2.0;
            [0.0, 1.0].map(|end| furthest(&sample, mean, end, most))
        };
        let low = (low > SCORE_MARGIN).then(|| elo(low)).filter(|elo| elo.is_finite());
        let high = (high < 1.0 - SCORE_MARGIN).then(|| elo(high)).filter(|elo| elo.is_finite());
        if p_value(counts) > CLAIM_LEVEL {
            return Self { low: low.map(|low| low.min(0.0)), high: high.map(|high| high.max(0.0)) };
        }
        Self { low, high }
    }

    /// Returns which engine is stronger, if the interval shows it; a wrong claim occurs in at most 5 % of
    /// matches.
    pub fn lead(&self) -> Lead {
        match (self.low, self.high) {
            (None, None) => Lead::TooFew,
            (Some(low), _) if low > 0.0 => Lead::First,
            (_, Some(high)) if high < 0.0 => Lead::Second,
            _ => Lead::Open,
        }
    }
}

/// Returns whether there are enough results on both sides of the mean.
fn is_enough(counts: &Counts, mean: f64) -> bool {
    let results: &[u64] = match counts {
        Counts::Games(wdl) => &[wdl.losses, wdl.draws, wdl.wins],
        Counts::Pairs(pairs) => &pairs.ptnml(),
    };
    let last = (results.len() - 1) as f64;
    let (mut below, mut above) = (0, 0);
    for (index, &count) in results.iter().enumerate() {
        if (index as f64) < mean * last {
            below += count;
        } else {
            above += count;
        }
    }
    below >= ENOUGH && above >= ENOUGH
}

/// Returns the score between the mean and an end at which the log-likelihood has fallen by `most`, or the end
/// if it does not fall that far.
fn furthest(sample: &Sample, mean: f64, end: f64, most: f64) -> f64 {
    let (mut inside, mut outside) = (mean, end);
    for _ in 0..60 {
        let middle = f64::midpoint(inside, outside);
        if log_likelihood_loss(sample, middle).is_some_and(|loss| loss < most) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// Returns the 97.5 % quantile of Student's distribution: exact for 1 and 2 degrees of freedom, otherwise
/// Fisher's expansion (Abramowitz and Stegun, 26.7.5), which is accurate to 0.1 % from 3 on.
pub(crate) fn student_quantile(degrees: f64) -> f64 {
    if degrees < 1.5 {
        return 12.706;
    }
    if degrees < 2.5 {
        return 4.303;
    }
    let z = Z95;
    let z2 = z * z;
    let terms = [
        z * (z2 + 1.0) / 4.0,
        z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
        z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
        z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees) + z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::GameModel;
    use crate::{Convention, Estimate, PairCounts, WdlCounts};
    use tabia_rng::Rng;

    fn of_pairs(pairs: PairCounts) -> Interval {
        Interval::new(&pairs.into())
    }

    #[test]
    fn a_usual_match_has_fishtests_interval_and_it_is_not_symmetric() {
        let counts = Counts::Pairs(PairCounts { ll: 34, ld: 54, wl: 33, dd: 30, wd: 64, ww: 75 });
        let estimate = Estimate::new(&counts, Convention::Fishtest);
        let Interval { low: Some(low), high: Some(high) } = Interval::new(&counts) else { panic!() };
        assert!(((high - low) / 2.0 - estimate.elo_err).abs() < 1e-9);
        assert!((high - estimate.elo) - (estimate.elo - low) > 0.2, "{low} {} {high}", estimate.elo);
    }

    #[test]
    fn almost_no_games_say_nothing() {
        for pairs in [
            PairCounts::default(),
            PairCounts { ww: 1, ..PairCounts::default() },
            PairCounts { ll: 1, ..PairCounts::default() },
            PairCounts { wl: 1, ..PairCounts::default() },
            PairCounts { ll: 2, ..PairCounts::default() },
            PairCounts { ll: 1, ld: 1, ..PairCounts::default() },
        ] {
            assert_eq!(of_pairs(pairs).lead(), Lead::TooFew, "{pairs:?}");
        }
        assert_eq!(Interval::new(&WdlCounts { wins: 0, losses: 2, draws: 0 }.into()).lead(), Lead::TooFew);
        // As with a coin: five in a row may be chance (6 %), six hardly (3 %).
        let lead = |ww| of_pairs(PairCounts { ww, ..PairCounts::default() }).lead();
        assert_eq!([lead(3), lead(5), lead(6)], [Lead::Open, Lead::Open, Lead::First]);
        let all = of_pairs(PairCounts { ll: 40, ..PairCounts::default() });
        assert_eq!((all.low, all.lead()), (None, Lead::Second), "nobody knows how much weaker");
        assert!((-800.0..-300.0).contains(&all.high.unwrap()), "{all:?}");
        // Pairs that are all alike do not prove equality to within a tenth of an Elo point.
        let level = of_pairs(PairCounts { wl: 10, ..PairCounts::default() });
        assert!(level.high.unwrap() > 20.0 && level.low.unwrap() < -20.0, "{level:?}");
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (degrees, expected) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (4.0, 2.776),
            (5.0, 2.571),
            (9.0, 2.262),
            (29.0, 2.045),
        ] {
            let got = student_quantile(degrees);
            assert!((got - expected).abs() < 0.004, "{degrees}: {got}");
        }
        assert!((student_quantile(1e9) - Z95).abs() < 1e-8);
    }

    /// Matches of all lengths, between equal and unequal engines: the interval contains the true difference,
    /// and equal engines are rarely called unequal.
    #[test]
    fn intervals_hold_the_truth_in_simulated_matches() {
        let mut rng = Rng::new(4);
        for (drawelo, bias, elo) in [
            (30.0, 0.0, 0.0),
            (240.0, 60.0, 0.0),
            (600.0, 200.0, 0.0),
            (240.0, 60.0, 80.0),
            (100.0, 0.0, 300.0),
        ] {
            let model = GameModel { drawelo, bias };
            let truth = model.logistic_elo(elo);
            for length in [2, 3, 5, 8, 12, 20, 50, 200] {
                let (mut outside, mut claims, matches) = (0, 0, 600);
                for _ in 0..matches {
                    let pairs = model.pairs(elo, length, &mut rng);
                    let Interval { low, high } = of_pairs(pairs);
                    let misses = low.is_some_and(|low| low > truth) || high.is_some_and(|high| high < truth);
                    outside += u32::from(misses);
                    claims += u32::from(matches!(of_pairs(pairs).lead(), Lead::First | Lead::Second));
                }
                // 5 % and three standard errors; the normal approximation of few results adds a little, but never
                // to a claim.
                let most = 0.05 + 3.0 * (0.05_f64 * 0.95 / f64::from(matches)).sqrt();
                let [rate, claims] = [outside, claims].map(|count| f64::from(count) / f64::from(matches));
                assert!(rate < 0.095, "{drawelo} {elo}, {length} pairs: {rate} outside");
                assert!(elo != 0.0 || claims <= most, "{drawelo}, {length} pairs: {claims}");
            }
        }
    }
}
