//! Tests of the analysis engine of `src/services/engine` with scripted links: by hand for each rule, and with random interleavings of all
//! events.

use std::collections::VecDeque;

use crate::platform::port::PortEvent;
use crate::platform::port::WorkerFault;
use crate::services::engine::analysis_engine::AnalysisEngine;
use crate::services::engine::events::{EngineEvent, EngineState};
use crate::services::engine::link::{EngineLink, EngineLinkError};
use crate::services::engine::timeouts::Timeouts;
use crate::state::analysis_request::{AnalysisRequest, Limits};
use crate::state::analysis_update::AnalysisUpdate;
use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};
use tabia_arena::player::Transport;
use tabia_worker::engine::messages::{BatchId, FromEngine};
use tabia_worker::wire::Generation;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Link that only records; the test plays the engine.
#[derive(Debug, Default)]
struct ScriptedLink {
    generation: Generation,
    is_running: bool,
    is_isolated: bool,
    refuses_to_start: bool,
    /// Typed batch, until finished.
    typed: Option<BatchId>,
    sent: VecDeque<(BatchId, Vec<String>)>,
    stopped: BatchId,
}

impl EngineLink for ScriptedLink {
    fn start(&mut self, generation: Generation) -> Result<(), EngineLinkError> {
        assert!(generation > self.generation, "generations only grow");
        self.generation = generation;
        self.is_running = !self.refuses_to_start;
        self.sent.clear();
        if self.refuses_to_start { Err(EngineLinkError::Worker(WorkerFault::NotLoaded)) } else { Ok(()) }
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), EngineLinkError> {
        assert!(self.is_running, "nothing is sent to a worker that was killed");
        self.sent.push_back((batch, lines));
        Ok(())
    }

    fn signal_stop(&mut self, search: BatchId) -> bool {
        self.stopped = search;
        self.is_isolated
    }

    fn is_busy_by_hand(&self) -> bool {
        self.typed.is_some()
    }

    fn terminate(&mut self) {
        self.is_running = false;
    }
}

/// An analysis engine with its link and all its events so far.
struct Bench {
    analysis: AnalysisEngine<ScriptedLink>,
    now_ms: f64,
    events: Vec<EngineEvent>,
}

impl Bench {
    fn new(is_isolated: bool) -> Self {
        let link = ScriptedLink { is_isolated, ..ScriptedLink::default() };
        let mut bench = Self {
            analysis: AnalysisEngine::new(link, Timeouts::default()),
            now_ms: 0.0,
            events: Vec::new(),
        };
        bench.analysis.start(0.0);
        bench.collect();
        bench
    }

    /// Creates an analysis engine whose engine is ready.
    fn idle(is_isolated: bool) -> Self {
        let mut bench = Self::new(is_isolated);
        bench.get_ready();
        assert_eq!(bench.analysis.state(), EngineState::Idle);
        bench
    }

    fn collect(&mut self) {
        self.events.extend(self.analysis.take_events());
    }

    fn link(&mut self) -> &mut ScriptedLink {
        self.analysis.link_mut()
    }

    fn on_message(&mut self, heard: PortEvent<FromEngine>) {
        let generation = self.link().generation;
        self.analysis.on_message(self.now_ms, generation, heard);
        self.collect();
    }

    fn output(&mut self, batch: BatchId, lines: &[&str], done: bool) {
        let lines = lines.iter().map(ToString::to_string).collect();
        self.on_message(said(batch, FromEngine::Lines { lines, dropped: 0, done }));
    }

    /// Plays a healthy engine through loading and the handshake.
    fn get_ready(&mut self) {
        self.get_ready_with(&[]);
    }

    /// Same for an engine that also announces these options. Returns the lines it is sent before it is ready.
    fn get_ready_with(&mut self, options: &[&str]) -> Vec<String> {
        self.on_message(said(0, FromEngine::Loaded));
        let (batch, lines) = self.take_sent();
        assert_eq!(lines, ["uci"]);
        let usual = [
            "id name Scripted",
            "option name MultiPV type spin default 1 min 1 max 5",
            "option name UCI_Chess960 type check default false",
            "option name Hash type spin default 16 min 1 max 1024",
        ];
        self.output(batch, &[&usual, options, &["uciok"]].concat(), false);
        self.output(batch, &[], true);
        let (batch, lines) = self.take_sent();
        assert_eq!(lines.last().map(String::as_str), Some("isready"));
        self.output(batch, &["readyok"], true);
        lines
    }

    fn take_sent(&mut self) -> (BatchId, Vec<String>) {
        self.link().sent.pop_front().expect("something was sent")
    }

    fn request(&mut self, moves: &str) {
        self.request_with(request(moves));
    }

    fn request_with(&mut self, request: AnalysisRequest) {
        self.analysis.request(self.now_ms, request);
        self.collect();
    }

    fn stop(&mut self) {
        self.analysis.stop(self.now_ms);
        self.collect();
    }

    /// Advances the time to the next deadline and checks it.
    fn wait_for_deadline(&mut self) {
        self.now_ms = self.analysis.deadline_ms().expect("something is awaited");
        self.analysis.tick(self.now_ms);
        self.collect();
    }

    fn notices(&self) -> Vec<&str> {
        self.events
            .iter()
            .filter_map(
                |event| if let EngineEvent::Notice(text) = event { Some(text.as_str()) } else { None },
            )
            .collect()
    }

    fn updates(&self) -> Vec<&AnalysisUpdate> {
        self.events
            .iter()
            .filter_map(
                |event| if let EngineEvent::Analysis(update) = event { Some(&**update) } else { None },
            )
            .collect()
    }
}

/// Creates a bench with a foreign engine behind a port, after the handshake.
fn foreign() -> Bench {
    let link = ScriptedLink { is_isolated: true, ..ScriptedLink::default() };
    let analysis = AnalysisEngine::over(Transport::Stream, link, Timeouts::default());
    let mut bench = Bench { analysis, now_ms: 0.0, events: Vec::new() };
    bench.analysis.start(0.0);
    bench.on_message(said(0, FromEngine::Loaded));
    assert_eq!(bench.take_sent().1, ["uci"]);
    bench.output(
        0,
        &["id name Foreign", "option name Hash type spin default 16 min 1 max 64", "uciok"],
        false,
    );
    assert_eq!(bench.take_sent().1, ["isready"]);
    bench.output(0, &["readyok"], false);
    assert_eq!(bench.analysis.state(), EngineState::Idle);
    bench
}

#[test]
fn a_foreign_engine_is_asked_and_stopped_by_lines_alone() {
    let mut bench = foreign();
    bench.request("e2e4");
    assert!(bench.take_sent().1.ends_with(&["isready".to_owned()]));
    bench.output(0, &["readyok"], false);
    assert_eq!(bench.take_sent().1, ["go infinite"]);
    bench.output(0, &["info depth 4 score cp 10 nodes 9 pv e7e5"], false);
    assert_eq!(bench.updates().last().map(|update| update.depth), Some(4));
    bench.request("d2d4");
    assert_eq!(bench.take_sent().1, ["stop"]);
    bench.output(0, &["info depth 5 score cp 10 nodes 9 pv e7e5"], false);
    assert_eq!(bench.updates().last().map(|update| update.depth), Some(4), "nobody waits for it any more");
    bench.output(0, &["bestmove e7e5"], false);
    let (_, lines) = bench.take_sent();
    assert!(lines.iter().any(|line| line.ends_with("moves d2d4")), "{lines:?}");
    assert!(bench.notices().is_empty());
}

#[test]
fn a_foreign_engine_that_hears_nothing_while_it_searches_is_replaced_and_has_not_failed() {
    let mut bench = foreign();
    for round in 1..=6 {
        bench.request(if round % 2 == 0 { "e2e4" } else { "d2d4" });
        bench.take_sent();
        bench.output(0, &["readyok"], false);
        bench.take_sent();
        bench.stop();
        assert_eq!(bench.take_sent().1, ["stop"]);
        bench.wait_for_deadline();
        assert_eq!(bench.analysis.state(), EngineState::Stopping);
        bench.on_message(said(0, FromEngine::Loaded));
        bench.take_sent();
        bench.output(0, &["uciok"], false);
        bench.take_sent();
        bench.output(0, &["readyok"], false);
        assert_eq!(bench.analysis.state(), EngineState::Idle, "round {round}");
    }
    assert!(bench.notices().is_empty());
}

#[test]
fn what_an_engine_found_with_other_options_is_not_told_any_more() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    let (first, _) = bench.take_sent();
    bench.output(first, &["info depth 9 score cp 1 nodes 1 pv e7e5"], false);
    let before = bench.updates().len();
    bench.analysis.choose_options(0.0, &[("Hash".to_owned(), "64".to_owned())]);
    bench.collect();
    bench.output(first, &["info depth 10 score cp 1 nodes 1 pv e7e5", "bestmove e7e5"], true);
    assert_eq!(bench.updates().len(), before);
    let (_, lines) = bench.take_sent();
    assert_eq!(lines[0], "setoption name Hash value 64");
    assert!(lines.last().is_some_and(|line| line == "go infinite"));
}

#[test]
fn only_some_moves_are_searched() {
    let mut bench = Bench::idle(true);
    let search_moves = ["g1f3", "b1c3"].map(|m| m.parse().unwrap()).to_vec();
    bench.request_with(AnalysisRequest { search_moves, limits: Limits::Depth(9), ..request("") });
    let (_, lines) = bench.take_sent();
    assert_eq!(lines.last().map(String::as_str), Some("go depth 9 searchmoves g1f3 b1c3"));
}

#[test]
fn a_search_that_fails_high_is_marked_until_its_depth_is_known() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    let (batch, _) = bench.take_sent();
    bench.output(batch, &["info depth 8 score cp 20 nodes 9 pv e7e5"], false);
    bench.output(batch, &["info depth 9 score cp 60 lowerbound nodes 19 pv e7e5"], false);
    let line = bench.updates().last().unwrap().lines[0].clone();
    let fail = line.fail.expect("it failed high");
    assert_eq!((line.depth, fail.depth, fail.bound), (8, 9, tabia_uci::Bound::Lower));
    bench.output(batch, &["info depth 9 score cp 75 wdl 600 300 100 nodes 29 pv e7e5"], false);
    let line = bench.updates().last().unwrap().lines[0].clone();
    assert_eq!((line.depth, line.fail, line.wdl.map(|wdl| wdl.win)), (9, None, Some(600)));
}

fn said(id: BatchId, body: FromEngine) -> PortEvent<FromEngine> {
    PortEvent::Message { id, body }
}

fn trapped() -> PortEvent<FromEngine> {
    said(0, FromEngine::Fault("it trapped".to_owned()))
}

fn request(moves: &str) -> AnalysisRequest {
    AnalysisRequest {
        game: 1,
        start_fen: START.to_owned(),
        moves: moves.split_ascii_whitespace().filter_map(|mv| mv.parse().ok()).collect(),
        chess960: false,
        multipv: 1,
        limits: Limits::Infinite,
        search_moves: Vec::new(),
    }
}

#[test]
fn a_search_sends_the_whole_game_and_ends_with_bestmove() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4 e7e5");
    let (batch, lines) = bench.take_sent();
    assert_eq!(
        lines,
        ["ucinewgame".to_owned(), format!("position fen {START} moves e2e4 e7e5"), "go infinite".to_owned()]
    );
    assert_eq!(bench.analysis.state(), EngineState::Searching);
    bench.output(batch, &["info depth 3 score cp 20 nodes 500 pv g1f3 b8c6"], false);
    bench.output(batch, &["bestmove g1f3"], false);
    bench.output(batch, &[], true);
    assert_eq!(bench.analysis.state(), EngineState::Idle);
    let updates = bench.updates();
    assert_eq!(updates.len(), 2);
    assert_eq!(updates[0].lines[0].pv.len(), 2);
    assert!(!updates[0].finished);
    assert!(updates[1].finished);
    assert_eq!(updates[1].best_move.map(|mv| mv.to_string()).as_deref(), Some("g1f3"));
    // The next position of the same game is not a new game.
    bench.request("e2e4");
    assert_eq!(bench.take_sent().1.len(), 2);
}

#[test]
fn of_many_requests_during_a_search_only_the_newest_is_searched() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    let (first, _) = bench.take_sent();
    for moves in ["d2d4", "c2c4", "g1f3"] {
        bench.request(moves);
    }
    assert_eq!(bench.link().stopped, first);
    assert_eq!(bench.analysis.state(), EngineState::Stopping);
    assert!(bench.link().sent.is_empty(), "nothing is sent before bestmove");
    bench.output(first, &["bestmove e7e5"], true);
    let (second, lines) = bench.take_sent();
    assert!(lines.iter().any(|line| line.ends_with("moves g1f3")), "{lines:?}");
    assert!(bench.link().sent.is_empty());
    // A late line of the first search is not shown.
    let before = bench.updates().len();
    bench.output(first, &["info depth 9 score cp 1 nodes 1 pv e7e5"], false);
    assert_eq!(bench.updates().len(), before);
    bench.output(second, &["info depth 9 score cp 1 nodes 1 pv e7e5"], false);
    assert_eq!(bench.updates().len(), before + 1);
}

#[test]
fn the_same_request_again_changes_nothing() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    bench.take_sent();
    bench.request("e2e4");
    assert_eq!(bench.analysis.state(), EngineState::Searching);
    assert_eq!(bench.link().stopped, 0);
}

#[test]
fn a_request_while_loading_is_searched_when_ready() {
    let mut bench = Bench::new(true);
    bench.request("e2e4");
    bench.request("d2d4");
    bench.get_ready();
    let (_, lines) = bench.take_sent();
    assert!(lines.iter().any(|line| line.ends_with("moves d2d4")));
}

#[test]
fn stop_forgets_what_waits() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    let (batch, _) = bench.take_sent();
    bench.request("d2d4");
    bench.stop();
    bench.output(batch, &["bestmove e7e5"], true);
    assert_eq!(bench.analysis.state(), EngineState::Idle);
    assert!(bench.link().sent.is_empty());
}

#[test]
fn without_isolation_a_search_is_cut_by_a_fresh_worker() {
    let mut bench = Bench::idle(false);
    bench.request("e2e4");
    bench.take_sent();
    let old = bench.link().generation;
    bench.request("d2d4");
    assert_eq!(bench.link().generation, old + 1);
    assert_eq!(bench.analysis.state(), EngineState::Stopping, "to the user it is still being stopped");
    assert_eq!(bench.notices(), Vec::<&str>::new());
    // Late output of the killed worker is ignored.
    bench.analysis.on_message(0.0, old, said(0, FromEngine::Fault("late".to_owned())));
    bench.collect();
    assert_eq!(bench.link().generation, old + 1);
    bench.get_ready();
    let (_, lines) = bench.take_sent();
    assert!(lines.iter().any(|line| line.ends_with("moves d2d4")));
    assert_eq!(bench.analysis.state(), EngineState::Searching);
}

#[test]
fn an_engine_at_rest_has_no_worker_until_it_is_asked() {
    let mut bench = Bench::idle(true);
    bench.analysis.rest();
    bench.collect();
    assert!(!bench.link().is_running);
    assert_eq!(bench.analysis.state(), EngineState::Idle);
    assert_eq!(bench.analysis.deadline_ms(), None);
    bench.analysis.set_option(0.0, "Hash", "32");
    bench.request("e2e4");
    assert!(bench.link().is_running);
    assert_eq!(bench.analysis.state(), EngineState::Loading);
    bench.get_ready();
    let (_, lines) = bench.take_sent();
    assert!(lines.iter().any(|line| line.ends_with("moves e2e4")));
}

#[test]
fn a_button_is_pressed_of_an_engine_that_was_at_rest() {
    let mut bench = Bench::new(true);
    bench.get_ready_with(&["option name Clear Hash type button"]);
    bench.analysis.rest();
    bench.analysis.press(0.0, "Clear Hash");
    bench.collect();
    let sent = bench.get_ready_with(&["option name Clear Hash type button"]);
    assert!(sent.iter().any(|line| line == "setoption name Clear Hash"), "{sent:?}");
}

#[test]
fn an_engine_that_searches_or_starts_does_not_rest() {
    let mut bench = Bench::new(true);
    bench.analysis.rest();
    assert!(bench.link().is_running);
    bench.get_ready();
    bench.request("e2e4");
    bench.analysis.rest();
    assert!(bench.link().is_running);
    assert_eq!(bench.analysis.state(), EngineState::Searching);
}

#[test]
fn an_engine_that_searches_for_somebody_at_the_console_does_not_rest() {
    let mut bench = Bench::idle(true);
    bench.link().typed = Some(1);
    bench.analysis.rest();
    assert!(bench.link().is_running);
    bench.link().typed = None;
    bench.analysis.rest();
    assert!(!bench.link().is_running);
}

#[test]
fn options_are_sent_between_searches_and_only_when_changed() {
    let mut bench = Bench::idle(true);
    bench.request_with(AnalysisRequest { multipv: 3, ..request("e2e4") });
    let (batch, lines) = bench.take_sent();
    assert_eq!(lines[0], "setoption name MultiPV value 3");
    bench.analysis.set_option(0.0, "Hash", "64");
    bench.collect();
    assert_eq!(bench.analysis.state(), EngineState::Stopping);
    bench.output(batch, &["bestmove e7e5"], true);
    let (batch, lines) = bench.take_sent();
    assert_eq!(lines[0], "setoption name Hash value 64");
    assert!(!lines.iter().any(|line| line.contains("MultiPV")));
    assert!(lines.iter().any(|line| line.ends_with("moves e2e4")), "the search is begun anew: {lines:?}");
    bench.output(batch, &["bestmove e7e5"], true);
    bench.analysis.set_option(0.0, "Hash", "64");
    bench.request_with(AnalysisRequest { multipv: 3, ..request("d2d4") });
    assert!(!bench.take_sent().1.iter().any(|line| line.starts_with("setoption")));
}

#[test]
fn an_engine_is_told_that_it_analyses_unless_the_user_chose_otherwise() {
    let mut bench = Bench::new(true);
    let lines = bench.get_ready_with(&["option name UCI_AnalyseMode type check default false"]);
    assert_eq!(lines, ["setoption name UCI_AnalyseMode value true", "isready"]);
    bench.request_with(request("e2e4"));
    let (batch, _) = bench.take_sent();
    bench.output(batch, &["bestmove e7e5"], true);
    bench.analysis.choose_options(0.0, &[("UCI_AnalyseMode".to_owned(), "false".to_owned())]);
    bench.request_with(request("d2d4"));
    assert_eq!(bench.take_sent().1[0], "setoption name UCI_AnalyseMode value false");
}

#[test]
fn lines_are_shown_without_a_gap_and_exact_scores_before_bounds() {
    let mut bench = Bench::idle(true);
    bench.request_with(AnalysisRequest { multipv: 3, ..request("") });
    let (batch, _) = bench.take_sent();
    bench.output(
        batch,
        &[
            "info depth 5 multipv 1 score cp 30 nodes 9 pv e2e4",
            "info depth 5 multipv 3 score cp 10 nodes 9 pv c2c4",
            "info depth 6 multipv 1 score cp 90 lowerbound nodes 12 pv e2e4",
            "info depth 6 multipv 7 score cp 90 nodes 12 pv a2a3",
        ],
        false,
    );
    let shown = bench.updates().last().expect("an update").lines.clone();
    assert_eq!(shown.len(), 1);
    assert_eq!((shown[0].depth, shown[0].bound), (5, None));
    bench.output(batch, &["info depth 5 multipv 2 score cp 20 nodes 12 pv d2d4"], false);
    assert_eq!(bench.updates().last().map(|update| update.lines.len()), Some(3));
}

#[test]
fn lines_of_two_depths_are_never_shown_together() {
    let mut bench = Bench::idle(true);
    bench.request_with(AnalysisRequest { multipv: 3, ..request("") });
    let (batch, _) = bench.take_sent();
    let mut say = |lines: &[&str]| {
        bench.output(batch, lines, false);
        let update = bench.updates().last().copied().expect("an update");
        update.lines.iter().map(|line| (line.depth, line.pv[0].to_string())).collect::<Vec<_>>()
    };
    let shown = |depth: u32, moves: &[&str]| -> Vec<(u32, String)> {
        moves.iter().map(|text| (depth, (*text).to_owned())).collect()
    };
    // The first line is shown at once.
    assert_eq!(say(&["info depth 5 multipv 1 score cp 30 nodes 9 pv e2e4"]), shown(5, &["e2e4"]));
    let five = say(&[
        "info depth 5 multipv 2 score cp 20 nodes 9 pv d2d4",
        "info depth 5 multipv 3 score cp 10 nodes 9 pv c2c4",
    ]);
    assert_eq!(five, shown(5, &["e2e4", "d2d4", "c2c4"]));
    assert_eq!(
        say(&["info depth 6 multipv 1 score cp 15 nodes 99 pv d2d4"]),
        five,
        "the rest is still missing"
    );
    // Repeated lines of the last depth do not complete the new one.
    assert_eq!(say(&["info depth 5 multipv 2 score cp 20 nodes 99 pv d2d4"]), five);
    assert_eq!(say(&["info depth 6 multipv 2 score cp 14 nodes 99 pv e2e4"]), five);
    let six = say(&["info depth 6 multipv 3 score cp 9 nodes 99 pv c2c4"]);
    assert_eq!(six, shown(6, &["d2d4", "e2e4", "c2c4"]));
    // A better score at the same depth is shown; a depth with fewer lines is over when the next one begins.
    let again = say(&["info depth 6 multipv 1 score cp 25 nodes 99 pv e2e3"]);
    assert_eq!(again, shown(6, &["e2e3", "e2e4", "c2c4"]));
    assert_eq!(say(&["info depth 7 multipv 1 score cp 25 nodes 99 pv g1f3"]), again);
    // With one line per depth, each depth is complete with its first line.
    assert_eq!(say(&["info depth 8 multipv 1 score cp 25 nodes 99 pv b1c3"]), shown(8, &["b1c3"]));
}

/// Every kind of failure, starting from a new search: what happens, and what the user is told.
#[test]
fn every_failure_is_answered_by_a_fresh_worker_that_takes_up_the_search() {
    type Failure = fn(&mut Bench, BatchId);
    let failures: [(&str, Failure); 5] = [
        ("trapped", |bench, _| bench.on_message(trapped())),
        ("without bestmove", |bench, batch| bench.output(batch, &[], true)),
        ("silent", |bench, _| bench.wait_for_deadline()),
        ("did not answer stop", |bench, _| {
            bench.request("d2d4");
            bench.wait_for_deadline();
        }),
        ("did not answer stop", |bench, batch| {
            bench.request("d2d4");
            // Signs of life are not a reply.
            bench.output(batch, &["info depth 1 score cp 1 pv e7e5"], false);
            bench.wait_for_deadline();
        }),
    ];
    for (reason, fail) in failures {
        let mut bench = Bench::idle(true);
        bench.request("d2d4");
        let (batch, _) = bench.take_sent();
        bench.output(batch, &["bestmove e7e5"], true);
        bench.request("e2e4");
        let (batch, _) = bench.take_sent();
        let old = bench.link().generation;
        fail(&mut bench, batch);
        assert_eq!(bench.link().generation, old + 1, "{reason}");
        assert_eq!(bench.notices().len(), 1, "{reason}");
        assert!(
            bench.notices()[0].starts_with("Engine restarted: ") && bench.notices()[0].contains(reason),
            "{reason}"
        );
        bench.get_ready();
        let (batch, lines) = bench.take_sent();
        assert!(lines.iter().any(|line| line.starts_with("position")), "{reason}: the search goes on");
        bench.output(batch, &["bestmove e7e5"], true);
        assert_eq!(bench.analysis.state(), EngineState::Idle);
    }
}

#[test]
fn repeated_failure_ends_in_failed_and_retry_begins_again() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    for _ in 0..Timeouts::default().max_failures {
        bench.take_sent();
        bench.on_message(trapped());
        bench.get_ready();
    }
    bench.on_message(trapped());
    assert_eq!(bench.analysis.state(), EngineState::Failed("it trapped".to_owned()));
    assert!(!bench.link().is_running);
    assert_eq!(bench.analysis.deadline_ms(), None);
    bench.analysis.retry(bench.now_ms);
    bench.collect();
    bench.get_ready();
    assert!(bench.take_sent().1.iter().any(|line| line.ends_with("moves e2e4")));
}

#[test]
fn an_engine_that_does_not_answer_the_handshake_is_restarted_and_then_given_up() {
    for answered in 0..3 {
        let mut bench = Bench::new(true);
        for _ in 0..=Timeouts::default().max_failures {
            assert!(matches!(bench.analysis.state(), EngineState::Loading));
            if answered > 0 {
                bench.on_message(said(0, FromEngine::Loaded));
            }
            if answered > 1 {
                let (batch, _) = bench.take_sent();
                bench.output(batch, &["uciok"], true);
            }
            bench.wait_for_deadline();
        }
        assert!(matches!(bench.analysis.state(), EngineState::Failed(_)), "{answered}");
    }
}

#[test]
fn a_browser_that_refuses_workers_is_a_reason_to_fail() {
    let link = ScriptedLink { refuses_to_start: true, ..ScriptedLink::default() };
    let mut analysis = AnalysisEngine::new(link, Timeouts::default());
    analysis.start(0.0);
    assert_eq!(analysis.state(), EngineState::Failed("its worker could not be loaded".to_owned()));
}

#[test]
fn a_search_that_overruns_its_time_is_stopped_and_not_begun_again() {
    let mut bench = Bench::idle(true);
    bench.request_with(AnalysisRequest { limits: Limits::MoveTime(300), ..request("e2e4") });
    let (batch, lines) = bench.take_sent();
    assert_eq!(lines.last().map(String::as_str), Some("go movetime 300"));
    bench.wait_for_deadline();
    assert_eq!(bench.link().stopped, batch);
    bench.output(batch, &["bestmove e7e5"], true);
    assert_eq!(bench.analysis.state(), EngineState::Idle);
    assert!(bench.link().sent.is_empty());
}

#[test]
fn a_page_that_slept_gives_the_answer_its_turn() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    let (batch, _) = bench.take_sent();
    bench.stop();
    // The timer fires a minute late; the reply is queued behind it.
    bench.now_ms += 60_000.0;
    bench.analysis.tick(bench.now_ms);
    bench.collect();
    assert_eq!(bench.notices(), Vec::<&str>::new());
    bench.output(batch, &["bestmove e7e5"], true);
    assert_eq!(bench.analysis.state(), EngineState::Idle);

    // But only once: a silent engine is replaced, however late the timers are.
    bench.request("d2d4");
    bench.stop();
    for _ in 0..2 {
        bench.now_ms += 60_000.0;
        bench.analysis.tick(bench.now_ms);
        bench.collect();
    }
    assert_eq!(bench.notices().len(), 1);
}

#[test]
fn a_tick_too_early_does_nothing() {
    let mut bench = Bench::idle(true);
    bench.request("e2e4");
    let deadline = bench.analysis.deadline_ms().expect("a search is watched");
    bench.analysis.tick(deadline - 1.0);
    bench.collect();
    assert_eq!(bench.analysis.state(), EngineState::Searching);
    assert_eq!(bench.notices(), Vec::<&str>::new());
}

/// Event for the analysis engine. The numbers select among what is possible at that point.
#[derive(Debug, Clone, Copy)]
enum Step {
    Request(u8),
    Stop,
    SetHash(u8),
    Retry,
    Rest,
    /// The engine prints an info line for its search, if it has one.
    Info,
    /// The engine successfully finishes its oldest batch.
    Finish,
    /// The engine finishes without a reply.
    FinishBadly,
    Fault,
    /// A message of a killed worker, or of a batch long finished.
    Stale(u8),
    Wait(u16),
    /// The timer fires in time.
    Timer,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => any::<u8>().prop_map(Step::Request),
        1 => proptest::strategy::Just(Step::Stop),
        1 => any::<u8>().prop_map(Step::SetHash),
        1 => proptest::strategy::Just(Step::Retry),
        1 => proptest::strategy::Just(Step::Rest),
        6 => proptest::strategy::Just(Step::Info),
        10 => proptest::strategy::Just(Step::Finish),
        1 => proptest::strategy::Just(Step::FinishBadly),
        1 => proptest::strategy::Just(Step::Fault),
        2 => any::<u8>().prop_map(Step::Stale),
        2 => any::<u16>().prop_map(Step::Wait),
        1 => proptest::strategy::Just(Step::Timer),
    ]
}

/// Model of an engine behind the link: unfinished batches.
#[derive(Debug, Default)]
struct ModelEngine {
    is_loaded: bool,
    generation: Generation,
    inbox: VecDeque<(BatchId, Vec<String>)>,
}

/// Score by which an info line identifies its position.
fn score_of(position_line: &str) -> i32 {
    position_line.bytes().fold(7i32, |sum, byte| (sum * 31 + i32::from(byte)) % 20_011)
}

fn score_for(request: &AnalysisRequest) -> i32 {
    let moves: Vec<String> = request.moves.iter().map(ToString::to_string).collect();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    score_of(&format!("position fen {}{moves}", request.start_fen))
}

/// Position of sequence number `n`: that many knight moves.
fn numbered(n: u8) -> AnalysisRequest {
    let moves: Vec<&str> =
        ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(usize::from(n)).collect();
    AnalysisRequest { multipv: 1 + u32::from(n % 3), ..request(&moves.join(" ")) }
}

impl ModelEngine {
    /// Receives what was sent. A new worker has an empty inbox.
    fn receive(&mut self, link: &mut ScriptedLink) {
        if self.generation != link.generation {
            *self = Self { generation: link.generation, ..Self::default() };
        }
        self.inbox.extend(link.sent.drain(..));
    }

    /// Returns the info line that its search would print now.
    fn info(&self) -> Option<PortEvent<FromEngine>> {
        let (batch, lines) = self.inbox.front()?;
        let position = lines.iter().find(|line| line.starts_with("position"))?;
        let line = format!("info depth 4 multipv 1 score cp {} nodes 10 pv e2e4", score_of(position));
        Some(said(*batch, FromEngine::Lines { lines: vec![line], dropped: 0, done: false }))
    }

    /// Finishes the oldest batch.
    fn finish(&mut self, well: bool) -> Option<PortEvent<FromEngine>> {
        if !self.is_loaded {
            self.is_loaded = true;
            return Some(said(0, FromEngine::Loaded));
        }
        let (batch, commands) = self.inbox.pop_front()?;
        let mut lines = Vec::new();
        for command in commands.iter().filter(|_| well) {
            match command.split(' ').next() {
                Some("uci") => lines.extend(["option name Hash type spin default 16 min 1 max 999", "uciok"]),
                Some("isready") => lines.push("readyok"),
                Some("go") => lines.push("bestmove e2e4"),
                _ => {}
            }
        }
        let lines = lines.into_iter().map(str::to_owned).collect();
        Some(said(batch, FromEngine::Lines { lines, dropped: 0, done: true }))
    }
}

#[test]
fn remarks_on_options_are_told_by_the_option_and_not_by_their_words() {
    let mut bench = Bench::idle(true);
    let remark = |option: &str, text: &str| {
        said(0, FromEngine::OptionRemark { option: option.to_owned(), text: text.to_owned() })
    };
    bench.on_message(remark("syzygypath", "Gefunden: 5"));
    bench.on_message(remark("Hash", "setoption Hash: 0 is not from 1 to 1024"));
    bench.on_message(remark("Hash", "Found 5 tablebase files, says an engine that talks a lot"));
    let told: Vec<&str> = bench
        .events
        .iter()
        .filter_map(|event| if let EngineEvent::Tables(text) = event { Some(&**text) } else { None })
        .collect();
    assert_eq!(told, ["Gefunden: 5"]);
    assert_eq!(bench.notices(), ["The engine rejected a setting. Hash: 0 is not from 1 to 1024"]);
}

proptest! {
    /// In any order of events: one batch is in flight, lines are shown with the position they were computed for, and the latest request is
    /// the one searched in the end.
    #[test]
    fn no_interleaving_loses_a_request_or_shows_a_stale_line(
        is_isolated in any::<bool>(),
        steps in proptest::collection::vec(step(), 1..150),
    ) {
        let mut bench = Bench::new(is_isolated);
        let mut engine = ModelEngine::default();
        let mut newest: Option<AnalysisRequest> = None;
        let mut seen = 0;
        for step in steps {
            engine.receive(bench.link());
            match step {
                Step::Request(n) => {
                    newest = Some(numbered(n));
                    bench.request_with(numbered(n));
                }
                Step::Stop => {
                    newest = None;
                    bench.stop();
                }
                Step::SetHash(megabytes) => {
                    bench.analysis.set_option(bench.now_ms, "Hash", &megabytes.to_string());
                    bench.collect();
                }
                Step::Rest => {
                    bench.analysis.rest();
                    bench.collect();
                }
                Step::Retry => {
                    bench.analysis.retry(bench.now_ms);
                    bench.collect();
                }
                Step::Info => {
                    if let Some(event) = engine.info() {
                        bench.on_message(event);
                    }
                }
                Step::Finish | Step::FinishBadly => {
                    if let Some(event) = engine.finish(matches!(step, Step::Finish)) {
                        bench.on_message(event);
                    }
                }
                Step::Fault => bench.on_message(trapped()),
                Step::Stale(n) => {
                    let generation = bench.link().generation;
                    // Ids of the distant future: none of them is in flight.
                    let stale = said(BatchId::MAX - BatchId::from(n), FromEngine::Lines {
                        lines: vec!["info depth 9 score cp 30000 nodes 1 pv a2a3".to_owned(), "bestmove a2a3".to_owned()],
                        dropped: 0,
                        done: true,
                    });
                    bench.analysis.on_message(bench.now_ms, generation, stale.clone());
                    bench.analysis.on_message(bench.now_ms, generation - 1, said(0, FromEngine::Loaded));
                    bench.analysis.on_message(bench.now_ms, generation - 1, stale);
                    bench.collect();
                }
                Step::Wait(ms) => {
                    bench.now_ms += f64::from(ms) / 10.0;
                    bench.analysis.tick(bench.now_ms);
                    bench.collect();
                }
                Step::Timer => {
                    if bench.analysis.deadline_ms().is_some() {
                        bench.wait_for_deadline();
                    }
                }
            }
            engine.receive(bench.link());
            prop_assert!(engine.inbox.len() <= 1, "two batches are in flight: {:?}", engine.inbox);
            for update in bench.updates().into_iter().skip(seen) {
                for line in &update.lines {
                    prop_assert_eq!(line.score, tabia_uci::Score::Cp(score_for(&update.request)));
                }
            }
            seen = bench.updates().len();
            // An engine is watched if and only if it has something to do.
            let is_at_rest = matches!(bench.analysis.state(), EngineState::Idle | EngineState::Failed(_));
            prop_assert_eq!(bench.analysis.deadline_ms().is_none(), is_at_rest);
            // The last state emitted is the current state.
            let told = bench.events.iter().rev().find_map(|event| if let EngineEvent::State(state) = event { Some(state.clone()) } else { None });
            prop_assert_eq!(told, Some(bench.analysis.state()));
        }

        // From here on, the engine is healthy: it reaches the latest request and finishes it, whatever came before.
        if matches!(bench.analysis.state(), EngineState::Failed(_)) {
            bench.analysis.retry(bench.now_ms);
            bench.collect();
        }
        for _ in 0..12 {
            engine.receive(bench.link());
            if let Some(event) = engine.finish(true) {
                bench.on_message(event);
            }
        }
        prop_assert_eq!(bench.analysis.state(), EngineState::Idle);
        if let Some(newest) = newest {
            let last = bench.updates().into_iter().rfind(|update| update.finished).map(|update| (*update.request).clone());
            prop_assert_eq!(last, Some(newest));
        }
    }
}
