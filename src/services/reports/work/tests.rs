use super::*;
use crate::services::reports::limits::ReportLimit;
use crate::services::reports::saved_report::ReportRequest;
use proptest::prelude::*;
use tabia_pgn::Game;
use tabia_report::Eval;

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *";

fn game() -> Game {
    tabia_pgn::read(GAME).games.remove(0)
}

fn kept(workers: u16) -> SavedReport {
    let request = ReportRequest { limit: ReportLimit::Nodes(500), workers, ..ReportRequest::default() };
    SavedReport::new(&game(), request)
}

/// Engines whose replies depend on what they have searched since the last reset.
struct Driver {
    work: ReportWork,
    now_ms: f64,
    seen: Vec<u32>,
    generations: Vec<Generation>,
    /// Batches without a reply.
    waiting: Vec<(usize, u64, Vec<String>)>,
    stored: Option<SavedReport>,
    starts: usize,
    /// The commands that set options.
    options: Vec<String>,
}

impl Driver {
    fn new(kept: SavedReport) -> Self {
        let plan = Plan::new(&game(), &kept.request.scope());
        let work = ReportWork::new(kept, plan, 0.0);
        let mut driver = Self {
            work,
            now_ms: 0.0,
            seen: vec![0; 8],
            generations: vec![0; 8],
            waiting: Vec::new(),
            stored: None,
            starts: 0,
            options: Vec::new(),
        };
        driver.obey();
        driver
    }

    fn obey(&mut self) {
        loop {
            let commands = self.work.take_commands();
            if commands.is_empty() {
                return;
            }
            for command in commands {
                match command {
                    ReportCommand::Prepare(worker) => {
                        let abilities = Abilities { is_called: true, can_signal: true };
                        self.work.prepared(worker, Ok(abilities), self.now_ms);
                    }
                    ReportCommand::Engine(worker, TransportCommand::Start(generation)) => {
                        self.starts += 1;
                        self.generations[worker] = generation;
                        self.waiting.retain(|(of, ..)| *of != worker);
                        self.work.on_message(worker, generation, EngineMessage::Started, self.now_ms);
                    }
                    ReportCommand::Engine(worker, TransportCommand::Send(batch, lines)) => {
                        self.waiting.push((worker, u64::from(batch), lines));
                    }
                    ReportCommand::Engine(..) => {}
                    ReportCommand::EndAll => self.waiting.clear(),
                    ReportCommand::Store => self.stored = Some(self.work.kept(self.now_ms)),
                }
            }
        }
    }

    /// Replies to one of the waiting batches.
    fn answer(&mut self, which: usize) {
        let (worker, batch, lines) = self.waiting.remove(which % self.waiting.len());
        self.now_ms += 10.0;
        let mut answers = Vec::new();
        for line in lines {
            match line.split(' ').next().unwrap_or_default() {
                "uci" => answers.extend(
                    [
                        "id name x",
                        "option name Hash type spin default 1 min 1 max 99",
                        "option name UCI_AnalyseMode type check default false",
                        "uciok",
                    ]
                    .map(str::to_owned),
                ),
                "setoption" => self.options.push(line.clone()),
                "isready" => answers.push("readyok".to_owned()),
                "ucinewgame" => self.seen[worker] = 0,
                "go" => {
                    assert_eq!(line, "go nodes 500");
                    self.seen[worker] += 1;
                    let cp = self.seen[worker];
                    answers.push(format!("info depth 3 score cp {cp} nodes 500 pv a1a1"));
                    answers.push("bestmove a2a3".to_owned());
                }
                _ => {}
            }
        }
        let message = EngineMessage::Lines { batch: batch as _, lines: answers, done: true };
        self.work.on_message(worker, self.generations[worker], message, self.now_ms);
        self.obey();
    }

    fn finish(&mut self, order: &[usize]) {
        let mut turn = 0;
        while !self.waiting.is_empty() {
            self.answer(order.get(turn).copied().unwrap_or(0));
            turn += 1;
        }
    }

    fn results(&self) -> Vec<Option<Eval>> {
        let kept = self.work.kept(self.now_ms);
        let plan = Plan::new(&game(), &kept.request.scope());
        kept.results(&plan).into_iter().map(|found| found.map(|found| found.eval)).collect()
    }
}

fn alone() -> Vec<Option<Eval>> {
    let mut driver = Driver::new(kept(1));
    driver.finish(&[]);
    assert_eq!(driver.work.state(), &ReportState::Done);
    driver.results()
}

#[test]
fn each_engine_is_told_that_it_analyses() {
    let mut driver = Driver::new(kept(2));
    driver.finish(&[]);
    let told = driver.options.iter().filter(|line| *line == "setoption name UCI_AnalyseMode value true");
    assert_eq!(told.count(), 2, "{:?}", driver.options);
}

#[test]
fn every_position_is_analysed_and_the_result_is_kept() {
    let mut driver = Driver::new(kept(2));
    assert_eq!((driver.work.state(), driver.work.progress()), (&ReportState::Running, (0, 15)));
    driver.finish(&[0, 1, 1, 0, 0, 1]);
    assert_eq!((driver.work.state(), driver.work.progress()), (&ReportState::Done, (15, 15)));
    let stored = driver.stored.clone().unwrap();
    assert!(stored.is_done && stored.worked_ms > 0.0);
    assert_eq!(driver.results(), alone());
    // Resumed, there is nothing left to do.
    let again = Driver::new(stored);
    assert_eq!((again.work.state(), again.starts), (&ReportState::Done, 0));
}

#[test]
fn a_rest_ends_the_engines_and_costs_no_number() {
    let mut driver = Driver::new(kept(2));
    for turn in 0..12 {
        driver.answer(turn);
    }
    driver.work.pause(driver.now_ms);
    driver.obey();
    assert_eq!(driver.work.state(), &ReportState::Paused);
    assert!(driver.waiting.is_empty() && driver.work.wake_at_ms().is_none());
    let stored = driver.stored.clone().unwrap();
    assert!(stored.is_paused && !stored.is_done);
    // The page is opened again: the report is paused until the user resumes it.
    let mut later = Driver::new(stored);
    assert_eq!((later.work.state(), later.starts), (&ReportState::Paused, 0));
    later.work.go_on(later.now_ms);
    later.obey();
    later.finish(&[]);
    assert_eq!((later.work.state(), later.results()), (&ReportState::Done, alone()));
}

#[test]
fn engines_go_on_with_the_next_report() {
    let mut driver = Driver::new(kept(2));
    driver.finish(&[1, 0, 1]);
    assert_eq!((driver.work.state(), driver.starts), (&ReportState::Done, 2));
    let next = kept(2);
    assert!(driver.work.can_go_on_with(&next) && !driver.work.can_go_on_with(&kept(1)));
    let mut others = kept(2);
    others.request.engine = Some(ReportEngine { id: "other".to_owned(), name: "Other".to_owned() });
    assert!(!driver.work.can_go_on_with(&others), "an engine does not do the work of another");
    let plan = Plan::new(&game(), &next.request.scope());
    driver.work.go_on_with(next, plan, driver.now_ms);
    driver.obey();
    assert_eq!(driver.work.progress(), (0, 15));
    driver.finish(&[0, 1]);
    assert_eq!((driver.work.state(), driver.starts, driver.results()), (&ReportState::Done, 2, alone()));
}

#[test]
fn what_is_left_is_told_by_the_pace() {
    let mut driver = Driver::new(kept(1));
    assert_eq!(driver.work.left_ms(driver.now_ms), None);
    while driver.work.progress().0 < 5 {
        driver.answer(0);
    }
    let left = driver.work.left_ms(driver.now_ms).unwrap();
    assert!((left - driver.now_ms / 5.0 * 10.0).abs() < 1.0, "{left}");
}

#[test]
fn an_engine_that_is_gone_is_started_anew_and_many_failures_end_the_work() {
    let mut driver = Driver::new(kept(1));
    for _ in 0..5 {
        driver.answer(0);
    }
    let known = driver.work.progress().0;
    driver.work.on_message(
        0,
        driver.generations[0],
        EngineMessage::Gone("it trapped".to_owned()),
        driver.now_ms,
    );
    driver.obey();
    assert!(driver.work.progress().0 <= known && driver.starts == 2);
    for _ in 0..9 {
        if driver.work.state() == &ReportState::Running {
            driver.work.on_message(
                0,
                driver.generations[0],
                EngineMessage::Gone("it trapped".to_owned()),
                driver.now_ms,
            );
            driver.obey();
        }
    }
    assert!(
        matches!(driver.work.state(), ReportState::Failed(reason) if reason.contains("it trapped")),
        "{:?}",
        driver.work.state()
    );
    driver.work.go_on(driver.now_ms);
    driver.obey();
    driver.finish(&[]);
    assert_eq!((driver.work.state(), driver.results()), (&ReportState::Done, alone()));
}

#[test]
fn an_engine_that_cannot_be_had_is_told() {
    let plan = Plan::new(&game(), &kept(2).request.scope());
    let mut work = ReportWork::new(kept(2), plan, 0.0);
    assert!(work.awaits(0) && work.awaits(1) && !work.awaits(2));
    work.prepared(0, Err("no network".to_owned()), 0.0);
    assert!(!work.awaits(0) && work.awaits(1));
    assert_eq!(work.state(), &ReportState::Running);
    work.prepared(1, Err("no network".to_owned()), 0.0);
    assert_eq!(work.state(), &ReportState::Failed("no network".to_owned()));
}

proptest! {
    #[test]
    fn numbers_depend_neither_on_engines_nor_on_their_order(workers in 1_u16..5, order in prop::collection::vec(0_usize..8, 0..60)) {
        let mut driver = Driver::new(kept(workers));
        driver.finish(&order);
        prop_assert_eq!(driver.work.state(), &ReportState::Done);
        prop_assert_eq!(driver.results(), alone());
    }
}
