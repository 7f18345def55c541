//! Tests of rating lists: scales, groups, bounds, coverage of the errors, the advantage of White.

use super::*;
use crate::counts::PairCounts;
use crate::estimate::elo;
use tabia_rng::Rng;

fn result(a: usize, b: usize, [wins, losses, draws]: [u64; 3]) -> EncounterResult {
    EncounterResult { engines: [a, b], wdl: WdlCounts { wins, losses, draws }, pairs: None }
}

fn list(players: usize, results: &[EncounterResult]) -> RatingList {
    RatingList::new(players, results, &RatingOptions::default()).unwrap()
}

fn row(list: &RatingList, player: usize) -> PlayerRating {
    list.players[player].unwrap()
}

/// Asserts ratings to a thousandth.
fn assert_elo(list: &RatingList, expected: &[f64]) {
    for (player, expected) in expected.iter().enumerate() {
        let found = row(list, player).elo.unwrap();
        assert!((found - expected).abs() < 1e-3, "{player}: {found} {expected}");
    }
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    let results = [result(0, 1, [30, 20, 50])];
    let difference = elo(0.55);
    assert_elo(&list(2, &results), &[difference / 2.0, -difference / 2.0]);
    let options = RatingOptions { average: 2300.0, ..RatingOptions::default() };
    let at_2300 = RatingList::new(2, &results, &options).unwrap();
    assert_elo(&at_2300, &[2300.0 + difference / 2.0, 2300.0 - difference / 2.0]);
    let options = RatingOptions { average: 2300.0, anchor: Some((1, 3000.0)), ..RatingOptions::default() };
    let anchored = RatingList::new(2, &results, &options).unwrap();
    assert_elo(&anchored, &[3000.0 + difference, 3000.0]);
    // The difference is as sure as before, and all of it is the other player's now.
    let (half, whole) = (row(&at_2300, 0).error.unwrap(), row(&anchored, 0).error.unwrap());
    assert!((whole - 2.0 * half).abs() < 1e-6 && row(&anchored, 1).error.is_none());
    // Half of the games are drawn: 0.125 instead of 0.25 points² a game.
    assert!((whole / (Z95 * ELO * (0.125_f64 / 100.0).sqrt() / 0.2475) - 1.0).abs() < 0.03, "{whole}");
    let superiority = row(&anchored, 0).superiority.unwrap();
    assert!((superiority - normal_cdf(difference / whole * Z95)).abs() < 1e-9);
    assert_eq!((anchored.order, row(&at_2300, 1).superiority), (vec![0, 1], None));
}

#[test]
fn points_are_what_is_expected_and_may_be_added_up_in_any_order() {
    let results = [
        result(0, 1, [40, 30, 30]),
        result(0, 2, [10, 60, 30]),
        result(0, 3, [90, 4, 6]),
        result(1, 3, [7, 0, 3]),
    ];
    let whole = list(4, &results);
    for player in 0..4 {
        let mut excess = 0.0;
        for EncounterResult { engines: [a, b], wdl, .. } in results {
            let difference = row(&whole, a).elo.unwrap() - row(&whole, b).elo.unwrap();
            let over = wdl.points() - wdl.games() as f64 * logistic(difference / ELO);
            excess += if player == a {
                over
            } else if player == b {
                -over
            } else {
                0.0
            };
        }
        assert!(excess.abs() < 1e-6, "{player}: {excess}");
    }
    let mut pieces = vec![result(3, 0, [4, 0, 6]), result(0, 3, [90, 0, 0])];
    pieces.extend(results.iter().filter(|result| result.engines != [0, 3]).rev());
    let elo = |player: usize| row(&whole, player).elo.unwrap();
    assert_elo(&list(4, &pieces), &[elo(0), elo(1), elo(2), elo(3)]);
    assert_eq!(row(&list(4, &pieces), 0).opponents, 3);
    assert_eq!(whole.order, [2, 0, 1, 3]);
}

#[test]
fn a_perfect_score_is_a_bound_as_if_one_game_were_drawn() {
    let level = result(0, 1, [5, 5, 0]);
    let results = [level, result(2, 0, [5, 0, 0]), result(2, 1, [5, 0, 0]), result(3, 1, [0, 4, 0])];
    let found = list(4, &results);
    let bound = elo(0.95);
    assert_elo(&found, &[0.0, 0.0, bound, -elo(0.875)]);
    assert_eq!((row(&found, 2).bound, row(&found, 3).bound), (Bound::Below, Bound::Above));
    assert_eq!((row(&found, 2).error, row(&found, 3).error, found.groups), (None, None, 1));
    assert_eq!(found.order, [2, 0, 1, 3]);
    // One that beat only such a player, and one that this one beat: the first is even better, of the other nothing is known.
    let more = [&results[..], &[result(4, 2, [2, 0, 0]), result(2, 5, [1, 0, 0])]].concat();
    let found = list(6, &more);
    assert_eq!((row(&found, 4).bound, row(&found, 4).elo.unwrap() > bound), (Bound::Below, true));
    assert_eq!((row(&found, 5).elo, row(&found, 5).group, *found.order.last().unwrap()), (None, 0, 5));
    // Two players, one of whom won everything.
    let found = list(2, &[result(1, 0, [10, 0, 0])]);
    assert_eq!(row(&found, 0).elo, Some(0.0));
    assert!((row(&found, 1).elo.unwrap() - bound).abs() < 1e-6 && row(&found, 0).error.is_none());
}

#[test]
fn groups_that_cannot_be_compared_have_their_own_mean() {
    // Two groups without games between them, a third that lost every game to the first, and a player without games.
    let results = [
        result(0, 1, [60, 20, 20]),
        result(2, 3, [3, 1, 0]),
        result(4, 5, [10, 5, 0]),
        result(0, 4, [9, 0, 0]),
        result(5, 7, [2, 0, 0]),
    ];
    let found = list(8, &results);
    assert_eq!(found.groups, 3);
    let groups: Vec<usize> = (0..6).map(|player| row(&found, player).group).collect();
    assert_eq!(groups, [0, 0, 2, 2, 1, 1]);
    for pair in [[0, 1], [2, 3], [4, 5]] {
        let sum: f64 = pair.iter().map(|&player| row(&found, player).elo.unwrap()).sum();
        assert!(sum.abs() < 1e-6 && row(&found, pair[0]).superiority.is_some(), "{pair:?}");
    }
    assert!(found.players[6].is_none() && !found.order.contains(&6));
    // A bound belongs to the group it was played against.
    let beaten = row(&found, 7);
    assert_eq!((beaten.group, beaten.bound), (1, Bound::Above));
    assert!(beaten.elo.unwrap() < row(&found, 5).elo.unwrap());
    // The last of a group is not compared with the first of the next.
    assert!(row(&found, 1).superiority.is_none());
    let anchored = RatingOptions { anchor: Some((3, 100.0)), ..RatingOptions::default() };
    let found = RatingList::new(8, &results, &anchored).unwrap();
    assert_eq!((row(&found, 3).elo, row(&found, 3).group, row(&found, 0).group), (Some(100.0), 0, 1));
}

#[test]
fn an_anchor_must_fix_the_scale() {
    let results = [result(0, 1, [5, 5, 0]), result(2, 0, [5, 0, 0])];
    let with = |anchor: usize| {
        let options = RatingOptions { anchor: Some((anchor, 0.0)), ..RatingOptions::default() };
        RatingList::new(4, &results, &options).map(|_| ())
    };
    assert_eq!((with(0), with(1)), (Ok(()), Ok(())));
    assert_eq!(
        (with(2), with(3), with(9)),
        (Err(AnchorError::OneSided), Err(AnchorError::NoGames), Err(AnchorError::NoGames))
    );
    // Between two players any rating fixes it.
    let options = RatingOptions { anchor: Some((1, 500.0)), ..RatingOptions::default() };
    let found = RatingList::new(2, &[result(0, 1, [0, 10, 0])], &options).unwrap();
    assert_eq!((row(&found, 1).elo, row(&found, 0).bound), (Some(500.0), Bound::Above));
}

#[test]
fn empty_and_useless_results_are_left_out() {
    assert_eq!(list(0, &[]), RatingList::default());
    let found = list(2, &[result(0, 0, [1, 1, 1]), result(0, 9, [1, 1, 1]), result(0, 1, [0, 0, 0])]);
    assert_eq!((found.players, found.groups), (vec![None, None], 0));
    // Drawn games only: level, and not infinitely sure.
    let found = list(2, &[result(0, 1, [0, 0, 10])]);
    assert!(row(&found, 0).error.unwrap() > 30.0, "{found:?}");
}

/// Adds simulated games of `white` against `black`, a share of which is drawn where both are equally strong.
fn play(rng: &mut Rng, white: f64, black: f64, draws: f64, wdl: &mut WdlCounts) {
    let score = logistic((white - black) / ELO);
    let half = draws * score.min(1.0 - score);
    match rng.unit() {
        u if u < score - half => wdl.wins += 1,
        u if u < score + half => wdl.draws += 1,
        _ => wdl.losses += 1,
    }
}

/// Whether each two players meet for one game or for many, 95 % of the intervals hold the difference from the mean.
#[test]
fn errors_cover_the_truth() {
    for (players, games, draws) in [(12, 1, 0.3), (12, 2, 0.0), (5, 20, 0.6), (3, 200, 0.9)] {
        let truth: Vec<f64> = (0..players).map(|player| 25.0 * player as f64).collect();
        let mean = truth.iter().sum::<f64>() / players as f64;
        let mut rng = Rng::new(players as u64);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..200 {
            let mut results = Vec::new();
            for a in 0..players {
                for b in a + 1..players {
                    let mut wdl = WdlCounts::default();
                    (0..games).for_each(|_| play(&mut rng, truth[a], truth[b], draws, &mut wdl));
                    results.push(EncounterResult { engines: [a, b], wdl, pairs: None });
                }
            }
            let found = list(players, &results);
            // A player with a perfect score leaves the mean.
            if found.players.iter().flatten().any(|row| row.error.is_none()) {
                continue;
            }
            for (player, truth) in truth.iter().enumerate() {
                let PlayerRating { elo, error, .. } = row(&found, player);
                all += 1;
                inside += usize::from((elo.unwrap() - (truth - mean)).abs() <= error.unwrap());
            }
        }
        let share = inside as f64 / all as f64;
        assert!(all > 300 && (0.93..0.975).contains(&share), "{players} {games} {draws}: {share} of {all}");
    }
}

#[test]
fn pairs_on_one_opening_make_errors_smaller() {
    // Each opening is won by the same colour: all pairs are level.
    let wdl = WdlCounts { wins: 50, losses: 50, draws: 0 };
    let with = |pairs: Option<PairCounts>| {
        let found = list(2, &[EncounterResult { engines: [0, 1], wdl, pairs }]);
        row(&found, 0).error.unwrap()
    };
    let paired = PairCounts { wl: 50, ..PairCounts::default() };
    assert!(with(Some(paired)) < 0.3 * with(None), "{} {}", with(Some(paired)), with(None));
}

#[test]
fn the_advantage_of_white_is_found_where_the_games_show_it() {
    let options = RatingOptions { white_advantage: true, ..RatingOptions::default() };
    let truth = [0.0, 40.0, 100.0, -30.0];
    let mut rng = Rng::new(5);
    let mut results = Vec::new();
    for white in 0..4 {
        for black in (0..4).filter(|black| *black != white) {
            let mut wdl = WdlCounts::default();
            (0..2000).for_each(|_| play(&mut rng, truth[white] + 35.0, truth[black], 0.5, &mut wdl));
            results.push(EncounterResult { engines: [white, black], wdl, pairs: None });
        }
    }
    let found = RatingList::new(4, &results, &options).unwrap();
    let WhiteAdvantage { elo, error } = found.white_advantage.unwrap();
    assert!((elo - 35.0).abs() < error && (1.0..5.0).contains(&error), "{elo} {error}");
    assert!(list(4, &results).white_advantage.is_none());
    // One player always had White: its strength and the advantage are one number.
    let one_sided = [result(0, 1, [60, 20, 20]), result(0, 2, [30, 40, 30])];
    assert!(RatingList::new(3, &one_sided, &options).unwrap().white_advantage.is_none());
    // White won every game: no advantage is the most likely one.
    let unbounded = [result(0, 1, [10, 0, 0]), result(1, 0, [10, 0, 0])];
    let found = RatingList::new(2, &unbounded, &options).unwrap();
    assert!(found.white_advantage.is_none());
    assert_elo(&found, &[0.0, 0.0]);
}

/// A long chain of players: the worst case for conjugate gradients.
#[test]
fn a_chain_of_many_players_is_rated() {
    let players = 200;
    let results: Vec<_> = (1..players).map(|player| result(player, player - 1, [60, 40, 0])).collect();
    let found = list(players, &results);
    let step = elo(0.6);
    let (first, last) = (row(&found, 0).elo.unwrap(), row(&found, players - 1).elo.unwrap());
    assert!(((last - first) / (players - 1) as f64 - step).abs() < 1e-6, "{first} {last} {step}");
    assert_eq!(found.order[0], players - 1);
    assert!(row(&found, 0).error.unwrap() > row(&found, players / 2).error.unwrap());
}
