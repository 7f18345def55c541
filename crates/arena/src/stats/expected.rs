//! How much longer a sequential test will probably take.

use super::counts::Counts;
use super::llr::{Sample, expected_score};
use super::sprt::{Bounds, Model, Sprt, Verdict};

/// Places at which the distribution of the true difference is looked at, on each side of its mean.
const STEPS: i32 = 32;

/// How far the places reach, in standard deviations.
const REACH: f64 = 4.0;

impl Sprt {
    /// How many more results (pairs or games, as counted) the test will take on average; 0 when it has decided, `None`
    /// where the hypotheses cannot be compared with the results (`BayesElo`, or nothing counted yet with logistic Elo).
    ///
    /// The ratio is a random walk between the bounds: for a true difference of t standard deviations of one result, and
    /// hypotheses t0 and t1, it drifts by (t − (t0 + t1)/2)(t1 − t0) per result with a variance of (t1 − t0)² (Van den
    /// Bergh, "Comments on Normalized Elo"). Its mean time to a bound is Wald's. What t is, is not known: the results say
    /// so with an error of 1/√n, and before there are any, t is taken to be about as far from the middle of the hypotheses
    /// as these are apart (a normal distribution). The mean over what t can be is returned.
    pub fn expected_left(&self, counts: &Counts) -> Option<f64> {
        let llr = self.llr(counts).value;
        if self.verdict(llr) != Verdict::Undecided {
            return Some(0.0);
        }
        let sample = Sample::regularized(counts);
        let size = Sample::raw(counts).size;
        let (mean, variance) = sample.moments();
        let sigma = variance.sqrt();
        let [t0, t1] = match self.model() {
            Model::Normalized => [self.elo0(), self.elo1()].map(|nelo| nelo * sample.sigmas_per_nelo()),
            Model::Logistic if size > 0.0 => {
                [self.elo0(), self.elo1()].map(|elo| (expected_score(elo) - 0.5) / sigma)
            }
            _ => return None,
        };
        let (step, middle) = (t1 - t0, f64::midpoint(t0, t1));
        // The results and the guess before them, each weighted by its precision.
        let prior = 1.0 / (step * step);
        let precision = prior + size;
        let observed = if size > 0.0 { (mean - 0.5) / sigma } else { middle };
        let centre = (prior * middle + size * observed) / precision;
        let deviation = 1.0 / precision.sqrt();
        let (mut sum, mut weights) = (0.0, 0.0);
        for index in -STEPS..=STEPS {
            let z = REACH * f64::from(index) / f64::from(STEPS);
            let weight = libm::exp(-z * z / 2.0);
            let drift = (centre + z * deviation - middle) * step;
            sum += weight * time_to_bounds(llr, self.bounds(), drift, step * step);
            weights += weight;
        }
        Some(sum / weights).filter(|results| results.is_finite())
    }
}

/// The mean time that a Brownian motion at `x` takes to leave an interval.
fn time_to_bounds(x: f64, Bounds { lower, upper }: Bounds, drift: f64, variance: f64) -> f64 {
    let (down, up) = (x - lower, upper - x);
    let slope = 2.0 * drift / variance;
    if (slope * (down + up)).abs() < 1e-4 {
        return down * up / variance;
    }
    // The probability of leaving above. Of the two forms the one whose exponents are negative cannot overflow.
    let above = if slope > 0.0 {
        (1.0 - libm::exp(-slope * down)) / (1.0 - libm::exp(-slope * (down + up)))
    } else {
        let tail = libm::exp(slope * up);
        (tail - libm::exp(slope * (down + up))) / (1.0 - libm::exp(slope * (down + up)))
    };
    (above * up - (1.0 - above) * down) / drift
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Wdl};
    use super::*;
    use crate::rng::Rng;

    fn sprt() -> Sprt {
        Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05).unwrap()
    }

    #[test]
    fn the_time_to_a_bound_is_walds() {
        // From the simulation of docs/statistics.md: 12795 pairs from the start at either hypothesis, 20931 between them.
        let (lower, upper) = (-libm::log(19.0), libm::log(19.0));
        let step = 5.0 * Sample::SIGMAS_PER_NELO_OF_PAIRS;
        let time = |t: f64| time_to_bounds(0.0, Bounds { lower, upper }, t * step, step * step);
        for (t, pairs) in [(-step / 2.0, 12_795.0), (0.0, 20_931.0), (step / 2.0, 12_795.0)] {
            assert!((time(t) - pairs).abs() < 1.0, "{t}: {}", time(t));
        }
        assert!((time(1e-7) - time(0.0)).abs() < 0.1, "continuous at no drift");
        assert!(time(1e6) > 0.0 && time(-1e6) > 0.0);
    }

    #[test]
    fn it_is_mean_of_what_really_comes() {
        // Simulated matches from their 2000th pair on; the truth is drawn anew for each from the prior.
        let sprt = Sprt::new(Model::Normalized, 0.0, 20.0, 0.05, 0.05).unwrap();
        let step = 20.0 * Sample::SIGMAS_PER_NELO_OF_PAIRS;
        let mut rng = Rng::new(1);
        let (mut expected, mut real) = (0.0, 0.0);
        for _ in 0..300 {
            let normal: f64 = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
            let t = step / 2.0 + normal * step;
            // Three results, a draw as likely as not: a standard deviation of a quarter times root two.
            let sigma = 0.25 * std::f64::consts::FRAC_1_SQRT_2;
            let up = 0.25 + 2.0 * t * sigma;
            let mut pairs = Pairs { ld: 1, dd: 2, wd: 1, ..Pairs::default() };
            let mut counted = 0;
            let mut left = None;
            while sprt.verdict(sprt.llr(&pairs.into()).value) == Verdict::Undecided {
                if counted == 200 {
                    left = sprt.expected_left(&pairs.into());
                }
                let u = rng.unit();
                *(if u < up {
                    &mut pairs.wd
                } else if u < up + 0.5 {
                    &mut pairs.dd
                } else {
                    &mut pairs.ld
                }) += 1;
                counted += 1;
            }
            if let Some(left) = left {
                expected += left;
                real += f64::from(counted - 200);
            }
        }
        let ratio = real / expected;
        assert!((0.85..1.15).contains(&ratio), "{ratio}");
    }

    #[test]
    fn nothing_is_left_of_a_decided_test_and_something_of_any_other() {
        assert_eq!(
            sprt().expected_left(&Pairs { ww: 5000, wd: 3000, dd: 9, ..Pairs::default() }.into()),
            Some(0.0)
        );
        for counts in [
            Pairs::default(),
            Pairs { ww: 1, ..Pairs::default() },
            Pairs { ll: 3, ..Pairs::default() },
            Pairs { dd: 100, ..Pairs::default() },
            Pairs { ld: 4000, dd: 9000, wd: 4100, ..Pairs::default() },
        ] {
            let left = sprt().expected_left(&counts.into()).unwrap();
            assert!((1.0..=21_000.0).contains(&left), "{counts:?}: {left}");
        }
        let logistic = Sprt::new(Model::Logistic, 0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(logistic.expected_left(&Wdl::default().into()), None);
        assert!(logistic.expected_left(&Wdl { wins: 30, losses: 28, draws: 60 }.into()).unwrap() > 1000.0);
    }
}
