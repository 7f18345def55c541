//! Ranking of several engines, and whether the games prove who is first.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::interval::student_quantile;
use crate::ratings::{
    Encounter, EncounterResult, Rating, bearing, groups, place, ratings, strengths, within,
};

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
    /// square of Student's 97.5 % quantile. Engines not connected by games cannot be compared. The comparison
    /// of two engines does not depend on whether other engines took part that lost to both.
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
        let is_rival =
            |other: &usize| !group.contains(other) || !is_behind(&encounters, &group, first, *other);
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

    #[test]
    fn equal_engines_are_rarely_told_apart() {
        let mut rng = Rng::new(12);
        for games in [2, 4, 10, 60] {
            let claims = (0..400).filter(|_| {
                let mut results = Vec::new();
                for a in 0..4 {
                    for b in a + 1..4 {
                        let mut count = || rng.below(3);
                        let mut wdl = WdlCounts::default();
                        for _ in 0..games {
                            match count() {
                                0 => wdl.wins += 1,
                                1 => wdl.losses += 1,
                                _ => wdl.draws += 1,
                            }
                        }
                        results.push(EncounterResult { engines: [a, b], wdl, pairs: None });
                    }
                }
                ranking(4, &results).rivals.is_empty()
            });
            let rate = claims.count() as f64 / 400.0;
            assert!(rate < 0.09, "{games} games each: {rate}");
        }
    }
}
