use std::rc::Rc;

use tabia_chess::Color;
use tabia_uci::{Bound, Score};

use crate::state::analysis::{AnalysisAction, AnalysisState, Figures, analysis_request, pv_moves, pv_text};
use crate::state::analysis_request::{AnalysisRequest, Limits};
use crate::state::analysis_update::{AnalysisLine, AnalysisUpdate};
use crate::state::game::{GameAction, GameState};
use crate::state::score::Evaluation;

fn game(moves: &str) -> GameState {
    moves.split_whitespace().fold(GameState::default(), |state, text| {
        state.reduce(GameAction::PlayText(text.to_owned())).expect("a legal move")
    })
}

fn begin(game: &GameState, multipv: u32) -> AnalysisAction {
    let request = Rc::new(analysis_request(game, multipv, Limits::Infinite));
    AnalysisAction::Begin(request, Box::new(*game.position()))
}

fn line(depth: u32, cp: i32, pv: &str) -> AnalysisLine {
    AnalysisLine {
        depth,
        seldepth: Some(depth + 5),
        score: Score::Cp(cp),
        bound: None,
        wdl: None,
        fail: None,
        pv: pv.split_whitespace().map(|text| text.parse().expect("a move")).collect(),
    }
}

fn update(request: &Rc<AnalysisRequest>, lines: Vec<AnalysisLine>) -> AnalysisAction {
    AnalysisAction::Update(Rc::new(AnalysisUpdate {
        request: request.clone(),
        depth: lines.first().map_or(0, |line| line.depth),
        lines,
        nodes: 1000,
        nps: 2000,
        time_ms: 500,
        hashfull: Some(7),
        tb_hits: 0,
        dtz: None,
        finished: false,
        best_move: None,
    }))
}

fn reduce(state: &AnalysisState, action: &AnalysisAction) -> AnalysisState {
    state.reduce(action).expect("something to change")
}

#[test]
fn lines_are_shown_in_san_from_whites_side() {
    let state = reduce(&AnalysisState::default(), &begin(&game("e4"), 2));
    let request = state.request().expect("a request").clone();
    assert_eq!(request.moves.len(), 1);
    let mut second = line(12, 50, "c7c5 g1f3");
    second.bound = Some(Bound::Lower);
    let state = reduce(&state, &update(&request, vec![line(12, -30, "e7e5 g1f3 b8c6 f1b5"), second]));
    let lines = state.lines();
    assert_eq!(lines[0].score, Evaluation::Cp(30));
    assert_eq!(pv_text(&lines[0].pv), "1... e5 2. Nf3 Nc6 3. Bb5");
    assert_eq!((lines[1].rank, lines[1].depth, lines[1].seldepth), (2, 12, Some(17)));
    assert_eq!(lines[1].bound, Some(Bound::Upper), "a lower bound for Black is an upper one for White");
    assert_eq!(state.evaluation(), Some(Evaluation::Cp(30)));
    assert_eq!(state.figures().nodes, 1000);
    assert_eq!(state.best_move().map(|m| m.to_string()).as_deref(), Some("e7e5"));
}

#[test]
fn nothing_is_left_of_an_engine_that_was_replaced() {
    let state = reduce(&AnalysisState::default(), &begin(&game("e4"), 1));
    let request = state.request().expect("a request").clone();
    let seen = reduce(&state, &update(&request, vec![line(12, -30, "e7e5")]));
    let replaced = reduce(&seen, &AnalysisAction::Forget);
    assert!(replaced.lines().is_empty() && replaced.best_move().is_none());
    assert_eq!((replaced.bar(), replaced.figures()), (None, Figures::default()));
    // The position is still the one requested from the new engine.
    let again = reduce(&replaced, &update(&request, vec![line(3, 10, "c7c5")]));
    assert_eq!(again.lines()[0].depth, 3);
}

#[test]
fn a_line_of_another_position_is_dropped() {
    let old = reduce(&AnalysisState::default(), &begin(&game("e4"), 1));
    let stale = update(old.request().expect("a request"), vec![line(20, 10, "e7e5")]);
    let seen = reduce(&old, &stale);
    let new = reduce(&seen, &begin(&game("e4 e5"), 1));
    assert!(new.lines().is_empty());
    assert_eq!(new.bar(), Some(Evaluation::Cp(-10)), "the bar waits for the next score");
    assert_eq!(new.reduce(&stale), None);
    // The same position in another game has another history.
    let other = game("e4").reduce(GameAction::NewGame).expect("a new game");
    let other = other.reduce(GameAction::PlayText("e4".into())).expect("a move");
    assert_eq!(reduce(&seen, &begin(&other, 1)).reduce(&stale), None);
    assert_eq!(AnalysisState::default().reduce(&stale), None);
}

#[test]
fn more_lines_of_the_same_position_keep_what_is_there() {
    let game = game("e4");
    let state = reduce(&AnalysisState::default(), &begin(&game, 1));
    let request = state.request().expect("a request").clone();
    let state = reduce(&state, &update(&request, vec![line(20, 10, "e7e5"), line(20, 5, "c7c5")]));
    assert_eq!(state.lines().len(), 1, "one line was asked for");
    let more = reduce(&state, &begin(&game, 3));
    assert_eq!(more.lines().len(), 1);
    let silent = reduce(&more, &update(more.request().expect("a request"), Vec::new()));
    assert_eq!(silent.lines().len(), 1, "a search without a line yet takes nothing away");
}

#[test]
fn a_line_ends_before_an_illegal_move() {
    let position = *GameState::default().position();
    let pv: Vec<_> =
        ["e2e4", "e7e5", "e4e5", "d7d6"].iter().map(|text| text.parse().expect("a move")).collect();
    assert_eq!(pv_text(&pv_moves(&position, &pv, 10)), "1. e4 e5");
    assert_eq!(pv_text(&pv_moves(&position, &pv, 1)), "1. e4");
    assert_eq!(pv_moves(&position, &["0000".parse().expect("a move")], 10), []);
}

#[test]
fn chess960_is_asked_with_the_rooks_square() {
    let game = GameState::default()
        .reduce(GameAction::Load("4k3/8/8/8/8/8/8/5K1R w H - 0 1".into()))
        .expect("a position");
    let castling = game.find_move(tabia_chess::Square::F1, tabia_chess::Square::H1, None).expect("castling");
    let game = game.reduce(GameAction::Play(castling)).expect("a legal move");
    let request = analysis_request(&game, 1, Limits::Depth(5));
    assert!(request.chess960);
    assert_eq!(request.start_fen, "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(request.moves[0].as_str(), "f1h1");
    assert_eq!(game.position().turn(), Color::Black);
}

#[test]
fn what_was_found_before_stays_until_the_search_is_as_deep() {
    let state = reduce(&AnalysisState::default(), &begin(&game("e4"), 1));
    let request = state.request().expect("a request").clone();
    let AnalysisAction::Update(earlier) = update(&request, vec![line(20, 10, "e7e5")]) else { panic!() };
    let recalled = reduce(&state, &AnalysisAction::Recall(Box::new((*earlier).clone())));
    assert!(recalled.is_recalled());
    assert_eq!((recalled.lines()[0].depth, recalled.bar()), (20, Some(Evaluation::Cp(-10))));
    assert_eq!(recalled.reduce(&update(&request, vec![line(12, 99, "c7c5")])), None);
    let deeper = reduce(&recalled, &update(&request, vec![line(20, 30, "c7c5")]));
    assert_eq!(deeper.lines()[0].score, Evaluation::Cp(-30));
    assert!(!deeper.is_recalled());
    // More lines than before: they are shown as they arrive.
    let more = reduce(&recalled, &begin(&game_of(&request), 2));
    let both = reduce(&more, &update(more.request().unwrap(), vec![line(3, 1, "c7c5"), line(3, 0, "e7e5")]));
    assert_eq!(both.lines().len(), 2);
}

#[test]
fn the_last_output_of_a_search_stopped_for_other_settings_replaces_nothing_deeper() {
    let state = reduce(&AnalysisState::default(), &begin(&game("e4"), 3));
    let old = state.request().expect("a request").clone();
    let known =
        reduce(&state, &update(&old, vec![line(12, 10, "e7e5"), line(12, 9, "c7c5"), line(12, 8, "e7e6")]));
    let request = Rc::new(AnalysisRequest { multipv: 1, limits: Limits::Depth(8), ..(*old).clone() });
    let begun = AnalysisAction::Begin(request.clone(), Box::new(*game("e4").position()));
    let answered = reduce(&known, &begun);
    assert!(answered.is_answered(), "nothing needs to be searched");
    let lines = vec![line(1, 99, "g8f6"), line(1, 9, "c7c5"), line(1, 8, "e7e6")];
    let late = answered.reduce(&update(&old, lines)).unwrap_or(answered.clone());
    assert!(late.is_answered() && *late.lines() == *answered.lines());
    let deeper = reduce(&answered, &update(&old, vec![line(13, 99, "g8f6")]));
    assert_eq!(deeper.lines()[0].depth, 13);
}

fn game_of(request: &AnalysisRequest) -> GameState {
    assert_eq!(request.moves.len(), 1);
    game("e4")
}

#[test]
fn a_request_is_answered_by_what_is_known_when_its_limit_was_reached() {
    let asked = |limits, multipv| {
        let game = game("e4");
        let request = Rc::new(analysis_request(&game, multipv, limits));
        let begun = AnalysisAction::Begin(request.clone(), Box::new(*game.position()));
        reduce(&reduce(&AnalysisState::default(), &begun), &update(&request, vec![line(20, 10, "e7e5")]))
    };
    assert!(asked(Limits::Depth(20), 1).is_answered());
    assert!(!asked(Limits::Depth(21), 1).is_answered());
    assert!(!asked(Limits::Depth(20), 2).is_answered(), "a line is missing");
    assert!(!asked(Limits::Infinite, 1).is_answered());
    assert!(asked(Limits::Nodes(1000), 1).is_answered());
}

#[test]
fn lines_of_other_moves_are_taken_away() {
    let game = game("e4");
    let state = reduce(&AnalysisState::default(), &begin(&game, 1));
    let seen = reduce(&state, &update(state.request().expect("a request"), vec![line(20, 10, "e7e5")]));
    let mut request = analysis_request(&game, 1, Limits::Infinite);
    request.search_moves = vec!["c7c5".parse().expect("a move")];
    let begun = AnalysisAction::Begin(Rc::new(request), Box::new(*game.position()));
    assert!(reduce(&seen, &begun).lines().is_empty());
}
