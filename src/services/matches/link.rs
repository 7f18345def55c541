//! The lines to the match workers, as the pool sees them.

use tabia_arena::StoredGame;
use tabia_worker::lab::ledger::Facts;
use tabia_worker::lab::messages::Play;

/// Counts the starts of all workers of a pool, from 1. Events of a worker that was replaced are recognised by it.
pub type Generation = u32;

/// A way to run match workers. The page's is [`WebLink`](super::worker_link::WebLink); tests script theirs.
///
/// Workers have numbers from 0; a number is used again for the worker that replaces another.
pub trait LabLink {
    /// Kills the worker with this number, if there is one, and starts a fresh one with all players of the match. What
    /// it says comes as [`LinkEvent`]s with this generation, [`LinkEvent::Ready`] first.
    ///
    /// # Errors
    /// A sentence for the user when no worker can be started.
    fn start(&mut self, worker: usize, generation: Generation) -> Result<(), String>;

    /// Sends a worker games to play.
    ///
    /// # Errors
    /// A sentence for the user when they cannot be sent.
    fn play(&mut self, worker: usize, play: Play) -> Result<(), String>;

    /// Halts a worker behind the move that is being searched, or lets it go on.
    fn pause(&mut self, worker: usize, is_on: bool);

    /// Kills a worker.
    fn terminate(&mut self, worker: usize);

    /// What the ledger of a worker says, also of one that was killed until it is started again; `None` if it cannot be
    /// read just now.
    fn facts(&self, worker: usize) -> Option<Facts>;
}

/// What a match worker says, or what befell it.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkEvent {
    /// It has taken over the players.
    Ready,
    /// A game is over.
    Game {
        /// The unit's number.
        unit: usize,
        /// The game's place in the unit.
        index: usize,
        /// The game.
        game: Box<StoredGame>,
    },
    /// A player could not be started that never ran in this worker. The worker has dropped all its games.
    CannotStart {
        /// The player, by its place in the settings.
        player: usize,
        /// What happened, in a sentence.
        message: String,
    },
    /// A player failed; the worker has dealt with it.
    EngineFault {
        /// The player.
        player: usize,
        /// What happened, in a sentence.
        message: String,
    },
    /// Something about a player that decides nothing.
    Notice {
        /// The player.
        player: usize,
        /// A sentence.
        message: String,
    },
    /// The worker is of no use any more.
    Fault {
        /// What happened, in a sentence.
        message: String,
    },
}
