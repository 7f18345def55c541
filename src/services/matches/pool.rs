//! The pool: decides which match worker plays what, and what becomes of a worker or an engine that fails.
//!
//! It is a pure state machine. Wishes of the page, events of the workers and the time come in by method calls;
//! commands go out through the [`LabLink`], what is to be done through [`Pool::take_outputs`]. It owns no clock and no timer:
//! while games are played, [`Pool::tick`] is to be called some five times a second.
//!
//! - A unit belongs to one worker at a time. Its finished games are kept here, so that a worker may die in the second game
//!   of a pair without loss of the first.
//! - A worker that is stuck inside an engine is known by its shared state: the same call lasts longer than it may. The worker is
//!   killed, the game is scored from that state, a fresh worker goes on with the next game.
//! - A worker that fails by itself is replaced, and its unfinished game is played anew.
//! - What cannot go on (an engine that cannot be started, one that fails game after game, a worker that cannot be
//!   started, a unit that cannot be stored) pauses the match with the reason; nothing is lost, and resuming tries again.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use tabia_arena::{LabMatch, Reason, StoredGame, UnitRecord, UnitTask};
use tabia_chess::Color;
use tabia_worker::matches::messages::{FromMatch, Patience, PlayGame};
use tabia_worker::matches::shared_state::{GameSnapshot, Phase};
use tabia_worker::wire::Generation;

use super::events::{LabEvent, LabState, RunningGame};
use super::forfeit::forfeited;
use super::link::LabLink;
use crate::platform::port::PortEvent;

/// How patient the pool is. Times in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolLimits {
    /// With the engines.
    pub patience: Patience,
    /// For a worker's code to arrive and start; a slow line is to be expected.
    pub load_ms: f64,
    /// How late a tick may be before the page is thought to have slept.
    pub late_ms: f64,
    /// So many games in a row that an engine loses because it crashes or does not answer pause the match.
    pub engine_failures: u32,
    /// So many failures of a worker without a finished game between them pause the match.
    pub worker_failures: u32,
    /// A worker is given a second unit to wait for its turn if the last one took less than this: then the way to the
    /// page and back would count.
    pub short_unit_ms: f64,
}

impl Default for PoolLimits {
    fn default() -> Self {
        Self {
            patience: Patience::default(),
            load_ms: 20_000.0,
            late_ms: 1_000.0,
            engine_failures: 10,
            worker_failures: 3,
            short_unit_ms: 200.0,
        }
    }
}

/// What the pool wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// The page is to be told.
    Tell(LabEvent),
    /// A unit is finished and is to be stored. Then call [`Pool::stored`] or [`Pool::not_stored`].
    Store(Rc<UnitRecord>),
}

/// What finished units tell of where they were played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Host {
    /// A few letters that tell this browser from others.
    pub name: String,
    /// What has to be added to the pool's times to have milliseconds since 1970 (UTC).
    pub origin_ms: f64,
}

/// What the workers are to do.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mode {
    Playing,
    Paused(Option<String>),
    Stopped,
}

/// A unit that a worker has.
#[derive(Debug)]
struct Assigned {
    task: UnitTask,
    /// Its games as they finish.
    games: Vec<Option<StoredGame>>,
    since_ms: f64,
}

/// A place for a worker.
#[derive(Debug)]
struct Slot {
    generation: Generation,
    /// When its code must have started; `None` once it has.
    ready_by_ms: Option<f64>,
    assigned: VecDeque<Assigned>,
    /// To be ended when its units are finished.
    is_retiring: bool,
    /// Failures since its last finished game.
    failures: u32,
    /// How long its last unit took.
    last_unit_ms: f64,
    call: WatchedCall,
}

/// A call into an engine, as the shared state tells of it.
#[derive(Debug, Default)]
struct WatchedCall {
    calls: u32,
    since_ms: f64,
    /// Put off once already because the page itself had slept.
    is_extended: bool,
}

/// See the module's description.
#[derive(Debug)]
pub struct Pool<L> {
    link: L,
    limits: PoolLimits,
    game: LabMatch,
    /// Empty places belong to no worker.
    slots: Vec<Option<Slot>>,
    workers: usize,
    mode: Mode,
    generation: Generation,
    /// Units whose record waits to be stored, by number.
    unstored: BTreeMap<usize, Rc<UnitRecord>>,
    /// Games in a row that each engine lost by crashing or not answering.
    failures: Vec<u32>,
    /// Whether an engine was ever seen to play.
    has_played: Vec<bool>,
    told: Vec<(usize, String)>,
    last_tick_ms: Option<f64>,
    host: Host,
    state: Option<LabState>,
    outputs: Vec<Output>,
}

impl<L: LabLink> Pool<L> {
    /// A pool for a match; nothing is played before [`Pool::start`].
    pub fn new(link: L, limits: PoolLimits, game: LabMatch, host: Host) -> Self {
        let engines = game.settings().engines.len();
        Self {
            link,
            limits,
            game,
            slots: Vec::new(),
            workers: 0,
            mode: Mode::Stopped,
            generation: 0,
            unstored: BTreeMap::new(),
            failures: vec![0; engines],
            has_played: vec![false; engines],
            told: Vec::new(),
            last_tick_ms: None,
            host,
            state: None,
            outputs: Vec::new(),
        }
    }

    /// Plays with so many workers, at least one. `now_ms` is the time in milliseconds from any fixed origin, here as in
    /// every method.
    pub fn start(&mut self, now_ms: f64, workers: usize) {
        self.workers = workers.max(1);
        self.mode = Mode::Playing;
        self.forgive();
        self.retry_stores();
        self.dispatch(now_ms);
        self.publish_state();
    }

    /// Halts every game behind its present move.
    pub fn pause(&mut self) {
        if self.mode == Mode::Playing {
            self.halt(None);
            self.publish_state();
        }
    }

    /// Goes on after [`Pool::pause`], or tries again after a failure.
    pub fn resume(&mut self, now_ms: f64) {
        if matches!(self.mode, Mode::Paused(_)) {
            self.mode = Mode::Playing;
            self.forgive();
            self.retry_stores();
            for worker in 0..self.slots.len() {
                if self.slots[worker].is_some() {
                    self.link.pause(worker, false);
                }
            }
            self.dispatch(now_ms);
            self.publish_state();
        }
    }

    /// Ends all workers. Units that are not finished will be played again.
    pub fn stop(&mut self) {
        self.mode = Mode::Stopped;
        self.end_all();
        self.publish_state();
    }

    /// Changes the number of workers, at least one. Those that are too many end when their units are finished; in a
    /// match that is paused, at once.
    pub fn set_workers(&mut self, now_ms: f64, workers: usize) {
        self.workers = workers.max(1);
        if self.mode == Mode::Stopped {
            return;
        }
        for worker in 0..self.slots.len() {
            let surplus = worker >= self.workers;
            let is_paused = self.mode != Mode::Playing;
            if let Some(slot) = self.slots[worker].as_mut() {
                slot.is_retiring = surplus;
                if surplus && (is_paused || slot.assigned.is_empty()) {
                    self.end(worker);
                }
            }
        }
        self.dispatch(now_ms);
        self.publish_state();
    }

    /// The number of workers wished for.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// The match.
    pub fn game(&self) -> &LabMatch {
        &self.game
    }

    /// Changes the match (adds games, plays on behind a verdict, merges results) and plays what is new in it, if games
    /// are being played.
    pub fn change<T>(&mut self, now_ms: f64, change: impl FnOnce(&mut LabMatch) -> T) -> T {
        let result = change(&mut self.game);
        self.check_complete();
        self.dispatch(now_ms);
        self.publish_state();
        result
    }

    /// What the match is doing.
    pub fn state(&self) -> LabState {
        match &self.mode {
            _ if self.game.is_complete() && self.unstored.is_empty() => LabState::Complete,
            Mode::Playing => LabState::Playing,
            Mode::Paused(reason) => LabState::Paused(reason.clone()),
            Mode::Stopped => LabState::Stopped,
        }
    }

    /// What is to be done since the last call, oldest first.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// The link.
    pub fn link(&self) -> &L {
        &self.link
    }

    /// The link, for tests that script it.
    pub fn link_mut(&mut self) -> &mut L {
        &mut self.link
    }

    // --- Events -----------------------------------------------------------------------------------------

    /// Takes what was heard of a worker. What comes from one that was replaced is ignored.
    pub fn hear(&mut self, now_ms: f64, worker: usize, generation: Generation, heard: PortEvent<FromMatch>) {
        let Some(slot) = self.slot_mut(worker).filter(|slot| slot.generation == generation) else { return };
        match heard {
            PortEvent::Message { id, body } => match body {
                FromMatch::Ready => slot.ready_by_ms = None,
                FromMatch::Game { index, game } => self.game_over(now_ms, worker, id as usize, index, &game),
                FromMatch::CannotStart { player, message } => self.cannot_start(worker, player, &message),
                FromMatch::EngineFault { player, message } => self.engine_fault(player, worker, message),
                FromMatch::Notice { player, message } => self.notice(player, message),
                FromMatch::Fault(message) => {
                    self.worker_failed(now_ms, worker, &format!("failed: {message}"));
                }
                // The link keeps both.
                FromMatch::State(_) | FromMatch::Log(_) => {}
            },
            PortEvent::Fault(fault) => self.worker_failed(now_ms, worker, &fault.to_string()),
        }
        self.dispatch(now_ms);
        self.publish_state();
    }

    /// A unit was stored: it counts now.
    pub fn stored(&mut self, now_ms: f64, unit: usize) {
        let Some(record) = self.unstored.remove(&unit) else { return };
        match self.game.finish(&record) {
            Ok(finished) => self.tell(LabEvent::UnitFinished { record, finished: Rc::new(finished) }),
            Err(error) => {
                self.game.give_back(unit);
                self.halt(Some(format!("a finished unit was refused: {error}")));
            }
        }
        self.check_complete();
        self.dispatch(now_ms);
        self.publish_state();
    }

    /// A unit could not be stored: it does not count, and is kept until the match is resumed.
    pub fn not_stored(&mut self, unit: usize, reason: &str) {
        if self.unstored.contains_key(&unit) {
            self.halt(Some(format!("finished games could not be stored: {reason}")));
            self.publish_state();
        }
    }

    /// Looks at the workers.
    pub fn tick(&mut self, now_ms: f64) {
        // A tick this late means that the page slept (a hidden tab, a closed lid). What seems to be missing may wait in
        // the same queue, behind this very call.
        let is_late = self.last_tick_ms.is_some_and(|last| now_ms - last > self.limits.late_ms);
        self.last_tick_ms = Some(now_ms);
        for worker in 0..self.slots.len() {
            self.watch(now_ms, worker, is_late);
        }
        self.dispatch(now_ms);
        self.publish_state();
    }

    fn watch(&mut self, now_ms: f64, worker: usize, is_late: bool) {
        let stuck_ms = self.limits.patience.stuck_ms;
        let Some(slot) = self.slots.get_mut(worker).and_then(Option::as_mut) else { return };
        if let Some(by_ms) = slot.ready_by_ms {
            if now_ms > by_ms {
                self.worker_failed(now_ms, worker, "could not be loaded in time");
            }
            return;
        }
        let Some(snapshot) = self.link.snapshot(worker) else { return };
        let call = &mut slot.call;
        if snapshot.phase == Phase::Idle || snapshot.calls != call.calls {
            *call = WatchedCall { calls: snapshot.calls, since_ms: now_ms, is_extended: false };
            return;
        }
        let due_ms = call.since_ms + f64::from(snapshot.deadline_ms) + stuck_ms;
        if now_ms <= due_ms {
            return;
        }
        if is_late && !call.is_extended {
            call.is_extended = true;
            return;
        }
        self.stuck(now_ms, worker);
    }

    // --- Games ------------------------------------------------------------------------------------------

    fn game_over(&mut self, now_ms: f64, worker: usize, unit: usize, index: usize, game: &StoredGame) {
        let host = self.host.clone();
        let Some(slot) = self.slot_mut(worker) else { return };
        let Some(assigned) = slot.assigned.front_mut().filter(|assigned| assigned.task.unit.id == unit)
        else {
            return self.worker_failed(
                now_ms,
                worker,
                &format!("played unit {unit}, which it was not given"),
            );
        };
        let Some(scheduled) = assigned.task.unit.games.get(index).copied() else {
            return self.worker_failed(now_ms, worker, &format!("played game {index} of unit {unit}"));
        };
        slot.failures = 0;
        if let Some(place) = assigned.games.get_mut(index) {
            *place = Some(game.clone());
        }
        if assigned.games.iter().all(Option::is_some)
            && let Some(done) = slot.assigned.pop_front()
        {
            slot.last_unit_ms = now_ms - done.since_ms;
            if let Some(next) = slot.assigned.front_mut() {
                next.since_ms = now_ms;
            }
            let record = Rc::new(UnitRecord {
                unit,
                host: host.name,
                worker: worker as u16,
                finished_ms: (host.origin_ms + now_ms).max(0.0) as u64,
                games: done.games.into_iter().flatten().collect(),
            });
            self.unstored.insert(unit, record.clone());
            self.outputs.push(Output::Store(record));
        }
        for (engine, color) in [(scheduled.white, Color::White), (scheduled.black, Color::Black)] {
            self.note_conduct(engine, color, game);
        }
    }

    /// Counts the games in a row that an engine lost by being absent.
    fn note_conduct(&mut self, engine: usize, color: Color, game: &StoredGame) {
        let conclusion = game.conclusion;
        let failed = conclusion.winner == Some(!color)
            && matches!(conclusion.reason, Reason::Disconnect | Reason::Stall);
        let Some(failures) = self.failures.get_mut(engine) else { return };
        if !failed {
            *failures = 0;
            if let Some(has_played) = self.has_played.get_mut(engine) {
                *has_played = true;
            }
            return;
        }
        *failures += 1;
        if *failures >= self.limits.engine_failures && self.mode == Mode::Playing {
            let count = *failures;
            self.halt(Some(format!(
                "{} has lost {count} games in a row because it crashes or does not answer (the last: {conclusion})",
                self.name(engine)
            )));
        }
    }

    /// A worker is stuck inside an engine.
    fn stuck(&mut self, now_ms: f64, worker: usize) {
        self.link.terminate(worker);
        // It may have gone on until just now.
        let Some(snapshot) = self.link.snapshot(worker) else {
            return self.worker_failed(now_ms, worker, "was stuck");
        };
        let message = stuck_message(&snapshot, self.limits.patience.stuck_ms);
        let plays = self.slot_mut(worker).and_then(|slot| slot.assigned.front()).and_then(|assigned| {
            let task = &assigned.task;
            let is_it = snapshot.unit == Some(task.unit.id) && snapshot.phase != Phase::Idle;
            let scheduled = task.unit.games.get(snapshot.game).copied().filter(|_| is_it)?;
            Some((task.unit.id, scheduled, task.openings.get(snapshot.game).cloned().unwrap_or_default()))
        });
        let Some((unit, scheduled, opening)) = plays else {
            return self.worker_failed(now_ms, worker, "was stuck between games");
        };
        let engine = snapshot.player;
        if snapshot.phase == Phase::Preparing && !self.has_played.get(engine).is_some_and(|&has| has) {
            self.give_up(worker);
            self.cannot_go_on(engine, &message);
            return;
        }
        let game = forfeited(self.game.settings(), &scheduled, &opening, &snapshot, &message);
        self.engine_fault(engine, worker, message);
        self.game_over(now_ms, worker, unit, snapshot.game, &game);
        self.restart(now_ms, worker);
    }

    fn cannot_start(&mut self, worker: usize, player: usize, message: &str) {
        if let Some(slot) = self.slot_mut(worker) {
            // Its queue is empty now.
            for assigned in std::mem::take(&mut slot.assigned) {
                self.game.give_back(assigned.task.unit.id);
            }
        }
        self.cannot_go_on(player, message);
    }

    fn cannot_go_on(&mut self, player: usize, message: &str) {
        self.halt(Some(format!("{} cannot be started: {message}", self.name(player))));
    }

    fn name(&self, engine: usize) -> String {
        let engines = &self.game.settings().engines;
        engines.get(engine).map_or_else(|| format!("engine {}", engine + 1), |engine| engine.name.clone())
    }

    fn notice(&mut self, engine: usize, message: String) {
        // Every worker notices the same.
        let notice = (engine, message);
        if self.told.contains(&notice) || self.told.len() >= 1000 {
            return;
        }
        self.told.push(notice.clone());
        let name = self.name(engine);
        self.tell(LabEvent::Notice { engine, name, message: notice.1 });
    }

    fn engine_fault(&mut self, engine: usize, worker: usize, message: String) {
        let name = self.name(engine);
        self.tell(LabEvent::EngineFault { engine, name, worker, message });
    }

    fn tell(&mut self, event: LabEvent) {
        self.outputs.push(Output::Tell(event));
    }

    // --- Workers ----------------------------------------------------------------------------------------

    fn slot_mut(&mut self, worker: usize) -> Option<&mut Slot> {
        self.slots.get_mut(worker).and_then(Option::as_mut)
    }

    /// A worker failed by itself: its unfinished games are played anew.
    fn worker_failed(&mut self, now_ms: f64, worker: usize, message: &str) {
        let limit = self.limits.worker_failures;
        let Some(slot) = self.slot_mut(worker) else { return };
        slot.failures += 1;
        let is_hopeless = slot.failures >= limit;
        self.tell(LabEvent::WorkerFault { worker, message: message.to_owned() });
        if is_hopeless {
            self.give_up(worker);
            self.halt(Some(format!("a match worker {message}")));
        } else {
            self.restart(now_ms, worker);
        }
    }

    /// Starts a worker afresh with what it has not finished.
    fn restart(&mut self, now_ms: f64, worker: usize) {
        self.generation += 1;
        let (generation, ready_by_ms) = (self.generation, Some(now_ms + self.limits.load_ms));
        let Some(slot) = self.slot_mut(worker) else { return };
        slot.generation = generation;
        slot.ready_by_ms = ready_by_ms;
        slot.call = WatchedCall::default();
        let units: Vec<_> = slot.assigned.iter().map(Assigned::to_be_played).collect();
        let started = self.link.start(worker, generation);
        let sent = started.and_then(|()| {
            units.into_iter().try_for_each(|(unit, games)| self.link.play(worker, unit, games))
        });
        if let Err(message) = sent {
            return self.worker_failed(now_ms, worker, &message);
        }
        if matches!(self.mode, Mode::Paused(_)) {
            self.link.pause(worker, true);
        }
    }

    /// Ends a worker and gives its units back.
    fn end(&mut self, worker: usize) {
        self.link.terminate(worker);
        self.give_up(worker);
    }

    fn give_up(&mut self, worker: usize) {
        self.link.terminate(worker);
        if let Some(slot) = self.slots.get_mut(worker).and_then(Option::take) {
            for assigned in slot.assigned {
                self.game.give_back(assigned.task.unit.id);
            }
        }
    }

    fn end_all(&mut self) {
        for worker in 0..self.slots.len() {
            if self.slots[worker].is_some() {
                self.end(worker);
            }
        }
        self.last_tick_ms = None;
    }

    fn halt(&mut self, reason: Option<String>) {
        // The first reason stands.
        if matches!(self.mode, Mode::Paused(Some(_)) | Mode::Stopped) {
            return;
        }
        self.mode = Mode::Paused(reason);
        for worker in 0..self.slots.len() {
            if self.slots[worker].is_some() {
                self.link.pause(worker, true);
            }
        }
    }

    fn forgive(&mut self) {
        self.failures.fill(0);
        for slot in self.slots.iter_mut().flatten() {
            slot.failures = 0;
        }
    }

    fn retry_stores(&mut self) {
        self.outputs.extend(self.unstored.values().cloned().map(Output::Store));
    }

    fn check_complete(&mut self) {
        if self.game.is_complete() {
            self.end_all();
        }
    }

    /// Gives work to workers that have none, and starts workers that are missing.
    fn dispatch(&mut self, now_ms: f64) {
        if self.mode != Mode::Playing || self.game.is_complete() {
            return;
        }
        if self.slots.len() < self.workers {
            self.slots.resize_with(self.workers, || None);
        }
        // All get their first unit before any gets its second.
        for round in 0..2 {
            for worker in 0..self.slots.len() {
                if self.wants_unit(worker, round) && !self.assign(now_ms, worker) {
                    break;
                }
                if self.mode != Mode::Playing {
                    return;
                }
            }
        }
        for worker in 0..self.slots.len() {
            let retires =
                self.slot_mut(worker).is_some_and(|slot| slot.is_retiring && slot.assigned.is_empty());
            if retires {
                self.end(worker);
            }
        }
    }

    fn wants_unit(&self, worker: usize, round: usize) -> bool {
        match self.slots.get(worker) {
            Some(Some(slot)) => {
                let is_short = slot.last_unit_ms < self.limits.short_unit_ms;
                !slot.is_retiring && slot.assigned.len() <= round && (round == 0 || is_short)
            }
            _ => round == 0 && worker < self.workers,
        }
    }

    /// Gives a worker the next unit; `false` if there is none.
    fn assign(&mut self, now_ms: f64, worker: usize) -> bool {
        let Some(task) = self.game.next_unit() else { return false };
        let assigned = Assigned { games: vec![None; task.unit.games.len()], task, since_ms: now_ms };
        let (unit, games) = assigned.to_be_played();
        if let Some(slot) = self.slot_mut(worker) {
            slot.assigned.push_back(assigned);
            if let Err(message) = self.link.play(worker, unit, games) {
                self.worker_failed(now_ms, worker, &message);
            }
        } else if let Some(place) = self.slots.get_mut(worker) {
            *place = Some(Slot {
                generation: 0,
                ready_by_ms: None,
                assigned: VecDeque::from([assigned]),
                is_retiring: false,
                failures: 0,
                // The first unit shows how long they are.
                last_unit_ms: f64::INFINITY,
                call: WatchedCall::default(),
            });
            self.restart(now_ms, worker);
        }
        true
    }

    fn publish_state(&mut self) {
        let state = self.state();
        if self.state.as_ref() != Some(&state) {
            self.state = Some(state.clone());
            self.tell(LabEvent::State(state));
        }
    }

    // --- Watching ---------------------------------------------------------------------------------------

    /// The games that are being played, by worker.
    pub fn running(&self, now_ms: f64) -> Vec<RunningGame> {
        (0..self.slots.len()).filter_map(|worker| self.running_in(now_ms, worker)).collect()
    }

    /// The game that a worker plays, if it can be seen just now.
    pub fn running_in(&self, now_ms: f64, worker: usize) -> Option<RunningGame> {
        let slot = self.slots.get(worker)?.as_ref()?;
        let snapshot = self.link.snapshot(worker)?;
        let Assigned { task, .. } =
            slot.assigned.iter().find(|assigned| Some(assigned.task.unit.id) == snapshot.unit)?;
        let game = task.unit.games.get(snapshot.game)?;
        let opening = task.openings.get(snapshot.game)?;
        let mut position = opening.start;
        for mv in opening.moves.iter().copied().chain(snapshot.plies.iter().map(|ply| ply.mv)) {
            // Another game may have begun while the state was read.
            if !position.is_legal(mv) {
                return None;
            }
            position.play_unchecked(mv);
        }
        let is_thinking = snapshot.phase == Phase::Searching && !snapshot.has_moved;
        let thinking_ms = if is_thinking && slot.call.calls == snapshot.calls && slot.call.since_ms > 0.0 {
            (now_ms - slot.call.since_ms).max(0.0)
        } else {
            0.0
        };
        Some(RunningGame {
            worker,
            unit: task.unit.id,
            index: snapshot.game,
            number: game.number,
            white: game.white,
            black: game.black,
            start: opening.start,
            chess960: opening.chess960,
            opening: opening.moves.clone(),
            plies: snapshot.plies,
            position,
            clocks_ms: snapshot.clocks_ms,
            thinking_ms,
        })
    }
}

impl Assigned {
    /// The unit, and the games of it that are not over.
    fn to_be_played(&self) -> (usize, Vec<PlayGame>) {
        let games = self.task.unit.games.iter().zip(&self.task.openings).zip(&self.games).enumerate();
        let games =
            games.filter(|(_, (_, finished))| finished.is_none()).map(|(index, ((game, opening), _))| {
                PlayGame { index, white: game.white, black: game.black, opening: opening.clone() }
            });
        (self.task.unit.id, games.collect())
    }
}

fn stuck_message(snapshot: &GameSnapshot, stuck_ms: f64) -> String {
    let waited = (f64::from(snapshot.deadline_ms) + stuck_ms) / 1000.0;
    match (snapshot.phase, snapshot.has_moved) {
        (Phase::Searching, true) => {
            format!("it did not come back within {waited} s of its move; its worker was ended")
        }
        (Phase::Searching, false) => format!("it did not move within {waited} s; its worker was ended"),
        _ => format!("it did not get ready within {waited} s; its worker was ended"),
    }
}
