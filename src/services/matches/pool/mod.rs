//! The pool: decides which match worker plays what, and what becomes of a worker or an engine that fails.
//!
//! It is a pure state machine. Wishes of the page, events of the workers and the time come in by method calls;
//! commands go out through the [`MatchLink`], what is to be done through [`Pool::take_outputs`]. It owns no clock and no timer:
//! while games are played, [`Pool::tick`] is to be called some five times a second.
//!
//! - A unit belongs to one worker at a time. Its finished games are kept here, so that a worker may die in the second game
//!   of a pair without loss of the first.
//! - A worker that is stuck inside an engine is known by its shared state: the same call lasts longer than it may. The worker is
//!   killed, the game is scored from that state, a fresh worker goes on with the next game.
//! - A worker that fails by itself is replaced, and its unfinished game is played anew.
//! - When the computer has slept, or the browser has stood still for some seconds ([`Pool::beat`]), the games of that time are
//!   played again: their clocks ran on, and tell nothing of the engines.
//! - What cannot go on (an engine that cannot be started, one that fails game after game, a worker that cannot be
//!   started, a unit that cannot be stored) pauses the match with the reason; nothing is lost, and resuming tries again.

mod games;
mod slot;
mod watching;
mod workers;

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_arena::{EngineFailures, LabMatch, UnitRecord};
use tabia_worker::matches::messages::{FromMatch, Patience};
use tabia_worker::wire::Generation;

use self::slot::Slot;
use super::events::{MatchEvent, MatchState};
use super::link::MatchLink;
use crate::platform::port::PortEvent;

/// How patient the pool is. Times in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolLimits {
    /// With the engines.
    pub patience: Patience,
    /// For a worker's code to arrive and start; a slow line is to be expected.
    pub load_ms: f64,
    /// How late a tick may be before the page is thought to have been held up: what seems to be missing may
    /// wait behind it.
    pub late_ms: f64,
    /// How late a tick may be before the computer is thought to have slept. Browsers let the timers of a
    /// hidden page fire once a minute.
    pub slept_ms: f64,
    /// The time between two beats of a thread that does nothing else after which the browser is thought to have stood still.
    pub frozen_ms: f64,
    /// The match is paused when the browser stands still more often than this without a finished game in between.
    pub freezes: u32,
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
            slept_ms: 70_000.0,
            frozen_ms: 3_000.0,
            freezes: 5,
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
    Tell(MatchEvent),
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

/// A beat of a thread that does nothing else: when, by its own clock, and when the page received it.
#[derive(Debug, Clone, Copy)]
struct Beat {
    at_ms: f64,
    received_ms: f64,
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
    engine_failures: EngineFailures,
    told: Vec<(usize, String)>,
    last_tick_ms: Option<f64>,
    last_beat: Option<Beat>,
    /// How often the browser has stood still since the last finished game.
    freezes: u32,
    host: Host,
    state: Option<MatchState>,
    outputs: Vec<Output>,
}

impl<L: MatchLink> Pool<L> {
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
            engine_failures: EngineFailures::new(engines, limits.engine_failures),
            told: Vec::new(),
            last_tick_ms: None,
            last_beat: None,
            freezes: 0,
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
        (self.last_tick_ms, self.last_beat) = (None, None);
        self.reset_failures();
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
            self.last_tick_ms = None;
            self.reset_failures();
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
    pub fn state(&self) -> MatchState {
        match &self.mode {
            _ if self.game.is_complete() && self.unstored.is_empty() => MatchState::Complete,
            Mode::Playing => MatchState::Playing,
            Mode::Paused(reason) => MatchState::Paused(reason.clone()),
            Mode::Stopped => MatchState::Stopped,
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

    /// Takes what was heard of a worker. What comes from one that was replaced is ignored.
    pub fn hear(&mut self, now_ms: f64, worker: usize, generation: Generation, heard: PortEvent<FromMatch>) {
        self.look_for_sleep(now_ms);
        self.look_for_freeze(now_ms, &heard);
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
                // These are the link's.
                FromMatch::State(_)
                | FromMatch::Log(_)
                | FromMatch::StartThread { .. }
                | FromMatch::EndThreads { .. } => {}
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
            Ok(finished) => self.tell(MatchEvent::UnitFinished { record, finished: Rc::new(finished) }),
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

    /// Takes a beat of a thread that does nothing else, some four times a second: `at_ms` is its time by that thread's clock.
    pub fn beat(&mut self, now_ms: f64, at_ms: f64) {
        let before = self.last_beat.replace(Beat { at_ms, received_ms: now_ms });
        if before.is_some_and(|before| at_ms - before.at_ms > self.limits.frozen_ms) {
            self.replay_frozen(now_ms);
            self.publish_state();
        }
    }

    /// Looks at the workers.
    pub fn tick(&mut self, now_ms: f64) {
        self.look_for_sleep(now_ms);
        // A tick this late means that the page was held up (a hidden tab, a long task). What seems to be
        // missing may wait in the same queue, behind this very call.
        let is_late = self.last_tick_ms.is_some_and(|last| now_ms - last > self.limits.late_ms);
        self.last_tick_ms = Some(now_ms);
        for worker in 0..self.slots.len() {
            self.watch(now_ms, worker, is_late);
        }
        self.dispatch(now_ms);
        self.publish_state();
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
        self.tell(MatchEvent::Notice { engine, name, message: notice.1 });
    }

    fn engine_fault(&mut self, engine: usize, worker: usize, message: String) {
        let name = self.name(engine);
        self.tell(MatchEvent::EngineFault { engine, name, worker, message });
    }

    fn tell(&mut self, event: MatchEvent) {
        self.outputs.push(Output::Tell(event));
    }

    fn publish_state(&mut self) {
        let state = self.state();
        if self.state.as_ref() != Some(&state) {
            self.state = Some(state.clone());
            self.tell(MatchEvent::State(state));
        }
    }
}

#[cfg(test)]
mod tests;
