//! The lines to the match workers, as the pool sees them.

use tabia_worker::matches::messages::PlayGame;
use tabia_worker::matches::shared_state::GameSnapshot;
use tabia_worker::wire::Generation;

use super::build::ForeignError;
use crate::platform::port::WorkerFault;

/// Why a match worker does not play. The text goes on after the worker's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// A foreign engine cannot be started for it.
    #[error("could not start {name}: {error}")]
    Engine {
        /// The engine's name in the match.
        name: String,
        /// Why.
        error: ForeignError,
    },
    /// It cannot be used.
    #[error(transparent)]
    Fault(#[from] WorkerFault),
    /// There is no such worker.
    #[error("is gone")]
    Gone,
}

/// A way to run match workers. The page's is [`WorkerLink`](super::worker_link::WorkerLink); tests script theirs.
///
/// Workers have numbers from 0; a number is used again for the worker that replaces another.
pub trait MatchLink {
    /// Kills the worker with this number, if there is one, and starts a fresh one with all players of the match. What
    /// is heard of it carries this generation; [`FromMatch::Ready`](tabia_worker::matches::messages::FromMatch::Ready) comes
    /// first.
    ///
    /// # Errors
    /// When no worker can be started, or a player of the match cannot be started for it.
    fn start(&mut self, worker: usize, generation: Generation) -> Result<(), LinkError>;

    /// Sends a worker games of a unit to play.
    ///
    /// # Errors
    /// When they cannot be sent.
    fn play(&mut self, worker: usize, unit: usize, games: Vec<PlayGame>) -> Result<(), LinkError>;

    /// Halts a worker behind the move that is being searched, or lets it go on.
    fn pause(&mut self, worker: usize, is_on: bool);

    /// Kills a worker.
    fn terminate(&mut self, worker: usize);

    /// What a worker does, as its shared state says; also of one that was killed until it is started again. `None` if that cannot
    /// be read just now.
    fn snapshot(&self, worker: usize) -> Option<GameSnapshot>;
}
