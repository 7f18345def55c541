//! Tests of ratings: consistency with two-engine matches, expected points, coverage of the errors, extremes.

use super::*;
use crate::PairCounts;
use crate::{Convention, Counts, Estimate, WdlCounts};
use tabia_rng::Rng;

fn encounter(a: usize, b: usize, wins: u64, losses: u64, draws: u64) -> EncounterResult {
    EncounterResult { engines: [a, b], wdl: WdlCounts { wins, losses, draws }, pairs: None }
}

#[test]
fn two_engines_differ_by_the_elo_of_the_match() {
    for (wins, losses, draws) in [(30, 20, 50), (100, 300, 200), (5, 5, 5)] {
        let result = encounter(0, 1, wins, losses, draws);
        let rating = ratings(2, &[result]);
        let [a, b] = [rating[0].unwrap(), rating[1].unwrap()];
        let estimate = Estimate::new(&Counts::Games(result.wdl), Convention::Fishtest);
        assert!((a.elo - b.elo - estimate.elo).abs() < 0.5, "{a:?} {b:?} {estimate:?}");
        // Each is half the difference away from the mean. The interval of a match is not linear.
        assert!((2.0 * a.error / estimate.elo_err - 1.0).abs() < 0.15, "{a:?} {estimate:?}");
    }
}

#[test]
fn points_are_what_is_expected() {
    // A gauntlet plus a game among the others: every engine's points match the ratings' prediction.
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
            let chance = crate::llr::expected_score(rated[a].elo - rated[b].elo) * games;
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
                let score = crate::llr::expected_score(truth[a] - truth[b]);
                let mut wdl = WdlCounts::default();
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
    let rated = ratings(6, &[encounter(0, 1, 10, 0, 0), encounter(1, 2, 0, 0, 4), encounter(3, 4, 1, 2, 0)]);
    assert!(rated[5].is_none());
    for rating in rated.iter().flatten() {
        assert!(rating.elo.is_finite() && rating.error.is_finite(), "{rating:?}");
    }
    assert!((rated[3].unwrap().elo + rated[4].unwrap().elo).abs() < 1e-9);
    assert!(rated[0].unwrap().elo > 500.0);
    assert_eq!(ratings(2, &[]), [None, None]);
    assert_eq!(ratings(0, &[]), []);
}

#[test]
fn intervals_are_not_symmetric_and_know_no_false_precision() {
    // Level engines: symmetric, and close to the usual error.
    let rated = ratings(2, &[encounter(0, 1, 300, 300, 400)]);
    let Rating { interval, error, .. } = rated[0].unwrap();
    let (low, high) = (interval.low.unwrap(), interval.high.unwrap());
    assert!((low + high).abs() < 1e-6 && (high / error - 1.0).abs() < 0.02, "{low} {high} {error}");
    // A strong engine: its upper bound is further away.
    let Rating { elo, interval, .. } = ratings(2, &[encounter(0, 1, 40, 2, 8)])[0].unwrap();
    assert!(interval.high.unwrap() - elo > elo - interval.low.unwrap() + 1.0, "{elo} {interval:?}");
    // An engine that won every game has no upper bound, and does not affect the others.
    let results = [encounter(0, 1, 4, 0, 0), encounter(0, 2, 4, 0, 0), encounter(1, 2, 2, 1, 1)];
    let rated: Vec<Rating> = ratings(3, &results).into_iter().map(Option::unwrap).collect();
    let [winner, second, third] = &rated[..] else { panic!() };
    assert!(winner.interval.high.is_none() && winner.interval.low.unwrap() > 50.0, "{winner:?}");
    assert!((second.elo + third.elo).abs() < 1e-6 && second.elo.abs() < 100.0, "{second:?} {third:?}");
    for bound in [second.interval.low, second.interval.high, third.interval.low, third.interval.high] {
        assert!(bound.is_none_or(|bound| bound.abs() < 900.0), "{rated:?}");
    }
}

#[test]
fn intervals_cover_the_truth_with_few_games_too() {
    let truth = [150.0, 0.0, -50.0, -100.0];
    for games in [2, 6, 40] {
        let mut rng = Rng::new(games);
        let mut inside = 0;
        for _ in 0..300 {
            let mut results = Vec::new();
            for a in 0..4 {
                for b in a + 1..4 {
                    let score = crate::llr::expected_score(truth[a] - truth[b]);
                    let mut wdl = WdlCounts::default();
                    for _ in 0..games {
                        let u = rng.unit();
                        let half = 0.3 * score.min(1.0 - score);
                        if u < score - half {
                            wdl.wins += 1;
                        } else if u < score + half {
                            wdl.draws += 1;
                        } else {
                            wdl.losses += 1;
                        }
                    }
                    results.push(EncounterResult { engines: [a, b], wdl, pairs: None });
                }
            }
            let holds = |(rating, truth): (&Option<Rating>, f64)| {
                let Interval { low, high } = rating.unwrap().interval;
                low.is_none_or(|low| low <= truth) && high.is_none_or(|high| high >= truth)
            };
            inside += ratings(4, &results).iter().zip(truth).filter(|pair| holds(*pair)).count();
        }
        let share = inside as f64 / 1200.0;
        // With two games per opponent, an engine often loses all of them, and the mean is that of the others.
        let least = if games == 2 { 0.85 } else { 0.92 };
        assert!(share > least, "{games} games: {share}");
    }
}

#[test]
fn a_result_is_seen_from_both_sides() {
    let pairs = PairCounts { ll: 1, ld: 2, wl: 3, dd: 4, wd: 5, ww: 6 };
    let result = EncounterResult { engines: [2, 5], wdl: pairs.wdl(), pairs: Some(pairs) };
    let reversed = result.reversed();
    let seen = PairCounts { ll: 6, ld: 5, wl: 3, dd: 4, wd: 2, ww: 1 };
    assert_eq!(reversed, EncounterResult { engines: [5, 2], wdl: seen.wdl(), pairs: Some(seen) });
    assert_eq!(reversed.reversed(), result);
}
