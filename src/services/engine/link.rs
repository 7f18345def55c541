//! Connection to an engine in a worker, as seen by the analysis engine.

use tabia_worker::engine::messages::BatchId;
use tabia_worker::wire::Generation;

use crate::language::tr;
use crate::platform::port::WorkerFault;

/// Reason why an engine is unreachable. The text is about the engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineLinkError {
    /// Its worker is unusable.
    #[error("{}", tr!("its worker {fault}", fault = _0))]
    Worker(#[from] WorkerFault),
    /// No worker was started, or it was terminated.
    #[error("{}", tr!("its worker has ended"))]
    Gone,
    /// The browser cannot start the foreign engine; carries the reason.
    #[error("{0}")]
    Refused(String),
}

/// Runs an engine that can be started, sent commands, interrupted and killed. The page uses
/// [`WorkerLink`](super::worker_link::WorkerLink); tests use scripted links.
pub trait EngineLink {
    /// Kills the worker, if any, and starts a new one with the same engine build. Its messages carry this `generation`;
    /// [`FromEngine::Loaded`](tabia_worker::engine::messages::FromEngine::Loaded) comes first.
    ///
    /// # Errors
    /// If the browser cannot start a worker.
    fn start(&mut self, generation: Generation) -> Result<(), EngineLinkError>;

    /// Sends commands, to be handled in order after those sent before.
    ///
    /// # Errors
    /// If they cannot be sent.
    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), EngineLinkError>;

    /// Signals a running search to stop. Returns `false` if nothing reaches a busy engine (the page is not cross-origin isolated, or the
    /// build does not import `signal`); only ending the worker stops the search then.
    fn signal_stop(&mut self, search: BatchId) -> bool;

    /// Returns whether the engine is also busy with commands typed by hand.
    fn is_busy_by_hand(&self) -> bool;

    /// Kills the worker, if any.
    fn terminate(&mut self);
}

impl EngineLink for Box<dyn EngineLink> {
    fn start(&mut self, generation: Generation) -> Result<(), EngineLinkError> {
        (**self).start(generation)
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), EngineLinkError> {
        (**self).send(batch, lines)
    }

    fn signal_stop(&mut self, search: BatchId) -> bool {
        (**self).signal_stop(search)
    }

    fn is_busy_by_hand(&self) -> bool {
        (**self).is_busy_by_hand()
    }

    fn terminate(&mut self) {
        (**self).terminate();
    }
}
