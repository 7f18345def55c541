//! Self-play games.

use tabia_chess::{Outcome, Position};
use tabia_data::format::{Game, GameReader, is_mate_score};
use tabia_data::play::{PlaySettings, play_game};
use tabia_data::{GameResult, filter};
use tabia_engine::Engine;

fn bytes(game: &Game) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.write(&mut bytes);
    bytes
}

fn settings() -> PlaySettings {
    PlaySettings::with_nodes(150)
}

fn engine() -> Engine {
    Engine::new(1).expect("memory")
}

#[test]
fn a_game_depends_on_seed_and_number_only() {
    let mut used = engine();
    let in_order: Vec<Vec<u8>> =
        (0..6).map(|number| bytes(&play_game(&mut used, &settings(), 42, number))).collect();
    for number in [5, 0, 3] {
        assert_eq!(bytes(&play_game(&mut used, &settings(), 42, number)), in_order[number as usize]);
        assert_eq!(bytes(&play_game(&mut engine(), &settings(), 42, number)), in_order[number as usize]);
    }
    assert_ne!(bytes(&play_game(&mut used, &settings(), 43, 0)), in_order[0]);
    let mut distinct = in_order.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), in_order.len());
}

#[test]
fn both_sides_begin_and_openings_are_balanced() {
    let mut engine = engine();
    let games: Vec<Game> = (0..24).map(|number| play_game(&mut engine, &settings(), 1, number)).collect();
    let white = games.iter().filter(|game| game.start.turn().is_white()).count();
    assert!((5..=19).contains(&white), "{white} of 24 begin with White");
    for game in &games {
        let ply = filter::ply(&game.start);
        assert_eq!(ply, if game.start.turn().is_white() { 8 } else { 9 });
        assert!(game.moves[0].score.abs() <= 300, "{}", game.start.to_fen());
    }
}

/// Replays a game and returns its final position.
fn last_position(game: &Game) -> (Position, usize) {
    let mut keys = vec![];
    let mut position = game.start;
    for played in &game.moves {
        keys.push(position.repetition_key());
        assert!(position.is_legal(played.mv));
        assert!(position.outcome().is_none() && position.halfmove_clock() < 100, "goes on after its end");
        position.play_unchecked(played.mv);
    }
    let repetitions = keys.iter().filter(|&&key| key == position.repetition_key()).count();
    (position, repetitions)
}

#[test]
fn games_end_as_the_laws_and_the_rules_say() {
    let mut engine = engine();
    let mut ends = [0; 3];
    // Without adjudication every game ends on the board; with it decided games end earlier.
    for number in 0..12 {
        let mut settings = settings();
        settings.adjudication = tabia_arena::Adjudication::default();
        let long = play_game(&mut engine, &settings, 7, number);
        let (position, repetitions) = last_position(&long);
        let expected = match position.outcome() {
            Some(Outcome::Checkmate { winner }) if winner.is_white() => GameResult::WhiteWins,
            Some(Outcome::Checkmate { .. }) => GameResult::BlackWins,
            Some(_) => GameResult::Draw,
            None => {
                assert!(repetitions == 2 || position.halfmove_clock() >= 100, "{}", position.to_fen());
                GameResult::Draw
            }
        };
        assert_eq!(long.result, expected);
        ends[long.result as usize] += 1;

        let short = play_game(&mut engine, &self::settings(), 7, number);
        assert!(short.moves.len() <= long.moves.len());
        assert_eq!(short.moves[..], long.moves[..short.moves.len()]);
        if short.moves.len() < long.moves.len() && short.result != GameResult::Draw {
            for played in &short.moves[short.moves.len() - 6..] {
                let for_white = played.score >= 1_500;
                assert!(played.score.abs() >= 1_500 && for_white == (short.result == GameResult::WhiteWins));
            }
        }
    }
    assert!(ends.iter().all(|&count| count < 12), "not all games end alike: {ends:?}");
}

#[test]
fn mates_found_are_told_from_whites_side() {
    let mut settings = settings();
    settings.adjudication = tabia_arena::Adjudication::default();
    let mut engine = engine();
    let mated = (0..20)
        .map(|number| play_game(&mut engine, &settings, 3, number))
        .find(|game| game.result != GameResult::Draw)
        .expect("one of twenty games is won");
    let last = mated.moves.last().expect("moves").score;
    assert!(is_mate_score(last), "{last}");
    assert_eq!(last, if mated.result == GameResult::WhiteWins { 31_999 } else { -31_999 });
    assert_eq!(GameReader::new(bytes(&mated).as_slice()).count(), 1);
}

#[test]
fn chess960_games_begin_from_other_positions() {
    let settings = PlaySettings { chess960: true, random_plies: 0, ..settings() };
    let mut engine = engine();
    let mut fens: Vec<String> =
        (0..4).map(|number| play_game(&mut engine, &settings, 2, number).start.to_fen()).collect();
    fens.sort();
    fens.dedup();
    assert_eq!(fens.len(), 4);
}
