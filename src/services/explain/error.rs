//! Error of an explanation.

use std::rc::Rc;

use crate::platform::port::WorkerFault;
use crate::services::engine::build::BuildError;
use crate::services::engine::link::LinkError;

/// Reason why there is no explanation. The text follows "The engine".
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// The engine could not be loaded.
    #[error("did not arrive: {0}")]
    Build(#[from] Rc<BuildError>),
    /// Its worker is unusable.
    #[error("cannot be reached: {0}")]
    Link(#[from] LinkError),
    /// Its worker failed.
    #[error("stopped: its worker {0}")]
    Worker(#[from] WorkerFault),
    /// The engine failed, with its message.
    #[error("stopped: {0}")]
    Stopped(String),
    /// It took too long and was ended.
    #[error("did not answer within {0} s")]
    Silent(u32),
    /// Another request ended it.
    #[error("was ended before it replied")]
    Ended,
    /// It does not explain its evaluation.
    #[error("does not explain its evaluation")]
    Unexplained,
}
