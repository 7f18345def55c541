//! Ranking of several engines, and whether the games prove who is first.

use std::collections::BTreeSet;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::counts::{Counts, PairCounts};
use crate::fit::{Encounter, EncounterResult, strengths};
use crate::interval::student_quantile;
use crate::ratings::{Rating, bearing, groups, place, ratings, within};
use crate::significance::{CLAIM_LEVEL, p_value};

/// The engines ordered by strength.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Ranking {
    /// All engines by descending rating; those without games come last.
    pub order: Vec<usize>,
    /// Engines that may be as strong as the first one, in order. Empty if the first one is the strongest; all
    /// compared engines if none has played.
    pub rivals: Vec<usize>,
}

impl Ranking {
    /// Creates the ranking from the results and the ratings computed from them.
    ///
    /// An engine is a rival of the first one unless equal strength would make the results much less likely:
    /// by the likelihood ratio, divided by the spread of the results that bear on it, compared with the
    /// square of Student's 97.5 % quantile. The quantile is not exact for few results, so an exact test must
    /// reject equal strength as well ([`p_value`]), from the games between the two or also from those against
    /// common opponents. Engines not connected by games cannot
    /// be compared. The comparison of two engines does not depend on whether other engines took part that lost
    /// to both.
    pub fn new(results: &[EncounterResult], rated: &[Option<Rating>]) -> Self {
        let engines = rated.len();
        let rating = |engine: usize| rated[engine].map_or(f64::NEG_INFINITY, |rating| rating.elo);
        let mut order: Vec<usize> = (0..engines).collect();
        order.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
        let encounters: Vec<Encounter> =
            results.iter().filter_map(|result| Encounter::new(result, engines)).collect();
        let first = order.first().copied().unwrap_or(0);
        let group = groups(engines, &encounters).into_iter().find(|group| group.contains(&first));
        let group = group.unwrap_or_default();
        let is_rival = |other: &usize| {
            !group.contains(other)
                || !is_behind(&encounters, &group, first, *other)
                || may_be_chance(results, first, *other)
        };
        let rivals = order.iter().copied().filter(|&other| other != first).filter(is_rival).collect();
        Self { order, rivals }
    }
}

/// Returns whether the results of a group clearly contradict that `other` is as strong as `first`.
fn is_behind(encounters: &[Encounter], group: &[usize], first: usize, other: usize) -> bool {
    let inside = within(group, encounters);
    let (first, other) = (place(group, first), place(group, other));
    let free = strengths(group.len(), &inside);
    // Both merged into one engine: games between them say nothing about its strength.
    let merged = |engine: usize| match engine {
        _ if engine == other => first - usize::from(other < first),
        _ => engine - usize::from(engine > other),
    };
    let together: Vec<Encounter> = inside
        .iter()
        .map(|encounter| Encounter { engines: encounter.engines.map(merged), ..*encounter })
        .filter(|encounter| encounter.engines[0] != encounter.engines[1])
        .collect();
    let equal = strengths(group.len() - 1, &together);
    let equal: Vec<f64> = (0..group.len()).map(|engine| equal[merged(engine)]).collect();
    let (spread, degrees) = bearing(&inside, &free, [first, other]);
    if degrees < 1.0 {
        return false;
    }
    let difference = 2.0 * (log_likelihood(&inside, &free) - log_likelihood(&inside, &equal));
    difference / spread > student_quantile(degrees).powi(2)
}

/// Returns whether exact tests cannot reject that `other` is as strong as `first`.
///
/// If both are equally strong, their results against a common opponent are interchangeable: points that one
/// wins and points that the other loses count like points between them.
fn may_be_chance(results: &[EncounterResult], first: usize, other: usize) -> bool {
    let with = |engine: usize, opponent: usize| {
        results.iter().filter_map(move |result| match result.engines {
            found if found == [engine, opponent] => Some(*result),
            found if found == [opponent, engine] => {
                Some(EncounterResult { wdl: -result.wdl, pairs: result.pairs.map(|pairs| -pairs), ..*result })
            }
            _ => None,
        })
    };
    let opponents: BTreeSet<usize> = results.iter().flat_map(|result| result.engines).collect();
    let common = opponents
        .into_iter()
        .filter(|&opponent| opponent != first && opponent != other)
        .filter(|&opponent| with(first, opponent).next().is_some() && with(other, opponent).next().is_some())
        .flat_map(|opponent| with(first, opponent).chain(with(opponent, other)));
    let direct: Vec<EncounterResult> = with(first, other).collect();
    let all: Vec<EncounterResult> = direct.iter().copied().chain(common).collect();
    !all.is_empty() && [direct, all].iter().all(|results| p_value(&merged(results)) > CLAIM_LEVEL)
}

/// Returns the sum of results: of pairs if all were played in pairs.
fn merged(results: &[EncounterResult]) -> Counts {
    let pairs = |result: &EncounterResult| result.pairs.filter(|pairs| pairs.pairs() > 0);
    let sum: Option<PairCounts> = results.iter().map(pairs).sum();
    sum.map_or_else(|| Counts::Games(results.iter().map(|result| result.wdl).sum()), Counts::Pairs)
}

fn log_likelihood(encounters: &[Encounter], strength: &[f64]) -> f64 {
    let of = |Encounter { engines: [a, b], games, points, .. }: &Encounter| {
        let p = (1.0 / (1.0 + libm::exp(strength[*b] - strength[*a]))).clamp(1e-12, 1.0 - 1e-12);
        points * libm::log(p) + (games - points) * libm::log(1.0 - p)
    };
    encounters.iter().map(of).sum()
}

/// Computes the ratings from some results, and the ranking by them.
pub fn ranked(engines: usize, results: &[EncounterResult]) -> (Vec<Option<Rating>>, Ranking) {
    let rated = ratings(engines, results);
    let ranking = Ranking::new(results, &rated);
    (rated, ranking)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PairCounts, WdlCounts};
    use tabia_rng::Rng;

    fn encounter(a: usize, b: usize, wins: u64, losses: u64, draws: u64) -> EncounterResult {
        EncounterResult { engines: [a, b], wdl: WdlCounts { wins, losses, draws }, pairs: None }
    }

    fn ranking(engines: usize, results: &[EncounterResult]) -> Ranking {
        ranked(engines, results).1
    }

    #[test]
    fn the_third_engine_can_be_first() {
        let results = [encounter(0, 1, 14, 4, 2), encounter(0, 2, 3, 15, 2), encounter(1, 2, 1, 17, 2)];
        assert_eq!(ranking(3, &results), Ranking { order: vec![2, 0, 1], rivals: vec![] });
    }

    #[test]
    fn a_few_games_prove_nothing() {
        let results = [encounter(0, 1, 1, 0, 1), encounter(0, 2, 2, 0, 0), encounter(1, 2, 1, 1, 0)];
        let found = ranking(3, &results);
        assert_eq!((found.order[0], found.rivals.len()), (0, 2), "{found:?}");
        assert_eq!(ranking(3, &[]), Ranking { order: vec![0, 1, 2], rivals: vec![1, 2] });
        assert_eq!(ranking(2, &[encounter(0, 1, 2, 0, 0)]).rivals, [1]);
        assert_eq!(ranking(2, &[encounter(0, 1, 12, 0, 0)]).rivals, [0; 0]);
    }

    #[test]
    fn a_third_engine_that_loses_every_game_proves_nothing_of_the_others() {
        let pairs = |a: usize, b: usize, wdl: [u64; 3], [wl, wd, ww]: [u64; 3]| EncounterResult {
            engines: [a, b],
            wdl: WdlCounts { wins: wdl[0], draws: wdl[1], losses: wdl[2] },
            pairs: Some(PairCounts { wl, wd, ww, ..PairCounts::default() }),
        };
        let beaten = |a: usize| pairs(a, 2, [8, 0, 0], [0, 0, 4]);
        // Four pairs between the first two: 7 to 1 in three different ways, and 8 to 0.
        for (wdl, counts) in
            [([7, 0, 1], [1, 0, 3]), ([6, 2, 0], [0, 2, 2]), ([6, 2, 0], [1, 0, 3]), ([8, 0, 0], [0, 0, 4])]
        {
            let direct = pairs(0, 1, wdl, counts);
            let two = ranking(2, &[direct]).rivals;
            assert_eq!(ranking(3, &[direct, beaten(0), beaten(1)]).rivals, two, "{wdl:?} {counts:?}");
        }
    }

    #[test]
    fn engines_that_never_met_are_not_compared() {
        let results = [encounter(0, 1, 90, 10, 0), encounter(2, 3, 50, 50, 0)];
        assert_eq!(ranking(4, &results).rivals, [2, 3]);
    }

    /// Returns the share of matches after which an engine is called the strongest: equally strong ones, unless
    /// `is_last_weak`, which makes the last one lose every game.
    fn claims(rng: &mut Rng, (games, draws): (u64, f64), is_last_weak: bool) -> f64 {
        const MATCHES: u32 = 300;
        let claims = (0..MATCHES).filter(|_| {
            let mut results = Vec::new();
            for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let mut wdl = WdlCounts::default();
                for _ in 0..games {
                    match rng.unit() {
                        _ if is_last_weak && b > 1 => wdl.wins += 1,
                        u if u < draws => wdl.draws += 1,
                        u if u < f64::midpoint(draws, 1.0) => wdl.losses += 1,
                        _ => wdl.wins += 1,
                    }
                }
                results.push(EncounterResult { engines: [a, b], wdl, pairs: None });
            }
            ranking(4, &results).rivals.is_empty()
        });
        claims.count() as f64 / f64::from(MATCHES)
    }

    #[test]
    fn equal_engines_are_rarely_told_apart() {
        let mut rng = Rng::new(12);
        for games in [2, 4, 6, 10, 60] {
            for draws in [0.0, 0.4, 0.9] {
                for is_last_weak in [false, true] {
                    let rate = claims(&mut rng, (games, draws), is_last_weak);
                    // 5 % and three standard errors.
                    let most = 0.05 + 3.0 * (0.05_f64 * 0.95 / 300.0).sqrt();
                    assert!(rate <= most, "{games} games each, {draws} draws, {is_last_weak}: {rate}");
                }
            }
        }
    }

    /// Returns the probability of a result if pairs are even, decided by one game or by two with these
    /// probabilities, and neither engine is stronger.
    fn probability([ll, ld, dd, wd, ww]: [u64; 5], [even, small, large]: [f64; 3]) -> f64 {
        let factorial = |n: u64| (1..=n).product::<u64>() as f64;
        let arrangements = factorial(ll + ld + dd + wd + ww)
            / [ll, ld, dd, wd, ww].map(factorial).into_iter().product::<f64>();
        arrangements
            * even.powi(dd as i32)
            * (small / 2.0).powi((ld + wd) as i32)
            * (large / 2.0).powi((ll + ww) as i32)
    }

    /// The games of weaker engines say nothing: the claim is that of a match of two, exactly.
    #[test]
    fn the_strongest_of_two_equal_engines_is_named_in_one_match_of_twenty_at_most() {
        for pairs in 2..=8 {
            let mut claims = Vec::new();
            for (ll, ld) in (0..=pairs).flat_map(|ll| (0..=pairs - ll).map(move |ld| (ll, ld))) {
                for wd in 0..=pairs - ll - ld {
                    for ww in 0..=pairs - ll - ld - wd {
                        let dd = pairs - ll - ld - wd - ww;
                        let counts = PairCounts { ll, ld, wl: 0, dd, wd, ww };
                        let wdl =
                            WdlCounts { wins: wd + 2 * ww, draws: ld + 2 * dd + wd, losses: 2 * ll + ld };
                        let result = EncounterResult { engines: [0, 1], wdl, pairs: Some(counts) };
                        if ranking(2, &[result]).rivals.is_empty() {
                            claims.push([ll, ld, dd, wd, ww]);
                        }
                    }
                }
            }
            for even in [0.0, 0.2, 0.5, 0.8, 0.95] {
                for share in [0.0, 0.3, 0.5, 1.0] {
                    let small = (1.0 - even) * share;
                    let rates =
                        claims.iter().map(|&counts| probability(counts, [even, small, 1.0 - even - small]));
                    let rate: f64 = rates.sum();
                    assert!(rate <= CLAIM_LEVEL, "{pairs} pairs, {even} even, {share} small: {rate}");
                }
            }
        }
    }
}
