//! The threads of the players' builds, as far as the worker knows of them: the page starts them, and says which have failed.

use std::cell::Cell;

use js_sys::{Atomics, Int32Array};

use crate::matches::messages::Setup;
use crate::wire::SharedMemory;

/// The numbers of the crews.
pub(super) struct Crews {
    /// Of each player the present one; 0 before the first, and for builds without threads.
    present: Vec<Cell<u32>>,
    /// Of each player the newest in which a thread has failed.
    broken: Option<Int32Array>,
}

impl Crews {
    pub(super) fn new(setup: &Setup) -> Self {
        let broken = setup.broken_crews.as_ref().map(|SharedMemory(buffer)| Int32Array::new(buffer));
        Self { present: setup.players.iter().map(|_| Cell::new(0)).collect(), broken }
    }

    /// Another crew for a player.
    pub(super) fn next(&self, player: usize) -> u32 {
        let Some(present) = self.present.get(player) else { return 0 };
        present.set(present.get() + 1);
        present.get()
    }

    /// Whether a thread of a player's present crew has failed.
    pub(super) fn is_broken(&self, player: usize) -> bool {
        let (Some(present), Some(broken)) = (self.present.get(player), &self.broken) else { return false };
        present.get() != 0
            && Atomics::load(broken, player as u32).is_ok_and(|crew| crew as u32 == present.get())
    }
}
