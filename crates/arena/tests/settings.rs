//! The JSON format of settings and games is stable.

mod common;

use proptest::prelude::*;
use tabia_arena::{
    GameRecord, MatchSettings, Opening, OpeningSource, SettingsFault, SprtSettings, StoredGame,
    StoredGameError,
};
use tabia_rng::Rng;

use common::{random_game, settings};

/// The example in docs/match-file.md is correct.
#[test]
fn the_documented_settings_are_read_and_written_as_they_stand() {
    let document = include_str!("../../../docs/match-file.md");
    let example = document.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let settings: MatchSettings = serde_json::from_str(example).unwrap();
    settings.validate().unwrap();
    let written: serde_json::Value = serde_json::to_value(&settings).unwrap();
    assert_eq!(written, serde_json::from_str::<serde_json::Value>(example).unwrap());
    let unit = document.split("```json\n").nth(2).and_then(|rest| rest.split("```").next()).unwrap();
    let unit: tabia_arena::PairRecord = serde_json::from_str(unit).unwrap();
    let record = unit.games[0].record().unwrap();
    assert_eq!(StoredGame::new(&record, tabia_arena::Keep::default()), unit.games[0]);
}

#[test]
fn settings_that_differ_say_in_what() {
    let first = settings(2, 1);
    assert_eq!(first.differences(&first), Vec::<String>::new());
    let mut single = first.clone();
    single.repeat = false;
    for games in [2, 3, 40] {
        // A match of single games can be extended from one game on.
        let longer = MatchSettings { games, event: "x".to_owned(), ..single.clone() };
        assert!(single.same_games(&longer) && single.differences(&longer).is_empty());
        // A pair would have to include the game already played.
        let longer = MatchSettings { games, ..first.clone() };
        assert!(!first.same_games(&longer));
        assert_eq!(first.differences(&longer), [format!("games was 1, and is {games}")]);
    }
    let mut other = single.clone();
    other.seed = 8;
    other.engines[1].limits.nodes = Some(5);
    other.engines[1].command = "elsewhere".to_owned();
    assert_eq!(
        single.differences(&other),
        ["engines.2.limits.nodes was null, and is 5", "seed was 7, and is 8"]
    );
    // Colours alternate over all games of two engines, however they are divided into rounds.
    let rounds = |games, rounds, alternate| MatchSettings { games, rounds, alternate, ..single.clone() };
    assert!(rounds(1, 4, true).same_games(&rounds(8, 1, false)));
    assert!(rounds(3, 2, true).same_games(&rounds(1, 6, true)));
    assert_eq!(rounds(1, 4, true).differences(&rounds(8, 4, true)), Vec::<String>::new());
    let three = settings(3, 1);
    assert_eq!(three.differences(&settings(3, 4)), ["games was 1, and is 4"]);
}

#[test]
fn what_is_not_written_takes_its_default() {
    let settings: MatchSettings = serde_json::from_str(
        r#"{"engines":[{"name":"a","limits":{"time_control":"8+0.08"}},{"name":"b","limits":{"nodes":5000}}],"sprt":{}}"#,
    )
    .unwrap();
    settings.validate().unwrap();
    assert_eq!(settings.sprt, Some(SprtSettings::default()));
    assert_eq!(settings.openings.source, OpeningSource::BuiltIn);
    assert_eq!(settings.engines[0].limits.summary(), "8+0.08");
}

#[test]
fn settings_that_make_no_match_are_refused() {
    let good = || settings(2, 2);
    good().validate().unwrap();
    let refused = |change: &dyn Fn(&mut MatchSettings)| {
        let mut settings = good();
        change(&mut settings);
        settings.validate().expect_err("refused").to_string()
    };
    assert!(refused(&|s| s.engines.truncate(1)).contains("at least 2 engines"));
    assert!(refused(&|s| s.games = 0).contains("at least 1"));
    assert!(refused(&|s| s.engines[1].name = " ".to_owned()).contains("engine 2 has no name"));
    assert!(refused(&|s| s.engines[1].name = s.engines[0].name.clone()).contains("different names"));
    assert!(refused(&|s| s.engines[0].limits.depth = None).contains("engine 1: no limit"));
    assert!(refused(&|s| s.engines[0].build = "xyz".to_owned()).contains("SHA-256"));
    assert!(refused(&|s| s.seed = u64::MAX).contains("the seed is 18446744073709551615"));
    assert!(
        refused(&|s| s.sprt = Some(SprtSettings { elo0: 5.0, elo1: 0.0, ..SprtSettings::default() }))
            .contains("elo0")
    );
    assert!(refused(&|s| s.sample = serde_json::from_str(r#"{"frequency":2}"#).unwrap()).contains("share"));
    let mut three = settings(3, 2);
    three.sprt = Some(SprtSettings::default());
    assert_eq!(three.validate().unwrap_err().faults, [SettingsFault::SprtEngines(3)]);
}

#[test]
fn all_faults_are_returned_at_once() {
    let mut all = settings(3, 0);
    all.sprt = Some(SprtSettings { elo0: 5.0, elo1: 0.0, ..SprtSettings::default() });
    all.engines[0].name = String::new();
    all.engines[2].name = all.engines[1].name.clone();
    all.engines[2].limits.depth = None;
    all.openings.count = Some(0);
    all.seed = u64::MAX;
    let invalid = all.validate().unwrap_err();
    assert_eq!(invalid.faults.len(), 8, "{invalid}");
    for fault in &invalid.faults {
        assert!(invalid.to_string().contains(&fault.to_string()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_come_back_as_they_were(seed in any::<u64>(), chess960 in any::<bool>(), opening in 0usize..6) {
        let mut rng = Rng::new(seed);
        let fen = if chess960 {
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"
        } else {
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        };
        let mut start = Opening {
            start: fen.parse::<tabia_chess::Setup>().unwrap().position().unwrap(),
            chess960,
            ..Opening::default()
        };
        let walk = random_game(["a".to_owned(), "b".to_owned()], &start, &mut rng, opening);
        start.moves = walk.plies.iter().map(|ply| ply.mv).collect();
        let record: GameRecord = random_game(["a".to_owned(), "b".to_owned()], &start, &mut rng, 60);
        let stored = StoredGame::from(&record);
        let json = serde_json::to_string(&stored).unwrap();
        let read: StoredGame = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&read, &stored);
        prop_assert_eq!(read.record().unwrap(), record);
        let text = serde_json::to_string(&start).unwrap();
        prop_assert_eq!(serde_json::from_str::<Opening>(&text).unwrap(), start);
    }

    #[test]
    fn damaged_games_are_refused_and_never_panic(seed in any::<u64>(), cut in 0usize..20) {
        let mut rng = Rng::new(seed);
        let record = random_game(["a".to_owned(), "b".to_owned()], &Opening::default(), &mut rng, 20);
        // A random game may end before ply 20.
        let plies = record.plies.len();
        let cut = cut % plies;
        let mut stored = StoredGame::from(&record);
        stored.nodes.truncate(cut);
        prop_assert_eq!(
            stored.record(),
            Err(StoredGameError::Length { what: "nodes", found: cut, expected: plies })
        );
        stored.opening = usize::MAX;
        prop_assert!(stored.record().is_err());
        prop_assert!(stored.first_mover().is_white() || !stored.first_mover().is_white());
    }
}

#[test]
fn numbers_come_back_as_they_were_written() {
    // Found by the fuzz target `settings`: numbers with more digits than the JSON parser reads exactly.
    let mut settings = MatchSettings::default();
    for elo1 in [5.0, 15_101_912_594_050_682_417.05, 0.1 + 0.2, 1.0 / 3.0, 4.35e-12, -f64::MAX, 5e-324] {
        settings.sprt = Some(SprtSettings { elo1, ..SprtSettings::default() });
        let json = serde_json::to_string(&settings).unwrap();
        let once: MatchSettings = serde_json::from_str(&json).unwrap();
        let json = serde_json::to_string(&once).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&json).unwrap(), once, "{json}");
    }
    // Numbers as people write them are unchanged.
    for elo1 in [2.7, 0.05, -34.567_89] {
        settings.sprt = Some(SprtSettings { elo1, ..SprtSettings::default() });
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&json).unwrap(), settings);
    }
}
