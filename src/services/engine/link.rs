//! The line to an engine in a worker, as the supervisor sees it.

use tabia_worker::engine::messages::BatchId;
use tabia_worker::wire::Generation;

use crate::platform::port::WorkerFault;

/// Why an engine cannot be reached. The text is about the engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Its worker cannot be used.
    #[error("its worker {0}")]
    Worker(#[from] WorkerFault),
    /// No worker was started, or it was ended.
    #[error("its worker is gone")]
    Gone,
    /// It is a foreign engine that the browser does not start, and why.
    #[error("{0}")]
    Refused(String),
}

/// A way to run an engine that can be started, asked, interrupted and killed. The page's is
/// [`WorkerLink`](super::worker_link::WorkerLink); tests script theirs.
pub trait EngineLink {
    /// Kills the worker there may be and starts a fresh one with the same engine build. What is heard of it carries this
    /// `generation`; [`FromEngine::Loaded`](tabia_worker::engine::messages::FromEngine::Loaded) comes first.
    ///
    /// # Errors
    /// When the browser refuses to start a worker.
    fn start(&mut self, generation: Generation) -> Result<(), LinkError>;

    /// Sends commands, to be handled one after the other once those sent before are done.
    ///
    /// # Errors
    /// When they cannot be sent.
    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), LinkError>;

    /// Tells a search in progress to stop. Returns `false` where nothing reaches a busy engine (the page is not
    /// cross-origin isolated, or the build does not import `signal`): the search then ends only with its worker.
    fn signal_stop(&mut self, search: BatchId) -> bool;

    /// Whether the engine works for somebody who types commands, beside its supervisor.
    fn is_busy_by_hand(&self) -> bool;

    /// Kills the worker there may be.
    fn terminate(&mut self);
}

impl EngineLink for Box<dyn EngineLink> {
    fn start(&mut self, generation: Generation) -> Result<(), LinkError> {
        (**self).start(generation)
    }

    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), LinkError> {
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
