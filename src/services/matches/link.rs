//! Connections to the match workers, as seen by the pool.

use tabia_worker::matches::messages::PlayGame;
use tabia_worker::matches::shared_state::GameSnapshot;
use tabia_worker::wire::Generation;

use super::build::ForeignError;
use crate::language::tr;
use crate::platform::port::WorkerFault;

/// Reason why a match worker does not play. The text follows the worker's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchLinkError {
    /// A foreign engine cannot be started for it.
    #[error("{}", tr!("could not start {name}: {error}", name, error))]
    Engine {
        /// Name of the engine in the match.
        name: String,
        /// Cause.
        error: ForeignError,
    },
    /// The worker is unusable.
    #[error(transparent)]
    Fault(#[from] WorkerFault),
    /// No such worker.
    #[error("{}", tr!("is gone"))]
    Gone,
}

/// Runs match workers. The page uses [`MatchWorkerLink`](super::worker_link::MatchWorkerLink); tests use scripted links.
///
/// Workers are numbered from 0; a replacement gets the number of the worker it replaces.
pub trait MatchLink {
    /// Kills the worker with this number, if any, and starts a new one with all players of the match. Its messages carry this
    /// generation; [`FromMatch::Ready`](tabia_worker::matches::messages::FromMatch::Ready) comes first.
    ///
    /// # Errors
    /// If the worker cannot be started, or a player of the match cannot be started for it.
    fn start(&mut self, worker: usize, generation: Generation) -> Result<(), MatchLinkError>;

    /// Sends a worker games of a unit to play.
    ///
    /// # Errors
    /// If they cannot be sent.
    fn play(&mut self, worker: usize, unit: usize, games: Vec<PlayGame>) -> Result<(), MatchLinkError>;

    /// Pauses a worker after the current move, or resumes it.
    fn pause(&mut self, worker: usize, is_on: bool);

    /// Kills a worker.
    fn terminate(&mut self, worker: usize);

    /// Returns the game in a worker's shared state; after a kill, it stays available until the restart. `None` if it cannot be read
    /// right now.
    fn snapshot(&self, worker: usize) -> Option<GameSnapshot>;
}
