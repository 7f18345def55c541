//! Ratings of several engines from all of their games at once, as Ordo computes them.

use serde::{Deserialize, Serialize};

use super::counts::{Counts, Pairs, Wdl};
use super::estimate::Z95;
use super::llr::Sample;

/// Elo per unit of the logistic distribution: 400 / ln 10.
const ELO: f64 = 173.71779276130073;

/// Scores are kept half of this away from 0 and 1. Without it an engine with no or all points would be infinitely weak or
/// strong; 0.001 is what fishtest lets an empty category count.
const ZERO_COUNT: f64 = 1e-3;

/// The results of two engines against each other, from the first one's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncounterResult {
    /// The two engines, by index.
    pub engines: [usize; 2],
    /// All games.
    pub wdl: Wdl,
    /// Complete pairs, where the games were pairs: their spread is that of the results then.
    pub pairs: Option<Pairs>,
}

/// The strength of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Elo above the mean of all engines that are connected by games.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
}

/// Maximum-likelihood ratings in the logistic model, in which a difference of d Elo is expected to score
/// 1/(1 + 10^(−d/400)): those with which every engine's points are what was expected of it (Ordo). In a gauntlet, other than with
/// Elo against the field, strong opponents count for more.
///
/// The errors come from the spread of the results that was seen (of pairs, where there are any), carried through the
/// derivatives of the expected points. An engine without games has no rating; groups of engines which no games connect cannot
/// be compared, and each has its own mean.
pub fn ratings(engines: usize, encounters: &[EncounterResult]) -> Vec<Option<Rating>> {
    let encounters: Vec<Encounter> =
        encounters.iter().filter_map(|encounter| Encounter::new(encounter, engines)).collect();
    let mut result = vec![None; engines];
    for group in groups(engines, &encounters) {
        if group.len() < 2 {
            continue;
        }
        let place = |engine: usize| group.binary_search(&engine).unwrap_or(0);
        let inside: Vec<Encounter> = encounters
            .iter()
            .filter(|encounter| group.contains(&encounter.engines[0]))
            .map(|encounter| Encounter { engines: encounter.engines.map(place), ..*encounter })
            .collect();
        for (&engine, rating) in group.iter().zip(group_ratings(group.len(), &inside)) {
            result[engine] = Some(rating);
        }
    }
    result
}

/// What counts of an encounter.
#[derive(Clone, Copy)]
struct Encounter {
    engines: [usize; 2],
    games: f64,
    points: f64,
    /// The variance of the points.
    variance: f64,
}

impl Encounter {
    fn new(result: &EncounterResult, engines: usize) -> Option<Self> {
        let [a, b] = result.engines;
        let games = result.wdl.games() as f64;
        if games == 0.0 || a == b || a >= engines || b >= engines {
            return None;
        }
        let share = result.wdl.points() / games;
        // Half a thousandth of the points keeps ratings finite.
        let points = share.clamp(ZERO_COUNT / 2.0, 1.0 - ZERO_COUNT / 2.0) * games;
        let of_games = || Sample::regularized(&Counts::Games(result.wdl)).moments().1 * games;
        // A pair's score is the mean of two games, its points are twice that.
        let of_pairs = |pairs: &Pairs| {
            4.0 * Sample::regularized(&Counts::Pairs(*pairs)).moments().1 * pairs.pairs() as f64
        };
        let variance =
            result.pairs.as_ref().filter(|pairs| pairs.pairs() > 0).map_or_else(of_games, of_pairs);
        Some(Self { engines: [a, b], games, points, variance })
    }
}

/// Groups of engines that games connect, each in order.
fn groups(engines: usize, encounters: &[Encounter]) -> Vec<Vec<usize>> {
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

/// The ratings of engines that are all connected.
fn group_ratings(engines: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut strength = vec![0.0; engines];
    // Newton's method on a concave likelihood; steps are bounded, so that it cannot run away from a bad start.
    for _ in 0..200 {
        let (slope, residual) = linearised(engines, encounters, &strength);
        let step = solve(&slope, &residual);
        let largest = step.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        for (value, step) in strength.iter_mut().zip(&step) {
            *value += scale * step;
        }
        if largest < 1e-12 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / engines as f64;
    let (slope, _) = linearised(engines, encounters, &strength);
    let variances = variances(engines, encounters, &slope);
    strength
        .iter()
        .zip(variances)
        .map(|(value, variance)| Rating {
            elo: (value - mean) * ELO,
            error: Z95 * variance.max(0.0).sqrt() * ELO,
        })
        .collect()
}

/// How expected points change with strength, and by how much points exceed what is expected.
fn linearised(engines: usize, encounters: &[Encounter], strength: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let mut slope = vec![vec![0.0; engines]; engines];
    let mut residual = vec![0.0; engines];
    for &Encounter { engines: [a, b], games, points, .. } in encounters {
        let expected = 1.0 / (1.0 + libm::exp(strength[b] - strength[a]));
        let weight = games * expected * (1.0 - expected);
        slope[a][a] += weight;
        slope[b][b] += weight;
        slope[a][b] -= weight;
        slope[b][a] -= weight;
        residual[a] += points - games * expected;
        residual[b] -= points - games * expected;
    }
    (slope, residual)
}

/// The variances of the strengths around their mean: the spread of the points through the inverse of the slope.
fn variances(engines: usize, encounters: &[Encounter], slope: &[Vec<f64>]) -> Vec<f64> {
    let mut result = vec![0.0; engines];
    for &Encounter { engines: [a, b], variance, .. } in encounters {
        let mut change = vec![0.0; engines];
        (change[a], change[b]) = (1.0, -1.0);
        let effect = solve(slope, &change);
        let mean = effect.iter().sum::<f64>() / engines as f64;
        for (sum, effect) in result.iter_mut().zip(effect) {
            *sum += variance * (effect - mean) * (effect - mean);
        }
    }
    result
}

/// Solves a system whose rows add up to zero, with the last unknown fixed at 0, by Gauss's elimination with pivots.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let unknowns = right.len() - 1;
    let mut rows: Vec<Vec<f64>> = (0..unknowns)
        .map(|row| matrix[row][..unknowns].iter().copied().chain([right[row]]).collect())
        .collect();
    for column in 0..unknowns {
        let pivot =
            (column..unknowns).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        rows.swap(column, pivot.unwrap_or(column));
        let head = rows[column].clone();
        if head[column].abs() < 1e-300 {
            continue;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column && row[column] != 0.0 {
                let factor = row[column] / head[column];
                for (value, of_head) in row.iter_mut().zip(&head) {
                    *value -= factor * of_head;
                }
            }
        }
    }
    let value =
        |row: usize| if rows[row][row].abs() < 1e-300 { 0.0 } else { rows[row][unknowns] / rows[row][row] };
    (0..unknowns).map(value).chain([0.0]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Convention, Estimate};
    use super::*;
    use crate::rng::Rng;

    fn encounter(a: usize, b: usize, wins: u64, losses: u64, draws: u64) -> EncounterResult {
        EncounterResult { engines: [a, b], wdl: Wdl { wins, losses, draws }, pairs: None }
    }

    #[test]
    fn two_engines_differ_by_the_elo_of_the_match() {
        for (wins, losses, draws) in [(30, 20, 50), (100, 300, 200), (5, 5, 5)] {
            let result = encounter(0, 1, wins, losses, draws);
            let rating = ratings(2, &[result]);
            let [a, b] = [rating[0].unwrap(), rating[1].unwrap()];
            let estimate = Estimate::new(&Counts::Games(result.wdl), Convention::Fishtest);
            assert!((a.elo - b.elo - estimate.elo).abs() < 0.5, "{a:?} {b:?} {estimate:?}");
            // Each is half of the difference away from the mean. The interval of the match is no linear one.
            assert!((2.0 * a.error / estimate.elo_err - 1.0).abs() < 0.15, "{a:?} {estimate:?}");
        }
    }

    #[test]
    fn points_are_what_is_expected() {
        // A gauntlet and a game among the others: every engine's points are those that the ratings predict.
        let results = [
            encounter(0, 1, 40, 30, 30),
            encounter(0, 2, 10, 60, 30),
            encounter(0, 3, 90, 4, 6),
            encounter(1, 3, 7, 0, 3),
        ];
        let rated: Vec<Rating> = ratings(4, &results).into_iter().map(Option::unwrap).collect();
        for engine in 0..4 {
            let (mut points, mut expected) = (0.0, 0.0);
            for result in &results {
                let [a, b] = result.engines;
                let games = result.wdl.games() as f64;
                let chance = super::super::llr::expected_score(rated[a].elo - rated[b].elo) * games;
                if a == engine {
                    (points, expected) = (points + result.wdl.points(), expected + chance);
                } else if b == engine {
                    (points, expected) = (points + games - result.wdl.points(), expected + games - chance);
                }
            }
            assert!((points - expected).abs() < 1e-6, "{engine}: {points} {expected}");
        }
        assert!(rated.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        assert!(rated[3].error > rated[0].error, "fewer games");
    }

    #[test]
    fn errors_cover_the_truth() {
        let truth = [60.0, 0.0, -20.0, -40.0];
        let mut rng = Rng::new(9);
        let mut inside = 0;
        for _ in 0..300 {
            let mut results = Vec::new();
            for a in 0..4 {
                for b in a + 1..4 {
                    let score = super::super::llr::expected_score(truth[a] - truth[b]);
                    let mut wdl = Wdl::default();
                    for _ in 0..100 {
                        let u = rng.unit();
                        // Half of the games are drawn.
                        if u < score - 0.25 {
                            wdl.wins += 1;
                        } else if u < score + 0.25 {
                            wdl.draws += 1;
                        } else {
                            wdl.losses += 1;
                        }
                    }
                    results.push(EncounterResult { engines: [a, b], wdl, pairs: None });
                }
            }
            let rated = ratings(4, &results);
            inside += rated
                .iter()
                .zip(truth)
                .filter(|(rating, truth)| {
                    let rating = rating.unwrap();
                    (rating.elo - truth).abs() <= rating.error
                })
                .count();
        }
        let share = inside as f64 / 1200.0;
        assert!((0.92..0.98).contains(&share), "{share}");
    }

    #[test]
    fn extremes_stay_finite_and_strangers_are_not_compared() {
        let rated =
            ratings(6, &[encounter(0, 1, 10, 0, 0), encounter(1, 2, 0, 0, 4), encounter(3, 4, 1, 2, 0)]);
        assert!(rated[5].is_none());
        for rating in rated.iter().flatten() {
            assert!(rating.elo.is_finite() && rating.error.is_finite(), "{rating:?}");
        }
        assert!((rated[3].unwrap().elo + rated[4].unwrap().elo).abs() < 1e-9);
        assert!(rated[0].unwrap().elo > 500.0);
        assert_eq!(ratings(2, &[]), [None, None]);
        assert_eq!(ratings(0, &[]), []);
    }
}
