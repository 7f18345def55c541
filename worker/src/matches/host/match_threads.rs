//! Helper threads of the players' builds, by number: the page starts them and reports which have failed.

use std::cell::Cell;

use js_sys::{Atomics, Int32Array};

use crate::matches::messages::Setup;
use crate::wire::SharedMemory;

/// The helper threads of the players, by number.
pub(super) struct MatchThreads {
    /// Current instance of each player; 0 before the first and for single-threaded builds.
    present: Vec<Cell<u32>>,
    /// Newest instance of each player with a failed thread.
    broken: Option<Int32Array>,
}

impl MatchThreads {
    pub(super) fn new(setup: &Setup) -> Self {
        let broken = setup.broken_instances.as_ref().map(|SharedMemory(buffer)| Int32Array::new(buffer));
        Self { present: setup.players.iter().map(|_| Cell::new(0)).collect(), broken }
    }

    /// Returns the number of a player's next instance.
    pub(super) fn next(&self, player: usize) -> u32 {
        let Some(present) = self.present.get(player) else { return 0 };
        present.set(present.get() + 1);
        present.get()
    }

    /// Returns whether a thread of a player's current instance has failed.
    pub(super) fn is_broken(&self, player: usize) -> bool {
        let (Some(present), Some(broken)) = (self.present.get(player), &self.broken) else { return false };
        present.get() != 0
            && Atomics::load(broken, player as u32).is_ok_and(|instance| instance as u32 == present.get())
    }
}
