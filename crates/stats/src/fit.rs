//! Maximum-likelihood fit of the logistic model: the strengths of engines from the points between them.

use crate::counts::{Counts, PairCounts, WdlCounts};
use crate::sample::Sample;

/// Elo per unit of the logistic distribution: 400 / ln 10.
pub(crate) const ELO: f64 = 173.71779276130073;

/// Twice the minimum distance of scores from 0 and 1. Without it an engine with no points or all points would
/// be infinitely weak or strong; 0.001 is fishtest's count of an empty category.
pub(crate) const ZERO_COUNT: f64 = 1e-3;

/// The results of two engines against each other, from the first one's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncounterResult {
    /// The two engines, by index.
    pub engines: [usize; 2],
    /// All games.
    pub wdl: WdlCounts,
    /// Complete pairs, if games were played in pairs; they then determine the spread.
    pub pairs: Option<PairCounts>,
}

/// The statistics of an encounter.
#[derive(Clone, Copy)]
pub(crate) struct Encounter {
    pub engines: [usize; 2],
    pub games: f64,
    pub points: f64,
    /// The variance of the points.
    pub variance: f64,
    /// The number of independent results: pairs, or games.
    pub units: f64,
}

impl Encounter {
    /// Creates the statistics of a result whose score is held away from 0 and 1. `None` without games.
    pub fn new(result: &EncounterResult, engines: usize) -> Option<Self> {
        let exact = Self::exact(result, engines)?;
        let share = exact.points / exact.games;
        // Half a thousandth of the points keeps ratings finite.
        let points = share.clamp(ZERO_COUNT / 2.0, 1.0 - ZERO_COUNT / 2.0) * exact.games;
        let of_games = || Sample::regularized(&Counts::Games(result.wdl)).moments().1 * exact.games;
        // A pair's score is the mean of its two games; its points are twice that.
        let of_pairs = |pairs: &PairCounts| {
            4.0 * Sample::regularized(&Counts::Pairs(*pairs)).moments().1 * pairs.pairs() as f64
        };
        let pairs = result.pairs.as_ref().filter(|pairs| pairs.pairs() > 0);
        let variance = pairs.map_or_else(of_games, of_pairs);
        let units = pairs.map_or(exact.games, |pairs| pairs.pairs() as f64);
        Some(Self { points, variance, units, ..exact })
    }

    /// Creates the statistics of a result as it is, without a variance. `None` without games.
    pub fn exact(result: &EncounterResult, engines: usize) -> Option<Self> {
        let [a, b] = result.engines;
        let games = result.wdl.games() as f64;
        (games > 0.0 && a != b && a < engines && b < engines).then(|| Self {
            engines: [a, b],
            games,
            points: result.wdl.points(),
            variance: 0.0,
            units: games,
        })
    }

    /// Returns the variance of the points if games were independent and none was drawn.
    pub fn expected_variance(&self, strength: &[f64]) -> f64 {
        let [a, b] = self.engines;
        let p = logistic(strength[a] - strength[b]);
        self.games * p * (1.0 - p)
    }
}

/// Returns the expected score of a game for a difference in strength.
pub(crate) fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// Encounters to fit: one parameter per engine, and one more for the advantage of the first engine of each
/// encounter if that has White in all its games.
#[derive(Clone, Copy)]
pub(crate) struct Fit<'a> {
    pub engines: usize,
    pub encounters: &'a [Encounter],
    pub has_advantage: bool,
}

impl<'a> Fit<'a> {
    pub fn new(engines: usize, encounters: &'a [Encounter]) -> Self {
        Self { engines, encounters, has_advantage: false }
    }

    /// Returns the difference between the parameters of an encounter's engines, with the advantage.
    fn difference(&self, &Encounter { engines: [a, b], .. }: &Encounter, values: &[f64]) -> f64 {
        values[a] - values[b] + if self.has_advantage { values[self.engines] } else { 0.0 }
    }

    /// Returns the expected score of a game, from 0 to 1.
    pub fn expected_score(&self, encounter: &Encounter, values: &[f64]) -> f64 {
        logistic(self.difference(encounter, values))
    }

    /// Returns the sum of the encounters' differences, each multiplied by its factor.
    fn combined(&self, factor: impl Fn(usize, &Encounter) -> f64) -> Vec<f64> {
        let mut sum = vec![0.0; self.engines + usize::from(self.has_advantage)];
        for (index, encounter) in self.encounters.iter().enumerate() {
            let (value, [a, b]) = (factor(index, encounter), encounter.engines);
            sum[a] += value;
            sum[b] -= value;
            if self.has_advantage {
                sum[self.engines] += value;
            }
        }
        sum
    }

    /// Returns the most likely parameters, up to a constant for each connected group of engines, and whether the
    /// likelihood has a maximum there: it may have none, or too distant a one.
    pub fn maximum(&self) -> (Vec<f64>, bool) {
        let mut values = vec![0.0; self.engines + usize::from(self.has_advantage)];
        // Newton's method on a concave likelihood; the step size is limited, so that it cannot diverge from a bad
        // start.
        for _ in 0..200 {
            let excess = self.combined(|_, encounter| {
                encounter.points - encounter.games * self.expected_score(encounter, &values)
            });
            let step = self.solve(&self.information(&values), &excess);
            let largest = step.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
            let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
            for (value, step) in values.iter_mut().zip(&step) {
                *value += scale * step;
            }
            if largest < 1e-11 {
                return (values, true);
            }
        }
        (values, false)
    }

    /// Returns the weight of each encounter in the Fisher information: the variance of its points if games were
    /// independent and none was drawn.
    pub fn information(&self, values: &[f64]) -> Vec<f64> {
        let weight = |encounter: &Encounter| {
            let p = self.expected_score(encounter, values);
            encounter.games * p * (1.0 - p)
        };
        self.encounters.iter().map(weight).collect()
    }

    /// Solves a system whose matrix is the Fisher information with these weights. The right side must add up to
    /// zero within each connected group of engines; then differences within a group are determined, and the sum
    /// over it is not.
    ///
    /// Conjugate gradients, scaled by the diagonal (Hestenes and Stiefel, 1952).
    pub fn solve(&self, weights: &[f64], right: &[f64]) -> Vec<f64> {
        let mut diagonal = vec![f64::MIN_POSITIVE; right.len()];
        for (&weight, &Encounter { engines: [a, b], .. }) in weights.iter().zip(self.encounters) {
            diagonal[a] += weight;
            diagonal[b] += weight;
            if self.has_advantage {
                diagonal[self.engines] += weight;
            }
        }
        let scaled = |values: &[f64]| -> Vec<f64> {
            values.iter().zip(&diagonal).map(|(value, scale)| value / scale).collect()
        };
        let (mut solution, mut rest) = (vec![0.0; right.len()], right.to_vec());
        let mut direction = scaled(&rest);
        let mut size = product(&rest, &direction);
        let negligible = size * 1e-27;
        for _ in 0..4 * right.len() + 100 {
            if size <= negligible {
                break;
            }
            let image =
                self.combined(|index, encounter| weights[index] * self.difference(encounter, &direction));
            let step = size / product(&direction, &image);
            if !step.is_finite() {
                break;
            }
            for (index, value) in solution.iter_mut().enumerate() {
                *value += step * direction[index];
                rest[index] -= step * image[index];
            }
            let next = scaled(&rest);
            let (before, after) = (size, product(&rest, &next));
            size = after;
            for (value, next) in direction.iter_mut().zip(next) {
                *value = next + after / before * *value;
            }
        }
        solution
    }
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Returns the most likely strengths of a connected group of engines, up to a constant.
pub(crate) fn strengths(engines: usize, encounters: &[Encounter]) -> Vec<f64> {
    Fit::new(engines, encounters).maximum().0
}
