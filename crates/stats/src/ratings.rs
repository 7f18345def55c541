//! Ratings of several engines from all their games at once, as in Ordo.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::estimate::Z95;
use crate::fit::{ELO, Encounter, EncounterResult, Fit, ZERO_COUNT, strengths};
use crate::interval::Interval;

impl EncounterResult {
    /// Returns the same results from the second engine's point of view.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [first, second] = self.engines;
        Self { engines: [second, first], wdl: -self.wdl, pairs: self.pairs.map(|pairs| -pairs) }
    }
}

/// The rating of one engine.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Rating {
    /// Elo above the mean of all engines connected by games, excluding those that won or lost every game.
    pub elo: f64,
    /// Half of the 95 % interval if it were symmetric, that is, if ratings were linear in points.
    pub error: f64,
    /// The 95 % interval; see [`Interval`].
    pub interval: Interval,
}

/// Computes maximum-likelihood ratings in the logistic model, in which a difference of d Elo gives an
/// expected score of 1/(1 + 10^(−d/400)): those for which every engine's points equal their expectation
/// (Ordo). Unlike Elo against the field, they give more weight to strong opponents in a gauntlet.
///
/// The errors come from the observed spread of the results (of pairs, if there are any), propagated through
/// the derivatives of the expected points. The intervals are those of the engines' scores (Agresti and Coull,
/// 1998, for as many games as would have that error) converted to Elo against the same opponents. An engine
/// without games has no rating; groups of engines not connected by games cannot be compared, and each has its
/// own mean.
pub fn ratings(engines: usize, encounters: &[EncounterResult]) -> Vec<Option<Rating>> {
    let encounters: Vec<Encounter> =
        encounters.iter().filter_map(|encounter| Encounter::new(encounter, engines)).collect();
    let mut result = vec![None; engines];
    for group in groups(engines, &encounters) {
        if group.len() < 2 {
            continue;
        }
        for (&engine, rating) in group.iter().zip(group_ratings(group.len(), &within(&group, &encounters))) {
            result[engine] = Some(rating);
        }
    }
    result
}

/// Returns the encounters within a group of engines, renumbered by their index in it.
pub(crate) fn within(group: &[usize], encounters: &[Encounter]) -> Vec<Encounter> {
    encounters
        .iter()
        .filter(|encounter| group.contains(&encounter.engines[0]))
        .map(|encounter| Encounter {
            engines: encounter.engines.map(|engine| place(group, engine)),
            ..*encounter
        })
        .collect()
}

/// Returns the index of an engine in its sorted group.
pub(crate) fn place(group: &[usize], engine: usize) -> usize {
    group.binary_search(&engine).unwrap_or(0)
}

/// Returns the groups of engines connected by games, each sorted.
pub(crate) fn groups(engines: usize, encounters: &[Encounter]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..engines).collect();
    for Encounter { engines: [a, b], .. } in encounters {
        let (from, to) = (group[*a].max(group[*b]), group[*a].min(group[*b]));
        for number in &mut group {
            if *number == from {
                *number = to;
            }
        }
    }
    (0..engines)
        .map(|number| (0..engines).filter(|&engine| group[engine] == number).collect::<Vec<_>>())
        .filter(|members| !members.is_empty())
        .collect()
}

/// Computes the ratings of a connected group of engines.
fn group_ratings(engines: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let strength = strengths(engines, encounters);
    let field = field(engines, encounters);
    let size = field.iter().filter(|is_in| **is_in).count() as f64;
    let mean =
        strength.iter().zip(&field).filter(|(_, is_in)| **is_in).map(|(value, _)| value).sum::<f64>() / size;
    let variances = variances(encounters, &strength, &field);
    let spread = spread(encounters, &strength);
    (0..engines)
        .zip(variances)
        .map(|(engine, variance)| {
            // An engine that is part of the mean shifts it.
            let share = if field[engine] && size > 1.0 { size / (size - 1.0) } else { 1.0 };
            let interval = score_interval(engine, encounters, &strength, (variance, spread), share);
            let above = |shift: f64| (strength[engine] + shift - mean) * ELO;
            Rating {
                elo: above(0.0),
                error: Z95 * variance.max(0.0).sqrt() * ELO,
                interval: Interval { low: interval[0].map(above), high: interval[1].map(above) },
            }
        })
        .collect()
}

/// Returns the engines whose mean is the origin: those that neither won nor lost all their games, so that
/// their strength is bounded. All engines if there are none.
fn field(engines: usize, encounters: &[Encounter]) -> Vec<bool> {
    let (mut points, mut games) = (vec![0.0; engines], vec![0.0; engines]);
    for Encounter { engines: [a, b], points: of_a, games: played, .. } in encounters {
        points[*a] += of_a;
        points[*b] += played - of_a;
        games[*a] += played;
        games[*b] += played;
    }
    let is_bounded = |engine: usize| {
        let share: f64 = points[engine] / games[engine];
        share > ZERO_COUNT && share < 1.0 - ZERO_COUNT
    };
    let field: Vec<bool> = (0..engines).map(is_bounded).collect();
    if field.contains(&true) { field } else { vec![true; engines] }
}

/// Returns the spread of the results relative to independent games without draws: draws and pairs reduce it.
/// A few results are treated as such games.
fn spread(encounters: &[Encounter], strength: &[f64]) -> f64 {
    let (mut seen, mut expected) = (1.0, 1.0);
    for encounter in encounters {
        seen += encounter.variance;
        expected += encounter.expected_variance(strength);
    }
    seen / expected
}

/// Returns the evidence about the difference between two engines: the spread of the results that bear on it,
/// as in [`spread`], and their degrees of freedom, one less than results in each encounter. A result counts
/// by its share of the difference's variance: games against a third engine that loses to everyone say
/// nothing, however many there are.
pub(crate) fn bearing(encounters: &[Encounter], strength: &[f64], [first, other]: [usize; 2]) -> (f64, f64) {
    let fit = Fit::new(strength.len(), encounters);
    let mut change = vec![0.0; strength.len()];
    (change[first], change[other]) = (1.0, -1.0);
    let effect = fit.solve(&fit.information(strength), &change);
    let weight = |Encounter { engines: [a, b], .. }: &Encounter| (effect[*a] - effect[*b]).powi(2);
    let most = encounters.iter().map(weight).fold(f64::MIN_POSITIVE, f64::max);
    let (mut seen, mut expected, mut of_results, mut of_encounters) = (1.0, 1.0, 0.0, 0.0);
    for encounter in encounters {
        let weight = weight(encounter) / most;
        let part = weight * encounter.expected_variance(strength);
        seen += weight * encounter.variance;
        expected += part;
        of_results += part * part / encounter.units;
        of_encounters += part * part;
    }
    // The effective number with this variance if all counted equally (Kish, Survey Sampling, 1965).
    let alike = |squares: f64| if squares > 0.0 { (expected - 1.0_f64).powi(2) / squares } else { 0.0 };
    (seen / expected, alike(of_results) - alike(of_encounters))
}

/// Returns how much lower and higher the strength of an engine can be: the interval of its score against its
/// opponents, converted to strength. `None` if that score would be 0 or 1. `error` is the variance of its
/// strength from the spread of all results; `share` is how far it moves from an opponent when it moves from
/// the mean.
fn score_interval(
    engine: usize,
    encounters: &[Encounter],
    strength: &[f64],
    (variance, spread): (f64, f64),
    share: f64,
) -> [Option<f64>; 2] {
    let opponents: Vec<(f64, f64)> = encounters
        .iter()
        .filter_map(|Encounter { engines: [a, b], games, .. }| match engine {
            _ if *a == engine => Some((*games, strength[*b])),
            _ if *b == engine => Some((*games, strength[*a])),
            _ => None,
        })
        .collect();
    let games: f64 = opponents.iter().map(|(games, _)| games).sum();
    let score = |shift: f64| {
        let own = strength[engine] + share * shift;
        opponents.iter().map(|(games, other)| games / (1.0 + libm::exp(other - own))).sum::<f64>() / games
    };
    let (mean, step) = (score(0.0), 1e-4);
    let slope = (score(step) - score(-step)) / (2.0 * step);
    let (binomial, seen) = (mean * (1.0 - mean), variance * slope * slope);
    let most = games / spread;
    let effective = if seen > 0.0 { (binomial / seen).min(most) } else { most };
    let adjusted = effective + Z95 * Z95;
    let middle = (mean * effective + Z95 * Z95 / 2.0) / adjusted;
    let error = Z95 * (middle * (1.0 - middle) / adjusted).sqrt();
    [middle - error, middle + error].map(|target| {
        let (mut low, mut high) = (-30.0, 30.0);
        if target <= ZERO_COUNT || target >= 1.0 - ZERO_COUNT {
            return None;
        }
        for _ in 0..60 {
            let shift = f64::midpoint(low, high);
            if score(shift) < target { low = shift } else { high = shift }
        }
        Some(f64::midpoint(low, high))
    })
}

/// Returns the variances of the strengths around the mean of the field: the spread of the points propagated
/// through the inverse of the slope.
fn variances(encounters: &[Encounter], strength: &[f64], field: &[bool]) -> Vec<f64> {
    let fit = Fit::new(field.len(), encounters);
    let weights = fit.information(strength);
    let size = field.iter().filter(|is_in| **is_in).count() as f64;
    let of_mean: Vec<f64> = field.iter().map(|is_in| if *is_in { 1.0 / size } else { 0.0 }).collect();
    let variance = |engine: usize| {
        let mut change: Vec<f64> = of_mean.iter().map(|share| -share).collect();
        change[engine] += 1.0;
        let effect = fit.solve(&weights, &change);
        let part = |&Encounter { engines: [a, b], variance, .. }: &Encounter| {
            variance * (effect[a] - effect[b]) * (effect[a] - effect[b])
        };
        encounters.iter().map(part).sum()
    };
    (0..field.len()).map(variance).collect()
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
