//! Worker slot and its units.

use std::collections::VecDeque;

use tabia_arena::{Failures, PairTask, StoredGame};
use tabia_worker::matches::messages::PlayGame;
use tabia_worker::wire::Generation;

/// Unit assigned to a worker.
#[derive(Debug)]
pub(super) struct Assigned {
    pub(super) task: PairTask,
    /// Games of the unit, filled in as they finish.
    pub(super) games: Vec<Option<StoredGame>>,
    pub(super) since_ms: f64,
}

/// Slot of a worker.
#[derive(Debug)]
pub(super) struct PoolSlot {
    pub(super) generation: Generation,
    /// Deadline for the worker's code to start; `None` once it has.
    pub(super) ready_by_ms: Option<f64>,
    pub(super) assigned: VecDeque<Assigned>,
    /// Whether the worker ends when its units are finished.
    pub(super) is_retiring: bool,
    /// Failures since its last finished game.
    pub(super) failures: Failures,
    /// Duration of its last unit, in milliseconds.
    pub(super) last_unit_ms: f64,
    pub(super) call: WatchedCall,
}

/// Call into an engine, as reported by the shared state.
#[derive(Debug, Default)]
pub(super) struct WatchedCall {
    pub(super) calls: u32,
    pub(super) since_ms: f64,
    /// Last time when the call before it was seen: this call began later.
    pub(super) after_ms: f64,
    /// Last time when the shared state was looked at.
    pub(super) seen_ms: f64,
    /// Whether the deadline was already extended once because the page itself had slept.
    pub(super) is_extended: bool,
}

impl WatchedCall {
    /// Returns the state of a worker that begins now.
    pub(super) fn new(now_ms: f64) -> Self {
        Self { after_ms: now_ms, seen_ms: now_ms, ..Self::default() }
    }
}

impl Assigned {
    /// Returns the unit id and the unfinished games.
    pub(super) fn to_be_played(&self) -> (usize, Vec<PlayGame>) {
        let games = self.task.unit.games.iter().zip(&self.task.openings).zip(&self.games).enumerate();
        let games =
            games.filter(|(_, (_, finished))| finished.is_none()).map(|(index, ((game, opening), _))| {
                PlayGame { index, white: game.white, black: game.black, opening: opening.clone() }
            });
        (self.task.unit.id, games.collect())
    }
}
