//! The line to an engine in a worker, as the supervisor sees it.

pub use tabia_worker::messages::BatchId;

/// Counts the workers of one supervisor, from 1. Events of an older worker are recognised by it.
pub type Generation = u32;

/// A way to run an engine that can be started, asked, interrupted and killed.
///
/// gloo-worker's own bridge has no way to kill a worker and hears nothing when one dies (0.6 knows neither
/// `terminate` nor `onerror`), so the transport stands behind this trait. The page's is
/// [`WorkerLink`](super::worker_link::WorkerLink); tests script theirs.
pub trait EngineLink {
    /// Kills the worker there may be and starts a fresh one with the same engine build. What it says comes as
    /// [`LinkEvent`]s with this `generation`, [`LinkEvent::Loaded`] first.
    ///
    /// # Errors
    /// A sentence for the user when the browser refuses to start a worker.
    fn start(&mut self, generation: Generation) -> Result<(), String>;

    /// Sends commands, to be handled one after the other once those sent before are done.
    ///
    /// # Errors
    /// A sentence for the user when they cannot be sent.
    fn send(&mut self, batch: BatchId, lines: Vec<String>) -> Result<(), String>;

    /// Tells a search in progress to stop. Returns `false` where nothing reaches a busy engine (the page is not
    /// cross-origin isolated, or the build does not import `signal`): the search then ends only with its worker.
    fn signal_stop(&mut self, search: BatchId) -> bool;

    /// Kills the worker there may be.
    fn terminate(&mut self);
}

/// What a worker says, or what befell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkEvent {
    /// The engine build was loaded; it may be sent commands.
    Loaded,
    /// Output of the engine.
    Lines {
        /// The batch of commands it answers.
        batch: BatchId,
        /// Complete lines. Empty as a mere sign of life.
        lines: Vec<String>,
        /// Whether all commands of the batch are done.
        done: bool,
    },
    /// The engine or its worker is of no use any more.
    Fault {
        /// What happened, in a sentence.
        message: String,
    },
}
