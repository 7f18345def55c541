//! Summaries of a match: no engine is called stronger without proof.

mod common;

use common::{match_progress, play, settings};
use tabia_arena::{
    Conclusion, MatchProgress, Reason, Snapshot, SprtSettings, Standing, crosstable, standing,
};
use tabia_chess::Color;

/// A match in which `result` determines the score of each pair, from the two engines (the one named first in
/// their encounter, the other) and the number of the pair: 0 for two losses to 4 for two wins.
fn played(
    engines: usize,
    games: usize,
    units: usize,
    result: impl Fn([usize; 2], usize) -> u8,
) -> MatchProgress {
    let mut game = match_progress(settings(engines, games));
    let names = game.settings().names();
    let all: Vec<_> = game.schedule().units().take(units).collect();
    for (number, unit) in all.into_iter().enumerate() {
        let mut record = play(&game.task(unit.clone()), &names, 1);
        let points = result(unit.engines, number);
        for (index, (scheduled, stored)) in unit.games.iter().zip(&mut record.games).enumerate() {
            let own = if scheduled.white == unit.engines[0] { Color::White } else { Color::Black };
            stored.conclusion = match (points, index) {
                (4, _) | (3, 0) => Conclusion::win(own, Reason::Checkmate),
                (0, _) | (1, 0) => Conclusion::win(!own, Reason::Checkmate),
                _ => Conclusion::draw(Reason::Repetition),
            };
        }
        game.finish(&record).unwrap();
    }
    game
}

fn words(game: &MatchProgress) -> (String, String, Snapshot) {
    let snapshot = game.snapshot();
    let settings = game.settings();
    let Standing { title, detail } = standing(&settings.names(), &snapshot, settings.sprt.as_ref());
    (title, detail, snapshot)
}

#[test]
fn one_pair_claims_nothing_and_many_do() {
    let (title, detail, _) = words(&played(2, 2, 1, |_, _| 0));
    assert_eq!(title, "Finished: too few games to tell");
    assert_eq!(detail, "2 games: 0 won, 0 drawn, 2 lost. That is too few to estimate a difference");
    assert_eq!(
        words(&played(2, 2, 1, |_, _| 2)).0,
        "Finished: too few games to tell",
        "two games are no equality"
    );
    assert_eq!(words(&played(2, 2, 0, |_, _| 2)).0, "No games yet");

    let (title, detail, _) = words(&played(2, 100, 50, |_, number| if number % 5 == 0 { 1 } else { 3 }));
    assert_eq!(title, "Finished: engine 1 is stronger than engine 2");
    assert!(detail.starts_with("Elo +") && detail.contains("95 % interval +"), "{detail}");
    let (title, detail, _) = words(&played(2, 100, 50, |_, number| if number % 2 == 0 { 1 } else { 3 }));
    assert_eq!(title, "Finished: no clear difference");
    assert!(detail.contains("95 % interval −") && detail.contains(" to +"), "{detail}");
    // It is unknown by how much an engine that wins everything is stronger.
    let (title, detail, _) = words(&played(2, 40, 20, |_, _| 4));
    assert_eq!(title, "Finished: engine 1 is stronger than engine 2");
    assert!(detail.starts_with("Elo above +") && !detail.contains('±'), "{detail}");
}

/// Three decisive pairs of 97 prove nothing, although the likelihood of superiority is 96 %.
#[test]
fn a_few_decisive_pairs_claim_nothing() {
    let (title, detail, snapshot) =
        words(&played(2, 194, 97, |_, number| if number % 40 == 0 { 4 } else { 2 }));
    assert_eq!(snapshot.ptnml, [0, 0, 94, 0, 3]);
    assert_eq!(title, "Finished: no clear difference");
    assert!(detail.starts_with("Elo +10.7 (95 % interval 0.0 to "), "{detail}");
    assert!(snapshot.report.starts_with("Elo: 10.75 +/- 11.99"), "{}", snapshot.report);
    // The page shows fastchess's errors, as the report does.
    let nelo_err = 800.0 / 10_f64.ln() * 1.959_964 / (2.0 * 97.0_f64).sqrt();
    assert!((snapshot.estimate.unwrap().nelo_err - nelo_err).abs() < 1e-4, "{:?}", snapshot.estimate);
}

/// Rounds of three games with repeated openings: two form a pair, the third has a separate opening.
#[test]
fn games_without_a_partner_are_left_out_of_no_figure() {
    for test in [None, Some(SprtSettings { elo0: 0.0, elo1: 50.0, ..SprtSettings::default() })] {
        let mut odd = settings(2, 3);
        (odd.rounds, odd.sprt, odd.repeat) = (40, test, true);
        let mut game = match_progress(odd);
        let names = game.settings().names();
        let units: Vec<_> = game.schedule().units().collect();
        for unit in units {
            let mut record = play(&game.task(unit.clone()), &names, 1);
            let is_even = unit.round % 4 == 0;
            for (index, (scheduled, stored)) in unit.games.iter().zip(&mut record.games).enumerate() {
                let own = if scheduled.white == 0 { Color::White } else { Color::Black };
                // A wins half of its pairs and loses every single game.
                stored.conclusion = match (unit.games.len(), index, is_even) {
                    (1, ..) => Conclusion::win(!own, Reason::Checkmate),
                    (_, 0, false) => Conclusion::win(own, Reason::Checkmate),
                    _ => Conclusion::draw(Reason::Repetition),
                };
            }
            game.finish(&record).unwrap();
        }
        let (title, detail, snapshot) = words(&game);
        assert!(!snapshot.is_paired);
        assert!(!snapshot.report.contains("Ptnml"), "{}", snapshot.report);
        if test.is_some() {
            assert!(title.starts_with("H0 accepted: "), "{title}");
            let curve = snapshot.llr.unwrap().curve;
            assert_eq!(curve[..3].iter().map(|point| point.0).collect::<Vec<_>>(), [2, 3, 5], "games");
        } else {
            let wdl = snapshot.wdl;
            assert_eq!((wdl.wins, wdl.draws, wdl.losses), (30, 50, 40));
            assert_eq!(title, "Finished: no clear difference");
            // 45.8 % of all games.
            assert!(snapshot.report.starts_with("Elo: -29.0"), "{}", snapshot.report);
            assert!(detail.starts_with("Elo −29.0 (95 % interval −"), "{detail}");
            assert!(detail.ends_with("after 120 games"), "{detail}");
        }
    }
}

#[test]
fn a_match_that_goes_on_has_a_leader_and_no_winner() {
    let (title, _, _) = words(&played(2, 400, 50, |_, number| if number % 5 == 0 { 1 } else { 3 }));
    assert_eq!(title, "So far engine 1 leads");
    assert_eq!(words(&played(2, 400, 10, |_, _| 2)).0, "So far the score is even");
    let mut game = played(2, 4, 2, |_, _| 2);
    assert!(game.is_over());
    game.extend(8).unwrap();
    assert_eq!(words(&game).0, "So far the score is even");
}

#[test]
fn a_test_that_has_not_decided_claims_nothing() {
    let mut with_test = settings(2, 40);
    with_test.sprt = Some(SprtSettings::default());
    let mut game = match_progress(with_test);
    let units: Vec<_> = game.schedule().units().collect();
    let names = game.settings().names();
    for unit in units {
        let record = play(&game.task(unit), &names, 4);
        game.finish(&record).unwrap();
    }
    assert_eq!(words(&game).0, "Finished: the test is undecided");
}

#[test]
fn a_tournament_has_one_ranking() {
    // The third engine beats both others, and the first beats the second.
    let strong = |[first, second]: [usize; 2], number: usize| match (first, second, number % 4) {
        (_, 2, 0) => 2,
        (_, 2, _) => 0,
        (_, _, 0) => 1,
        _ => 3,
    };
    let (title, detail, snapshot) = words(&played(3, 80, 120, strong));
    assert_eq!(title, "Finished: engine 3 is the strongest of 3");
    assert!(detail.starts_with("engine 3: Elo +") && detail.ends_with("after 240 games"), "{detail}");
    assert_eq!(snapshot.ranking.order, [2, 0, 1]);
    let table = crosstable(&["A".to_owned(), "B".to_owned(), "C".to_owned()], &snapshot);
    let places: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(places, ["C", "A", "B"], "{table}");
    assert!(!table.contains("+/-"), "{table}");

    let (title, detail, snapshot) = words(&played(3, 2, 3, strong));
    assert_eq!(title, "Finished: engine 3 is first, but any of the 3 may be as strong");
    assert!(
        !detail.contains("Elo +1") && snapshot.ratings.iter().flatten().all(|rating| rating.elo.is_finite()),
        "{detail}"
    );
}
