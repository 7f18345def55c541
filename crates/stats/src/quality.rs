//! Agreement between the workers of a match: a worker on a broken or overloaded machine distorts results.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A worker's results are included if at least this many of every kind are expected, the usual rule for this
/// test.
const LEAST_EXPECTED: f64 = 5.0;

/// Pearson's test that results do not depend on the worker.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Quality {
    /// The sum of squared deviations from the expectation, each divided by the expectation (χ²).
    pub chi2: f64,
    /// Degrees of freedom.
    pub degrees: usize,
    /// The probability of at least this deviation if all workers play alike, 0 to 1. Small values are
    /// suspicious.
    pub p: f64,
    /// The largest deviation of each worker in standard deviations, in the given order; `None` for those with
    /// too few results. fishtest investigates workers above 7.
    pub residuals: Vec<Option<f64>>,
}

impl Quality {
    /// Compares workers by their lost, level and won results, as fishtest does (LL + LD, WL + DD, WD + WW).
    /// `None` if fewer than two have enough results.
    pub fn new(workers: &[[u64; 3]]) -> Option<Self> {
        let mut counted: Vec<bool> = workers.iter().map(|row| row.iter().sum::<u64>() > 0).collect();
        // Excluding a worker changes the expectation for the others, so repeat until none is excluded.
        loop {
            let table = Table::new(workers, &counted);
            let least = (0..workers.len())
                .filter(|&row| counted[row])
                .map(|row| (row, table.least_expected(row)))
                .min_by(|a, b| a.1.total_cmp(&b.1))?;
            if least.1 >= LEAST_EXPECTED {
                return table.test(workers, &counted);
            }
            counted[least.0] = false;
        }
    }
}

/// Sums of the included rows and columns.
struct Table {
    rows: Vec<f64>,
    columns: [f64; 3],
    total: f64,
}

impl Table {
    fn new(workers: &[[u64; 3]], counted: &[bool]) -> Self {
        let mut columns = [0.0; 3];
        for (row, _) in workers.iter().zip(counted).filter(|(_, counted)| **counted) {
            for (sum, &count) in columns.iter_mut().zip(row) {
                *sum += count as f64;
            }
        }
        let rows = workers.iter().map(|row| row.iter().sum::<u64>() as f64).collect();
        Self { rows, columns, total: columns.iter().sum() }
    }

    fn expected(&self, row: usize, column: usize) -> f64 {
        self.rows[row] * self.columns[column] / self.total
    }

    /// Returns the columns that have results.
    fn used_columns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..3).filter(|&column| self.columns[column] > 0.0)
    }

    fn least_expected(&self, row: usize) -> f64 {
        self.used_columns().map(|column| self.expected(row, column)).fold(f64::INFINITY, f64::min)
    }

    fn test(&self, workers: &[[u64; 3]], counted: &[bool]) -> Option<Quality> {
        let rows = counted.iter().filter(|counted| **counted).count();
        let degrees = (rows.checked_sub(1)?) * (self.used_columns().count().checked_sub(1)?);
        if degrees == 0 {
            return None;
        }
        let mut chi2 = 0.0;
        let mut residuals = vec![None; workers.len()];
        for (row, counts) in workers.iter().enumerate().filter(|(row, _)| counted[*row]) {
            let mut greatest = 0.0_f64;
            for column in self.used_columns() {
                let expected = self.expected(row, column);
                let difference = counts[column] as f64 - expected;
                chi2 += difference * difference / expected;
                let spread = expected
                    * (1.0 - self.rows[row] / self.total)
                    * (1.0 - self.columns[column] / self.total);
                greatest = greatest.max(difference.abs() / spread.sqrt());
            }
            residuals[row] = Some(greatest);
        }
        Some(Quality { chi2, degrees, p: chi2_tail(chi2, degrees), residuals })
    }
}

/// Returns the probability that a chi-squared variable is at least `chi2`: the regularised incomplete gamma
/// function Q(degrees/2, chi2/2), by whichever converges of its power series and its continued fraction
/// (NIST's Digital Library of Mathematical Functions, 8.7.1 and 8.9.2).
fn chi2_tail(chi2: f64, degrees: usize) -> f64 {
    let (a, x) = (degrees as f64 / 2.0, chi2 / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let factor = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..10_000 {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return (1.0 - factor * sum).clamp(0.0, 1.0);
    }
    // Lentz's algorithm for continued fractions.
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1e300, 1.0 / b);
    let mut fraction = d;
    for n in 1..10_000 {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (factor * fraction).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_rng::Rng;

    #[test]
    fn tails_are_those_of_the_tables() {
        // 5 % and 1 % points of the chi-squared distribution, from the NIST/SEMATECH e-Handbook.
        for (degrees, point, p) in [
            (1, 3.841, 0.05),
            (2, 5.991, 0.05),
            (6, 12.592, 0.05),
            (30, 43.773, 0.05),
            (100, 124.342, 0.05),
            (1, 6.635, 0.01),
            (10, 23.209, 0.01),
            (100, 135.807, 0.01),
        ] {
            let tail = chi2_tail(point, degrees);
            assert!((tail / p - 1.0).abs() < 2e-3, "{degrees}: {tail} instead of {p}");
        }
        assert!((chi2_tail(0.5, 1) - 0.479_500_122).abs() < 1e-8);
        assert!((chi2_tail(0.0, 4) - 1.0).abs() < 1e-12);
        assert!(chi2_tail(1e4, 4) < 1e-300);
    }

    #[test]
    fn workers_that_play_alike_pass_as_often_as_they_should() {
        let mut rng = Rng::new(4);
        let mut low = 0;
        for _ in 0..1000 {
            let workers: Vec<[u64; 3]> = (0..4)
                .map(|_| {
                    let mut row = [0; 3];
                    for _ in 0..200 {
                        row[[0, 1, 1, 1, 2][rng.below(5) as usize]] += 1;
                    }
                    row
                })
                .collect();
            low += u32::from(Quality::new(&workers).unwrap().p < 0.05);
        }
        assert!((30..70).contains(&low), "{low} of 1000 below 5 %");
    }

    #[test]
    fn five_results_of_each_kind_must_be_expected() {
        // A fifth of the small worker's n results is expected to be of the rarest kind.
        let residuals =
            |small: [u64; 3]| Quality::new(&[[200, 600, 200], [200, 600, 200], small]).unwrap().residuals;
        assert_eq!(residuals([4, 12, 4])[2], None);
        assert!(residuals([5, 15, 5])[2].is_some());
        assert_eq!(Quality::new(&[[200, 600, 200], [4, 12, 4]]), None);
    }

    #[test]
    fn a_worker_that_plays_otherwise_stands_out() {
        let quality = Quality::new(&[[40, 120, 40], [45, 115, 40], [120, 60, 20], [1, 0, 1]]).unwrap();
        assert!(quality.p < 1e-6 && quality.degrees == 4, "{quality:?}");
        assert!(quality.residuals[2].unwrap() > 7.0);
        assert_eq!(quality.residuals[3], None, "too few results");
        assert_eq!(Quality::new(&[]), None);
        assert_eq!(Quality::new(&[[100, 100, 100]]), None);
        assert_eq!(Quality::new(&[[0, 100, 0], [0, 100, 0]]), None);
        assert_eq!(Quality::new(&[[0, 0, 0], [0, 0, 0]]), None);
    }
}
