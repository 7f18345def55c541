//! Worker pool: assigns games to match workers, and handles failing workers and engines.
//!
//! It is a pure state machine. Commands of the page, worker events and the time come in as method calls; commands go out through
//! [`MatchLink`], and other actions through [`Pool::take_outputs`]. It has no clock and no timer: while games are played, call
//! [`Pool::tick`] about five times a second.
//!
//! - A unit belongs to one worker at a time. Its finished games are stored here, so a worker may die in the second game of a pair without
//!   losing the first.
//! - A worker stuck inside an engine is detected by its shared state: a call exceeds its time limit. The worker is killed, the game is
//!   scored from that state, and a new worker continues with the next game.
//! - A worker that fails on its own is replaced, and its unfinished game is replayed.
//! - If the computer slept, or the browser froze for some seconds ([`Pool::beat`]), the games of that time are replayed: their clocks kept
//!   running, so their results say nothing about the engines. After a shorter freeze, a game lost on time is replayed if the freeze was long
//!   enough to explain the loss.
//! - A failure that blocks progress (an engine that cannot be started or fails game after game, a worker that cannot be started, a unit
//!   that cannot be stored) pauses the match with the reason; nothing is lost, and resuming retries.

mod beats;
mod freezes;
mod games;
mod slot;
mod watching;
mod workers;

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use tabia_arena::{EngineFailures, MatchProgress, PairRecord};
use tabia_worker::matches::messages::{FromMatch, Patience};
use tabia_worker::wire::Generation;

use self::beats::{Beat, PendingEvent, ShortFreeze};
use self::slot::PoolSlot;
use super::events::{MatchEvent, MatchState};
use super::link::MatchLink;
use crate::language::tr;
use crate::platform::port::PortEvent;

/// Time and failure limits of the pool. Times are in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolLimits {
    /// Limits for the engines.
    pub patience: Patience,
    /// Time for a worker's code to load and start; allows for a slow connection.
    pub load_ms: f64,
    /// Delay of a tick after which the page counts as held up; missing messages may be queued behind the tick.
    pub late_ms: f64,
    /// Delay of a tick after which the computer counts as having slept. Browsers may fire the timers of a hidden page only once a minute.
    pub slept_ms: f64,
    /// Time between two beats of an otherwise idle thread after which the browser counts as frozen.
    pub frozen_ms: f64,
    /// Time between two beats from which a game lost on time is replayed, if it is as long as the overrun. Twice the usual time: less can be
    /// the jitter of a busy processor.
    pub short_freeze_ms: f64,
    /// The match is paused if the browser freezes more often than this without a finished game in between.
    pub freezes: u32,
    /// Number of consecutive games lost by an engine through crashes or hangs that pauses the match.
    pub engine_failures: u32,
    /// Number of worker failures without a finished game in between that pauses the match.
    pub worker_failures: u32,
    /// A worker gets a second unit queued if its last one took less than this, because the round trip to the page would matter.
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
            short_freeze_ms: 500.0,
            freezes: 5,
            engine_failures: 10,
            worker_failures: 3,
            short_unit_ms: 200.0,
        }
    }
}

/// Action requested by the pool.
#[derive(Debug, Clone, PartialEq)]
pub enum PoolOutput {
    /// Notify the page.
    Emit(MatchEvent),
    /// Store a finished unit, then call [`Pool::stored`] or [`Pool::not_stored`].
    Store(Rc<PairRecord>),
}

/// Origin information recorded in finished units.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BrowserId {
    /// Short tag that identifies this browser.
    pub name: String,
    /// Offset from the pool's times to milliseconds since 1970 (UTC).
    pub origin_ms: f64,
}

/// Operating mode of the workers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PoolMode {
    Playing,
    Paused(Option<String>),
    Stopped,
}

/// Pool of match workers. See the module documentation.
#[derive(Debug)]
pub struct Pool<L> {
    link: L,
    limits: PoolLimits,
    game: MatchProgress,
    /// Empty slots have no worker.
    slots: Vec<Option<PoolSlot>>,
    workers: usize,
    mode: PoolMode,
    generation: Generation,
    /// Units whose record waits to be stored, by number.
    unstored: BTreeMap<usize, Rc<PairRecord>>,
    /// Number of consecutive games each engine lost through crashes or hangs.
    engine_failures: EngineFailures,
    told: Vec<(usize, String)>,
    last_tick_ms: Option<f64>,
    last_beat: Option<Beat>,
    /// Latest freezes that were too short to replay every game.
    short_freezes: VecDeque<ShortFreeze>,
    /// Events that wait for the next beat: games lost on time, and what their workers sent after them.
    waiting: VecDeque<PendingEvent>,
    /// Number of freezes since the last finished game.
    freezes: u32,
    host: BrowserId,
    state: Option<MatchState>,
    outputs: Vec<PoolOutput>,
}

impl<L: MatchLink> Pool<L> {
    /// Creates a pool for a match; nothing is played before [`Pool::start`].
    pub fn new(link: L, limits: PoolLimits, game: MatchProgress, host: BrowserId) -> Self {
        let engines = game.settings().engines.len();
        Self {
            link,
            limits,
            game,
            slots: Vec::new(),
            workers: 0,
            mode: PoolMode::Stopped,
            generation: 0,
            unstored: BTreeMap::new(),
            engine_failures: EngineFailures::new(engines, limits.engine_failures),
            told: Vec::new(),
            last_tick_ms: None,
            last_beat: None,
            short_freezes: VecDeque::new(),
            waiting: VecDeque::new(),
            freezes: 0,
            host,
            state: None,
            outputs: Vec::new(),
        }
    }

    /// Starts play with `workers` workers, at least one. As in every method, `now_ms` is the time in milliseconds from any fixed origin.
    pub fn start(&mut self, now_ms: f64, workers: usize) {
        self.workers = workers.max(1);
        self.mode = PoolMode::Playing;
        (self.last_tick_ms, self.last_beat) = (None, None);
        self.waiting.clear();
        self.reset_failures();
        self.retry_stores();
        self.dispatch(now_ms);
        self.publish_state();
    }

    /// Pauses every game after its current move.
    pub fn pause(&mut self) {
        if self.mode == PoolMode::Playing {
            self.halt(None);
            self.publish_state();
        }
    }

    /// Resumes after [`Pool::pause`], or retries after a failure.
    pub fn resume(&mut self, now_ms: f64) {
        if matches!(self.mode, PoolMode::Paused(_)) {
            self.mode = PoolMode::Playing;
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

    /// Ends all workers. Unfinished units will be replayed.
    pub fn stop(&mut self) {
        self.mode = PoolMode::Stopped;
        self.end_all();
        self.publish_state();
    }

    /// Sets the number of workers, at least one. Surplus workers end when their units are finished; in a paused match, at once.
    pub fn set_workers(&mut self, now_ms: f64, workers: usize) {
        self.workers = workers.max(1);
        if self.mode == PoolMode::Stopped {
            return;
        }
        for worker in 0..self.slots.len() {
            let surplus = worker >= self.workers;
            let is_paused = self.mode != PoolMode::Playing;
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

    /// Returns the target number of workers.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Returns the match.
    pub fn game(&self) -> &MatchProgress {
        &self.game
    }

    /// Changes the match (adds games, continues after a verdict, merges results). If games are being played, new ones start right away.
    pub fn change<T>(&mut self, now_ms: f64, change: impl FnOnce(&mut MatchProgress) -> T) -> T {
        let result = change(&mut self.game);
        self.check_complete();
        self.dispatch(now_ms);
        self.publish_state();
        result
    }

    /// Returns the state of the match.
    pub fn state(&self) -> MatchState {
        match &self.mode {
            _ if self.game.is_complete() && self.unstored.is_empty() => MatchState::Complete,
            PoolMode::Playing => MatchState::Playing,
            PoolMode::Paused(reason) => MatchState::Paused(reason.clone()),
            PoolMode::Stopped => MatchState::Stopped,
        }
    }

    /// Returns the outputs since the last call, oldest first.
    pub fn take_outputs(&mut self) -> Vec<PoolOutput> {
        std::mem::take(&mut self.outputs)
    }

    /// Returns the link.
    pub fn link(&self) -> &L {
        &self.link
    }

    /// Returns the link, for tests that script it.
    pub fn link_mut(&mut self) -> &mut L {
        &mut self.link
    }

    /// Handles an event of a worker. Events of a replaced worker are ignored.
    pub fn on_message(
        &mut self,
        now_ms: f64,
        worker: usize,
        generation: Generation,
        heard: PortEvent<FromMatch>,
    ) {
        self.look_for_sleep(now_ms);
        self.look_for_freeze(now_ms, &heard);
        if self.must_wait(worker, generation, &heard) {
            self.wait(now_ms, worker, generation, heard);
        } else {
            self.handle(now_ms, worker, generation, heard);
        }
    }

    fn handle(&mut self, now_ms: f64, worker: usize, generation: Generation, heard: PortEvent<FromMatch>) {
        let Some(slot) = self.slot_mut(worker).filter(|slot| slot.generation == generation) else { return };
        match heard {
            PortEvent::Message { id, body } => match body {
                FromMatch::Ready => slot.ready_by_ms = None,
                FromMatch::Game { index, game } => self.game_over(now_ms, worker, id as usize, index, &game),
                FromMatch::CannotStart { player, message } => self.cannot_start(worker, player, &message),
                FromMatch::EngineFault { player, message } => self.engine_fault(player, worker, message),
                FromMatch::Notice { player, message } => self.notice(player, message),
                FromMatch::Fault(message) => {
                    self.worker_failed(now_ms, worker, &tr!("failed: {message}", message));
                }
                // Handled by the link.
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

    /// Confirms that a unit was stored; it now counts.
    pub fn stored(&mut self, now_ms: f64, unit: usize) {
        let Some(record) = self.unstored.remove(&unit) else { return };
        match self.game.finish(&record) {
            Ok(finished) => self.emit(MatchEvent::UnitFinished { record, finished: Rc::new(finished) }),
            Err(error) => {
                self.game.give_back(unit);
                self.halt(Some(tr!("a finished pair was rejected: {error}", error)));
            }
        }
        self.check_complete();
        self.dispatch(now_ms);
        self.publish_state();
    }

    /// Reports that a unit could not be stored. It does not count, and is held until the match is resumed.
    pub fn not_stored(&mut self, unit: usize, reason: &str) {
        if self.unstored.contains_key(&unit) {
            self.halt(Some(tr!("finished games could not be stored: {reason}", reason)));
            self.publish_state();
        }
    }

    /// Handles a beat of an otherwise idle thread, about four times a second; `at_ms` is its time by that thread's clock.
    pub fn beat(&mut self, now_ms: f64, at_ms: f64) {
        let before = self.last_beat.replace(Beat { at_ms, received_ms: now_ms });
        let gap_ms = before.map_or(0.0, |before| at_ms - before.at_ms);
        if gap_ms > self.limits.frozen_ms {
            self.replay_frozen(now_ms);
            self.publish_state();
        } else if gap_ms >= self.limits.short_freeze_ms {
            self.note_short_freeze(now_ms, gap_ms);
        }
        self.handle_waiting(now_ms);
    }

    /// Checks the workers.
    pub fn tick(&mut self, now_ms: f64) {
        self.look_for_sleep(now_ms);
        // A tick this late means that the page was held up (hidden tab, long task). Missing messages may be queued behind this very call.
        let is_late = self.last_tick_ms.is_some_and(|last| now_ms - last > self.limits.late_ms);
        self.last_tick_ms = Some(now_ms);
        for worker in 0..self.slots.len() {
            self.watch(now_ms, worker, is_late);
        }
        self.handle_waiting_too_long(now_ms);
        self.dispatch(now_ms);
        self.publish_state();
    }

    fn name(&self, engine: usize) -> String {
        let engines = &self.game.settings().engines;
        engines
            .get(engine)
            .map_or_else(|| tr!("engine {number}", number = engine + 1), |engine| engine.name.clone())
    }

    fn notice(&mut self, engine: usize, message: String) {
        // Every worker reports the same.
        let notice = (engine, message);
        if self.told.contains(&notice) || self.told.len() >= 1000 {
            return;
        }
        self.told.push(notice.clone());
        let name = self.name(engine);
        self.emit(MatchEvent::Notice { engine, name, message: notice.1 });
    }

    fn engine_fault(&mut self, engine: usize, worker: usize, message: String) {
        let name = self.name(engine);
        self.emit(MatchEvent::EngineFault { engine, name, worker, message });
    }

    fn emit(&mut self, event: MatchEvent) {
        self.outputs.push(PoolOutput::Emit(event));
    }

    fn publish_state(&mut self) {
        let state = self.state();
        if self.state.as_ref() != Some(&state) {
            self.state = Some(state.clone());
            self.emit(MatchEvent::State(state));
        }
    }
}

#[cfg(test)]
mod tests;
