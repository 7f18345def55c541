//! A runner with scripted engines.

use std::collections::VecDeque;

use tabia_suite::Suite;

use super::*;
use crate::services::suites::settings::SuiteEngine;

const SUITE: &str = "6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#; id \"one\";\n\
                     6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"two\";\n\
                     6k1/5ppp/8/8/8/8/8/1R2K3 w - - bm Rb8#; id \"three\";";

/// Returns the engines' reply to a position: the rook move to the eighth rank.
fn right_move(position: &str) -> &'static str {
    match position {
        p if p.contains("3RK3") => "d1d8",
        p if p.contains("R3K3 ") && !p.contains("1R2K3") => "a1a8",
        _ => "b1b8",
    }
}

struct Table {
    runner: SuiteRunner,
    open: Vec<usize>,
    stored: Vec<(usize, usize)>,
    ended: usize,
    now_ms: f64,
    /// Engine that crashes on every search.
    broken: Option<usize>,
    /// Whether engines search until they are stopped.
    is_endless: bool,
    stops: usize,
    most_at_once: usize,
}

impl Table {
    fn new(settings: SuiteSettings) -> Self {
        let problems = Rc::new(Suite::read(SUITE).problems);
        assert_eq!(problems.len(), 3);
        let runner = SuiteRunner::new(problems, settings);
        Self {
            runner,
            open: Vec::new(),
            stored: Vec::new(),
            ended: 0,
            now_ms: 0.0,
            broken: None,
            is_endless: false,
            stops: 0,
            most_at_once: 0,
        }
    }

    fn run(&mut self, most_steps: usize) {
        let mut waiting: VecDeque<SuiteCommand> = self.runner.take_commands().into();
        for _ in 0..most_steps {
            let Some(command) = waiting.pop_front() else { return };
            self.now_ms += 1.0;
            self.obey(command);
            self.most_at_once = self.most_at_once.max(self.runner.being_searched().count());
            waiting.extend(self.runner.take_commands());
        }
    }

    fn obey(&mut self, command: SuiteCommand) {
        let now = self.now_ms;
        match command {
            SuiteCommand::Open { worker, engine } => {
                if self.open.len() <= worker {
                    self.open.resize(worker + 1, usize::MAX);
                }
                self.open[worker] = engine;
                let abilities = Abilities { is_called: true, can_signal: true };
                self.runner.prepared(worker, Ok(abilities), now);
            }
            SuiteCommand::Engine(worker, TransportCommand::Start(generation)) => {
                self.runner.on_message(worker, generation, EngineMessage::Started, now);
            }
            SuiteCommand::Engine(worker, TransportCommand::Send(batch, lines)) => {
                self.answer(worker, batch, &lines);
            }
            SuiteCommand::Engine(worker, TransportCommand::Stop(batch)) => {
                self.stops += 1;
                let lines = vec!["bestmove d1d8".to_owned()];
                let generation = self.generation(worker);
                self.runner.on_message(
                    worker,
                    generation,
                    EngineMessage::Lines { batch, lines, done: true },
                    now,
                );
            }
            SuiteCommand::Engine(..) => {}
            SuiteCommand::Close(worker) => self.open[worker] = usize::MAX,
            SuiteCommand::Store { engine, problem } => self.stored.push((engine, problem)),
            SuiteCommand::Ended => self.ended += 1,
        }
    }

    fn answer(&mut self, worker: usize, batch: u32, lines: &[String]) {
        let is_broken = self.broken == Some(self.open[worker]);
        let mut said = Vec::new();
        let mut position = String::new();
        let mut is_done = true;
        for line in lines {
            match line.split(' ').next() {
                Some("uci") => said.extend(["id name Script".to_owned(), "uciok".to_owned()]),
                Some("isready") => said.push("readyok".to_owned()),
                Some("position") => position.clone_from(line),
                Some("go") if is_broken => {
                    let generation = self.generation(worker);
                    self.runner.on_message(
                        worker,
                        generation,
                        EngineMessage::Gone("it crashed".to_owned()),
                        self.now_ms,
                    );
                    return;
                }
                Some("go") => {
                    let mv = right_move(&position);
                    said.push("info depth 1 time 1 nodes 20 score cp 1 pv e1e2".to_owned());
                    said.push(format!("info depth 2 time 7 nodes 60 score mate 1 pv {mv}"));
                    said.push(format!("info depth 3 time 9 nodes 90 score mate 1 pv {mv}"));
                    is_done = !self.is_endless;
                    said.extend(is_done.then(|| format!("bestmove {mv}")));
                }
                _ => {}
            }
        }
        let generation = self.generation(worker);
        self.runner.on_message(
            worker,
            generation,
            EngineMessage::Lines { batch, lines: said, done: is_done },
            self.now_ms,
        );
    }

    /// Returns the generation of the client: engines here only restart when they crash.
    fn generation(&self, worker: usize) -> u32 {
        match &self.runner.benches[worker] {
            SolverState::Open(solver) => solver.generation(),
            _ => 0,
        }
    }
}

fn settings(engines: usize, workers: usize) -> SuiteSettings {
    let engines = (0..engines).map(|n| SuiteEngine { id: n.to_string(), name: format!("Engine {n}") });
    SuiteSettings { engines: engines.collect(), workers, ..SuiteSettings::default() }
}

#[test]
fn every_engine_solves_every_problem_with_any_number_of_workers() {
    for (engines, workers) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 5), (3, 2)] {
        let mut table = Table::new(settings(engines, workers));
        table.runner.start();
        table.run(2_000);
        let what = format!("{engines} engines, {workers} workers");
        assert_eq!(table.runner.progress(), (3 * engines, 3 * engines), "{what}");
        assert_eq!(table.stored.len(), 3 * engines, "{what}");
        assert!(table.most_at_once <= workers, "{what}");
        assert_eq!(table.ended, 1, "{what}");
        assert!(!table.runner.is_running());
        for engine in 0..engines {
            for (_, outcome) in table.runner.columns()[engine].iter() {
                assert!(outcome.is_solved);
                let found = outcome.found.unwrap();
                assert_eq!(
                    (found.nodes, found.depth, found.time_ms),
                    (60, 2, 7.0),
                    "by the engine's own clock"
                );
            }
        }
        assert!(table.open.iter().all(|&engine| engine == usize::MAX), "{what}: no engine is left running");
    }
}

#[test]
fn a_run_goes_on_with_what_is_missing() {
    let mut table = Table::new(settings(1, 1));
    table.runner.start();
    table.run(2_000);
    let outcome = table.runner.outcome(0, 1).cloned().unwrap();
    let mut later = Table::new(settings(1, 1));
    later.runner.restore(0, 1, outcome.clone());
    later.runner.restore(0, 99, outcome);
    later.runner.start();
    later.run(2_000);
    assert_eq!(later.stored, [(0, 0), (0, 2)]);
    later.runner.start();
    later.run(2_000);
    assert_eq!(later.ended, 2, "there is nothing to do");
}

#[test]
fn a_pause_ends_the_engines_and_what_they_searched_is_searched_again() {
    let mut table = Table::new(settings(1, 2));
    table.runner.start();
    // Up to the first two searches.
    table.run(2);
    table.runner.pause();
    table.run(100);
    assert!(!table.runner.is_running());
    assert!(table.open.iter().all(|&engine| engine == usize::MAX));
    let before = table.runner.progress().0;
    assert!(before < 3);
    table.runner.start();
    table.run(2_000);
    assert_eq!(table.runner.progress(), (3, 3));
}

#[test]
fn an_engine_that_fails_again_and_again_is_given_up_and_the_other_goes_on() {
    let mut table = Table::new(settings(2, 2));
    table.broken = Some(1);
    table.runner.start();
    table.run(5_000);
    assert_eq!(table.runner.progress(), (3, 6));
    assert!(
        table.runner.failure(1).is_some_and(|reason| reason.contains("crashed")),
        "{:?}",
        table.runner.failure(1)
    );
    assert_eq!(table.runner.failure(0), None);
    assert_eq!(table.ended, 1);
    table.broken = None;
    table.runner.start();
    table.run(5_000);
    assert_eq!((table.runner.progress(), table.runner.failure(1)), ((6, 6), None));
}

#[test]
fn a_search_ends_early_when_the_solution_was_held() {
    let mut table = Table::new(SuiteSettings { early_exit: Some(2), ..settings(1, 1) });
    table.runner.start();
    table.is_endless = true;
    table.run(500);
    assert_eq!(table.runner.progress(), (3, 3));
    assert_eq!(table.stops, 3, "each search is told to stop once");
    assert!(table.runner.outcome(0, 0).is_some_and(|outcome| outcome.is_solved));
    // Without early exit nothing ends it.
    let mut patient = Table::new(settings(1, 1));
    patient.is_endless = true;
    patient.runner.start();
    patient.run(500);
    assert_eq!((patient.runner.progress().0, patient.stops), (0, 0));
}
