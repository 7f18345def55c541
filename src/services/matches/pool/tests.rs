//! Tests of the pool against scripted links: every unit counts once, whatever workers, engines, the store and the user do, and blocking
//! failures are reported.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use crate::platform::port::{PortEvent, WorkerFault};
use crate::services::matches::events::{MatchEvent, MatchState};
use crate::services::matches::link::{MatchLink, MatchLinkError};
use crate::services::matches::pool::{BrowserId, Pool, PoolLimits, PoolOutput};
use proptest::prelude::*;
use tabia_arena::match_file::MatchHeader;
use tabia_arena::{
    Conclusion, EngineSettings, Limits, MatchProgress, MatchSettings, OpeningSettings, OpeningSource,
    Openings, Reason, StoredGame,
};
use tabia_chess::Color;
use tabia_worker::matches::messages::{FromMatch, PlayGame};
use tabia_worker::matches::shared_state::{GameSnapshot, Phase};
use tabia_worker::wire::Generation;

/// Worker as seen by the link.
#[derive(Debug, Default)]
struct Scripted {
    generation: Generation,
    /// Games assigned and not finished: unit, index, players.
    games: VecDeque<(usize, usize, usize, usize)>,
    is_paused: bool,
    snapshot: GameSnapshot,
}

#[derive(Debug, Default)]
struct State {
    workers: BTreeMap<usize, Scripted>,
    refuses: bool,
    starts: u32,
}

#[derive(Clone, Debug, Default)]
struct Link(Rc<RefCell<State>>);

impl MatchLink for Link {
    fn start(&mut self, worker: usize, generation: Generation) -> Result<(), MatchLinkError> {
        let mut state = self.0.borrow_mut();
        state.starts += 1;
        state.workers.insert(worker, Scripted { generation, ..Scripted::default() });
        let refused = || WorkerFault::Refused("no more workers".to_owned());
        if state.refuses { Err(refused().into()) } else { Ok(()) }
    }

    fn play(&mut self, worker: usize, unit: usize, games: Vec<PlayGame>) -> Result<(), MatchLinkError> {
        let mut state = self.0.borrow_mut();
        let scripted = state.workers.get_mut(&worker).ok_or(MatchLinkError::Gone)?;
        let games = games.iter().map(|game| (unit, game.index, game.white, game.black));
        scripted.games.extend(games);
        Ok(())
    }

    fn pause(&mut self, worker: usize, is_on: bool) {
        if let Some(scripted) = self.0.borrow_mut().workers.get_mut(&worker) {
            scripted.is_paused = is_on;
        }
    }

    fn terminate(&mut self, worker: usize) {
        if let Some(scripted) = self.0.borrow_mut().workers.get_mut(&worker) {
            scripted.games.clear();
            scripted.generation = 0;
        }
    }

    fn snapshot(&self, worker: usize) -> Option<GameSnapshot> {
        self.0.borrow().workers.get(&worker).map(|scripted| scripted.snapshot.clone())
    }
}

struct Lab {
    pool: Pool<Link>,
    link: Link,
    now_ms: f64,
    outputs: Vec<PoolOutput>,
}

const NAMES: [&str; 2] = ["A", "B"];

fn settings(games: usize) -> MatchSettings {
    let engine = |name: &&str| EngineSettings {
        name: (*name).to_owned(),
        limits: Limits { nodes: Some(1), ..Limits::default() },
        ..EngineSettings::default()
    };
    MatchSettings {
        engines: NAMES.iter().map(engine).collect(),
        games,
        openings: OpeningSettings { source: OpeningSource::Startpos, ..OpeningSettings::default() },
        ..MatchSettings::default()
    }
}

fn game(white: usize, black: usize, conclusion: Conclusion) -> Box<StoredGame> {
    Box::new(StoredGame {
        players: [NAMES[white].to_owned(), NAMES[black].to_owned()],
        fen: String::new(),
        chess960: false,
        opening: 0,
        book: Vec::new(),
        moves: "e2e4".to_owned(),
        scores: vec![None],
        depths: vec![None],
        seldepths: vec![None],
        nodes: vec![None],
        times_us: vec![1],
        resolved: Vec::new(),
        pvs: Vec::new(),
        detail: String::new(),
        conclusion,
        warnings: Vec::new(),
    })
}

const READY: PortEvent<FromMatch> = said(FromMatch::Ready);

const fn said(body: FromMatch) -> PortEvent<FromMatch> {
    PortEvent::Message { id: 0, body }
}

fn game_over(unit: usize, index: usize, game: Box<StoredGame>) -> PortEvent<FromMatch> {
    PortEvent::Message { id: unit as u32, body: FromMatch::Game { index, game } }
}

fn failed(what: &str) -> PortEvent<FromMatch> {
    PortEvent::Fault(WorkerFault::Failed(what.to_owned()))
}

impl Lab {
    fn new(games: usize, workers: usize, limits: PoolLimits) -> Self {
        let header = MatchHeader { id: "id".to_owned(), created_ms: 0, settings: settings(games) };
        let game = MatchProgress::new(header, Openings::default()).unwrap();
        let link = Link::default();
        let mut lab = Self {
            pool: Pool::new(link.clone(), limits, game, BrowserId::default()),
            link,
            now_ms: 1.0,
            outputs: Vec::new(),
        };
        lab.pool.start(lab.now_ms, workers);
        lab.take();
        lab
    }

    /// Collects the outputs and stores units.
    fn take(&mut self) {
        loop {
            let outputs = self.pool.take_outputs();
            if outputs.is_empty() {
                return;
            }
            for output in outputs {
                if let PoolOutput::Store(record) = &output {
                    self.pool.stored(self.now_ms, record.unit);
                }
                self.outputs.push(output);
            }
        }
    }

    fn on_message(&mut self, worker: usize, message: PortEvent<FromMatch>) {
        let generation = self.link.0.borrow().workers.get(&worker).map_or(0, |scripted| scripted.generation);
        self.pool.on_message(self.now_ms, worker, generation, message);
        self.take();
    }

    /// Finishes a worker's next game, if it has one and is not paused.
    fn finish(&mut self, worker: usize, conclusion: Conclusion) -> bool {
        let next = {
            let mut state = self.link.0.borrow_mut();
            let scripted = state.workers.get_mut(&worker).filter(|scripted| !scripted.is_paused);
            scripted.and_then(|scripted| scripted.games.pop_front())
        };
        let Some((unit, index, white, black)) = next else { return false };
        self.now_ms += 1.0;
        self.on_message(worker, READY);
        self.on_message(worker, game_over(unit, index, game(white, black, conclusion)));
        true
    }

    /// Leaves a worker stuck in the search of its next game's White, until the pool has noticed.
    fn stick(&mut self, worker: usize, phase: Phase) {
        self.on_message(worker, READY);
        {
            let mut state = self.link.0.borrow_mut();
            let Some(scripted) = state.workers.get_mut(&worker) else { return };
            let Some(&(unit, index, white, _)) = scripted.games.front() else { return };
            scripted.snapshot = GameSnapshot {
                calls: scripted.snapshot.calls + 1,
                phase,
                player: white,
                deadline_ms: 1000,
                unit: Some(unit),
                game: index,
                ..GameSnapshot::default()
            };
        }
        for _ in 0..40 {
            self.now_ms += 200.0;
            self.pool.tick(self.now_ms);
            self.take();
        }
    }

    fn counted(&self) -> Vec<usize> {
        let counted = self.outputs.iter().filter_map(|item| match item {
            PoolOutput::Emit(MatchEvent::UnitFinished { record, .. }) => Some(record.unit),
            _ => None,
        });
        counted.collect()
    }

    /// Plays the remaining games with healthy workers.
    fn play_out(&mut self) {
        for _ in 0..10_000 {
            if self.pool.state() == MatchState::Complete {
                return;
            }
            self.pool.resume(self.now_ms);
            self.take();
            if self.pool.state() == MatchState::Stopped {
                self.pool.start(self.now_ms, 2);
                self.take();
            }
            if self.pool.last_beat.is_some() {
                beats(self, 250.0);
            }
            for worker in 0..8 {
                self.finish(worker, Conclusion::draw(Reason::Repetition));
            }
        }
        panic!("the match does not end: {:?}", self.pool.state());
    }
}

const DRAW: Conclusion = Conclusion::draw(Reason::Repetition);

#[test]
fn every_unit_is_played_once_and_workers_are_ended() {
    let mut lab = Lab::new(20, 3, PoolLimits::default());
    lab.play_out();
    let mut counted = lab.counted();
    counted.sort_unstable();
    assert_eq!(counted, (0..10).collect::<Vec<_>>());
    assert_eq!(lab.link.0.borrow().starts, 3);
    assert!(lab.link.0.borrow().workers.values().all(|scripted| scripted.generation == 0));
    assert_eq!(lab.outputs.last(), Some(&PoolOutput::Emit(MatchEvent::State(MatchState::Complete))));
}

#[test]
fn short_units_wait_in_a_second_place_and_long_ones_do_not() {
    let mut lab = Lab::new(20, 1, PoolLimits::default());
    let waiting = |lab: &Lab| {
        let state = lab.link.0.borrow();
        state.workers[&0].games.iter().map(|game| game.0).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(waiting(&lab), 1);
    lab.finish(0, DRAW);
    lab.finish(0, DRAW);
    assert_eq!(waiting(&lab), 2, "the unit took 2 ms");
    lab.finish(0, DRAW);
    lab.now_ms += 10_000.0;
    lab.finish(0, DRAW);
    assert_eq!(waiting(&lab), 1, "the unit took 10 s");
}

#[test]
fn a_stuck_engine_loses_the_game_and_the_first_one_is_kept() {
    let mut lab = Lab::new(4, 1, PoolLimits::default());
    lab.finish(0, DRAW);
    lab.stick(0, Phase::Searching);
    assert_eq!(lab.counted(), [0]);
    let record = lab.outputs.iter().find_map(|item| match item {
        PoolOutput::Emit(MatchEvent::UnitFinished { record, .. }) => Some(record.clone()),
        _ => None,
    });
    let games = &record.unwrap().games;
    assert_eq!(games[0].conclusion, DRAW);
    assert_eq!(games[1].conclusion, Conclusion::win(Color::Black, Reason::Stall));
    assert!(
        lab.outputs.iter().any(|item| matches!(
            item,
            PoolOutput::Emit(MatchEvent::EngineFault { engine: 1, worker: 0, .. })
        ))
    );
    assert_eq!(lab.link.0.borrow().starts, 2);
    lab.play_out();
}

#[test]
fn a_page_that_slept_looks_twice() {
    let mut lab = Lab::new(2, 1, PoolLimits::default());
    lab.on_message(0, READY);
    lab.link.0.borrow_mut().workers.get_mut(&0).unwrap().snapshot = GameSnapshot {
        calls: 1,
        phase: Phase::Searching,
        deadline_ms: 1000,
        unit: Some(0),
        ..GameSnapshot::default()
    };
    lab.pool.tick(lab.now_ms);
    lab.pool.tick(lab.now_ms + 200.0);
    lab.pool.tick(lab.now_ms + 60_000.0);
    assert_eq!(lab.link.0.borrow().starts, 1, "what it printed may be behind this very call");
    lab.pool.tick(lab.now_ms + 60_200.0);
    assert_eq!(lab.link.0.borrow().starts, 2);
}

#[test]
fn games_during_which_the_computer_slept_are_played_anew() {
    let mut lab = Lab::new(8, 2, PoolLimits::default());
    let lost_on_time = Conclusion::win(Color::Black, Reason::TimeForfeit(None));
    // Each worker has a finished game, which stays.
    assert!(lab.finish(0, DRAW) && lab.finish(1, DRAW));
    lab.pool.tick(lab.now_ms);
    let started = lab.link.0.borrow().starts;
    // A minute between two ticks is normal in a hidden tab.
    lab.now_ms += 60_500.0;
    lab.pool.tick(lab.now_ms);
    lab.take();
    assert_eq!(lab.link.0.borrow().starts, started);
    lab.now_ms += 3_600_000.0;
    // The first worker's message arrives before any timer fires.
    let (generation, (unit, index, white, black)) = {
        let state = lab.link.0.borrow();
        (state.workers[&0].generation, *state.workers[&0].games.front().expect("a game"))
    };
    let lost = game_over(unit, index, game(white, black, lost_on_time));
    lab.pool.on_message(lab.now_ms, 0, generation, lost);
    lab.take();
    assert_eq!(lab.link.0.borrow().starts, started + 2);
    lab.play_out();
    let mut counted = lab.counted();
    counted.sort_unstable();
    assert_eq!(counted, [0, 1, 2, 3]);
    for finished in lab.outputs.iter().filter_map(|output| match output {
        PoolOutput::Emit(MatchEvent::UnitFinished { record, .. }) => Some(record),
        _ => None,
    }) {
        assert!(finished.games.iter().all(|game| game.conclusion == DRAW), "unit {}", finished.unit);
    }
}

/// Sends four beats a second until `ms` have passed on both clocks.
fn beats(lab: &mut Lab, ms: f64) {
    let until_ms = lab.now_ms + ms;
    while lab.now_ms < until_ms {
        lab.now_ms += 250.0;
        lab.pool.beat(lab.now_ms, lab.now_ms + 77.0);
        lab.pool.tick(lab.now_ms);
        lab.take();
    }
}

/// The browser freezes for 15 s: too short for sleep, long enough to lose on time at 3+0.05.
#[test]
fn games_during_which_the_browser_stood_still_are_replayed() {
    let lost_on_time = Conclusion::win(Color::Black, Reason::TimeForfeit(Some(11_000.0)));
    for is_worker_first in [false, true] {
        let mut lab = Lab::new(8, 2, PoolLimits::default());
        beats(&mut lab, 10_000.0);
        assert!(lab.finish(0, DRAW) && lab.finish(1, DRAW));
        let started = lab.link.0.borrow().starts;
        lab.now_ms += 15_000.0;
        if is_worker_first {
            assert!(lab.finish(0, lost_on_time));
        }
        beats(&mut lab, 1000.0);
        assert_eq!(lab.link.0.borrow().starts, started + 2, "once each");
        lab.play_out();
        let mut counted = lab.counted();
        counted.sort_unstable();
        assert_eq!(counted, [0, 1, 2, 3]);
        let lost = lab.pool.game().games().filter(|game| game.conclusion != DRAW).count();
        assert_eq!(lost, 0);
    }
    // A busy page is late, and so are the beats queued behind it; their own times are not.
    let mut lab = Lab::new(8, 1, PoolLimits::default());
    beats(&mut lab, 1000.0);
    let (started, from_ms) = (lab.link.0.borrow().starts, lab.now_ms);
    lab.now_ms += 15_000.0;
    for beat in 1..=60 {
        lab.pool.beat(lab.now_ms, from_ms + 77.0 + f64::from(beat) * 250.0);
    }
    lab.pool.tick(lab.now_ms);
    assert!(lab.finish(0, lost_on_time));
    assert_eq!(lab.link.0.borrow().starts, started, "the engine was late by itself");
}

/// The browser freezes for a moment, which is long at 0.5+0.01 or 50 ms a move.
#[test]
fn a_game_lost_on_time_by_a_short_freeze_is_replayed() {
    let lost = |overrun_ms| Conclusion::win(Color::Black, Reason::TimeForfeit(overrun_ms));
    // Freeze, overrun, and whether the game is replayed.
    for (freeze_ms, overrun, is_replayed) in [
        (1500.0, Some(1400.0), true),
        (700.0, Some(30.0), true),
        (1500.0, None, true),
        (1500.0, Some(1600.0), false),
        (300.0, Some(30.0), false),
        (250.0, Some(30.0), false),
    ] {
        for is_worker_first in [false, true] {
            let mut lab = Lab::new(8, 2, PoolLimits::default());
            beats(&mut lab, 1000.0);
            assert!(lab.finish(0, DRAW) && lab.finish(1, DRAW));
            beats(&mut lab, 1000.0);
            let started = lab.link.0.borrow().starts;
            lab.now_ms += freeze_ms;
            if is_worker_first {
                assert!(lab.finish(0, lost(overrun)));
            }
            lab.pool.beat(lab.now_ms, lab.now_ms + 77.0);
            if !is_worker_first {
                assert!(lab.finish(0, lost(overrun)));
            }
            // The worker has gone on meanwhile.
            lab.finish(0, DRAW);
            beats(&mut lab, 250.0);
            let case = format!("{freeze_ms} {overrun:?} {is_worker_first}");
            assert_eq!(lab.link.0.borrow().starts, started + u32::from(is_replayed), "{case}");
            lab.play_out();
            let count = lab.pool.game().games().filter(|game| game.conclusion != DRAW).count();
            assert_eq!(count, usize::from(!is_replayed), "{case}");
            let mut counted = lab.counted();
            counted.sort_unstable();
            assert_eq!(counted, [0, 1, 2, 3], "{case}");
        }
    }
}

#[test]
fn a_freeze_before_the_search_or_a_silent_heartbeat_saves_no_game_that_is_lost_on_time() {
    let lost = Conclusion::win(Color::Black, Reason::TimeForfeit(Some(30.0)));
    let mut lab = Lab::new(8, 1, PoolLimits::default());
    lab.on_message(0, READY);
    beats(&mut lab, 1000.0);
    lab.now_ms += 1500.0;
    beats(&mut lab, 1000.0);
    let started = lab.link.0.borrow().starts;
    assert!(lab.finish(0, lost));
    // The heartbeat is silent.
    for _ in 0..8 {
        lab.now_ms += 200.0;
        lab.pool.tick(lab.now_ms);
        lab.take();
    }
    assert_eq!(lab.link.0.borrow().starts, started);
    lab.play_out();
    assert_eq!(lab.pool.game().games().filter(|game| game.conclusion == lost).count(), 1);
}

#[test]
fn a_browser_that_stands_still_again_and_again_pauses_the_match() {
    let mut lab = Lab::new(8, 1, PoolLimits::default());
    for _ in 0..=PoolLimits::default().freezes {
        assert_eq!(lab.pool.state(), MatchState::Playing);
        beats(&mut lab, 1000.0);
        lab.now_ms += 10_000.0;
        beats(&mut lab, 250.0);
    }
    let MatchState::Paused(Some(reason)) = lab.pool.state() else { panic!("{:?}", lab.pool.state()) };
    assert!(reason.starts_with("the browser froze 6 times"), "{reason}");
    lab.play_out();
    assert_eq!(lab.counted().len(), 4);
}

#[test]
fn a_match_that_was_paused_for_long_did_not_sleep() {
    let mut lab = Lab::new(8, 2, PoolLimits::default());
    assert!(lab.finish(0, DRAW) && lab.finish(1, DRAW));
    lab.pool.tick(lab.now_ms);
    let started = lab.link.0.borrow().starts;
    lab.pool.pause();
    lab.now_ms += 3_600_000.0;
    lab.pool.resume(lab.now_ms);
    lab.pool.tick(lab.now_ms);
    lab.take();
    assert_eq!(lab.link.0.borrow().starts, started);
}

#[test]
fn an_engine_that_cannot_be_started_loses_nothing() {
    let mut lab = Lab::new(4, 2, PoolLimits::default());
    lab.on_message(0, said(FromMatch::CannotStart { player: 1, message: "abi() trapped".to_owned() }));
    assert_eq!(lab.pool.state(), MatchState::Paused(Some("B cannot be started: abi() trapped".to_owned())));
    assert_eq!(lab.counted(), [0; 0]);
    assert!(lab.link.0.borrow().workers[&1].is_paused);
    lab.play_out();
    // Same for a worker that hangs before it has ever played.
    let mut lab = Lab::new(4, 1, PoolLimits::default());
    lab.stick(0, Phase::Preparing);
    let MatchState::Paused(Some(reason)) = lab.pool.state() else { panic!("{:?}", lab.pool.state()) };
    assert!(reason.starts_with("A cannot be started: it was not ready within 3 s"), "{reason}");
    lab.play_out();
    assert_eq!(lab.counted().len(), 2);
}

#[test]
fn crashes_in_a_row_pause_and_other_losses_do_not() {
    let limits = PoolLimits { engine_failures: 3, ..PoolLimits::default() };
    let lost = |reason| Conclusion::win(Color::Black, reason);
    let mut lab = Lab::new(40, 1, limits);
    for _ in 0..10 {
        assert!(lab.finish(0, lost(Reason::IllegalMove)) && lab.finish(0, lost(Reason::TimeForfeit(None))));
    }
    assert_eq!(lab.pool.state(), MatchState::Playing);
    // Colours alternate: A hangs in the first game, B in the second.
    for _ in 0..4 {
        lab.finish(0, lost(Reason::Disconnect));
    }
    assert_eq!(lab.pool.state(), MatchState::Playing);
    for reason in [Reason::Disconnect, Reason::Stall, Reason::Disconnect, Reason::Disconnect] {
        let white = lab.link.0.borrow().workers[&0].games.front().map(|game| game.2);
        let winner = if white == Some(0) { Color::Black } else { Color::White };
        lab.finish(0, Conclusion::win(winner, reason));
    }
    let MatchState::Paused(Some(reason)) = lab.pool.state() else { panic!("{:?}", lab.pool.state()) };
    assert!(reason.starts_with("A has lost 3 games in a row"), "{reason}");
    lab.play_out();
    assert_eq!(lab.counted().len(), 20);
}

#[test]
fn a_worker_that_fails_is_replaced_three_times() {
    let mut lab = Lab::new(4, 1, PoolLimits::default());
    lab.finish(0, DRAW);
    for _ in 0..2 {
        lab.on_message(0, failed("unreachable"));
        assert_eq!(lab.pool.state(), MatchState::Playing);
        let games: Vec<_> =
            lab.link.0.borrow().workers[&0].games.iter().map(|game| (game.0, game.1)).collect();
        assert_eq!(games, [(0, 1)], "the finished game is not played again");
    }
    lab.on_message(0, failed("unreachable"));
    assert_eq!(lab.pool.state(), MatchState::Paused(Some("a match worker failed: unreachable".to_owned())));
    lab.play_out();
    assert_eq!(lab.counted().len(), 2);
}

#[test]
fn a_browser_that_refuses_workers_is_told_of() {
    let mut lab = Lab::new(2, 1, PoolLimits::default());
    lab.pool.stop();
    lab.link.0.borrow_mut().refuses = true;
    lab.pool.start(lab.now_ms, 1);
    assert_eq!(
        lab.pool.state(),
        MatchState::Paused(Some("a match worker was refused by the browser: no more workers".to_owned()))
    );
    lab.link.0.borrow_mut().refuses = false;
    lab.play_out();
}

#[test]
fn what_is_not_stored_does_not_count_until_it_is() {
    let mut lab = Lab::new(2, 1, PoolLimits::default());
    for _ in 0..2 {
        let (unit, index, white, black) =
            lab.link.0.borrow_mut().workers.get_mut(&0).unwrap().games.pop_front().unwrap();
        lab.pool.on_message(1.0, 0, 1, game_over(unit, index, game(white, black, DRAW)));
    }
    assert!(
        lab.pool
            .take_outputs()
            .iter()
            .any(|item| matches!(item, PoolOutput::Store(record) if record.unit == 0))
    );
    lab.pool.not_stored(0, "the disk is full");
    let reason = "finished games could not be stored: the disk is full".to_owned();
    assert_eq!(lab.pool.state(), MatchState::Paused(Some(reason)));
    assert!(!lab.pool.game().is_complete());
    lab.pool.resume(2.0);
    lab.take();
    assert_eq!((lab.counted(), lab.pool.state()), (vec![0], MatchState::Complete));
}

#[test]
fn events_of_a_worker_that_was_replaced_are_ignored() {
    let mut lab = Lab::new(4, 1, PoolLimits::default());
    lab.on_message(0, failed("it"));
    lab.pool.on_message(2.0, 0, 1, game_over(0, 0, game(0, 1, DRAW)));
    lab.pool.on_message(2.0, 0, 1, failed("it"));
    lab.pool.on_message(2.0, 9, 1, READY);
    lab.take();
    assert_eq!(lab.link.0.borrow().starts, 2);
    lab.play_out();
}

#[derive(Clone, Debug)]
enum Step {
    Finish(usize, bool),
    Late(usize, u32),
    Beat,
    Stick(usize),
    Fault(usize),
    CannotStart(usize),
    Pause,
    Resume,
    Stop,
    Start(usize),
    Workers(usize),
    Sleep(u32),
    Freeze(u32),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0usize..4, any::<bool>()).prop_map(|(worker, is_crash)| Step::Finish(worker, is_crash)),
        2 => (0usize..4, 0u32..2000).prop_map(|(worker, ms)| Step::Late(worker, ms)),
        2 => Just(Step::Beat),
        1 => (0usize..4).prop_map(Step::Stick),
        1 => (0usize..4).prop_map(Step::Fault),
        1 => (0usize..4).prop_map(Step::CannotStart),
        1 => Just(Step::Pause),
        2 => Just(Step::Resume),
        1 => Just(Step::Stop),
        2 => (1usize..5).prop_map(Step::Start),
        1 => (1usize..5).prop_map(Step::Workers),
        1 => (0u32..200_000).prop_map(Step::Sleep),
        1 => (0u32..60_000).prop_map(Step::Freeze),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_unit_is_counted_once_whatever_happens(steps in prop::collection::vec(step(), 0..80)) {
        let mut lab = Lab::new(24, 2, PoolLimits::default());
        for step in steps {
            match step {
                Step::Finish(worker, is_crash) => {
                    let crash = Conclusion::win(Color::Black, Reason::Disconnect);
                    lab.finish(worker, if is_crash { crash } else { DRAW });
                }
                Step::Late(worker, ms) => {
                    let reason = Reason::TimeForfeit(Some(f64::from(ms)));
                    lab.finish(worker, Conclusion::win(Color::Black, reason));
                }
                Step::Beat => beats(&mut lab, 250.0),
                Step::Stick(worker) => lab.stick(worker, Phase::Searching),
                Step::Fault(worker) => lab.on_message(worker, failed("it")),
                Step::CannotStart(worker) => {
                    if let Some(scripted) = lab.link.0.borrow_mut().workers.get_mut(&worker) {
                        scripted.games.clear();
                    }
                    lab.on_message(worker, said(FromMatch::CannotStart { player: 0, message: "no".to_owned() }));
                }
                Step::Pause => lab.pool.pause(),
                Step::Resume => lab.pool.resume(lab.now_ms),
                Step::Stop => lab.pool.stop(),
                Step::Start(workers) if lab.pool.state() == MatchState::Stopped => {
                    lab.pool.start(lab.now_ms, workers);
                }
                Step::Start(_) => {}
                Step::Workers(workers) => lab.pool.set_workers(lab.now_ms, workers),
                Step::Freeze(ms) => {
                    lab.pool.beat(lab.now_ms, lab.now_ms);
                    lab.now_ms += f64::from(ms);
                    lab.pool.beat(lab.now_ms, lab.now_ms);
                }
                Step::Sleep(ms) => {
                    lab.now_ms += f64::from(ms);
                    lab.pool.tick(lab.now_ms);
                }
            }
            lab.take();
        }
        lab.play_out();
        let mut counted = lab.counted();
        counted.sort_unstable();
        prop_assert_eq!(counted, (0..12).collect::<Vec<_>>());
        prop_assert_eq!(lab.pool.game().in_flight().count(), 0);
    }
}
