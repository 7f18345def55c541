//! A place for a worker, and the units that it has.

use std::collections::VecDeque;

use tabia_arena::{Failures, StoredGame, UnitTask};
use tabia_worker::matches::messages::PlayGame;
use tabia_worker::wire::Generation;

/// A unit that a worker has.
#[derive(Debug)]
pub(super) struct Assigned {
    pub(super) task: UnitTask,
    /// Its games as they finish.
    pub(super) games: Vec<Option<StoredGame>>,
    pub(super) since_ms: f64,
}

/// A place for a worker.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) generation: Generation,
    /// When its code must have started; `None` once it has.
    pub(super) ready_by_ms: Option<f64>,
    pub(super) assigned: VecDeque<Assigned>,
    /// To be ended when its units are finished.
    pub(super) is_retiring: bool,
    /// Failures since its last finished game.
    pub(super) failures: Failures,
    /// How long its last unit took.
    pub(super) last_unit_ms: f64,
    pub(super) call: WatchedCall,
}

/// A call into an engine, as the shared state tells of it.
#[derive(Debug, Default)]
pub(super) struct WatchedCall {
    pub(super) calls: u32,
    pub(super) since_ms: f64,
    /// Put off once already because the page itself had slept.
    pub(super) is_extended: bool,
}

impl Assigned {
    /// The unit, and the games of it that are not over.
    pub(super) fn to_be_played(&self) -> (usize, Vec<PlayGame>) {
        let games = self.task.unit.games.iter().zip(&self.task.openings).zip(&self.games).enumerate();
        let games =
            games.filter(|(_, (_, finished))| finished.is_none()).map(|(index, ((game, opening), _))| {
                PlayGame { index, white: game.white, black: game.black, opening: opening.clone() }
            });
        (self.task.unit.id, games.collect())
    }
}
