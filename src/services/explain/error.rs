//! Why there is no explanation.

use std::rc::Rc;

use crate::platform::port::WorkerFault;
use crate::services::engine::build::BuildError;
use crate::services::engine::link::LinkError;

/// Why there is no explanation. The text follows "The engine".
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// The engine did not arrive.
    #[error("did not arrive: {0}")]
    Build(#[from] Rc<BuildError>),
    /// Its worker cannot be used.
    #[error("cannot be reached: {0}")]
    Link(#[from] LinkError),
    /// Its worker failed.
    #[error("stopped: its worker {0}")]
    Worker(#[from] WorkerFault),
    /// It failed, and what it said.
    #[error("stopped: {0}")]
    Stopped(String),
    /// It took too long, and was ended.
    #[error("did not answer within {0} s")]
    Silent(u32),
    /// Another request ended it.
    #[error("was ended before it answered")]
    Ended,
    /// It does not say how it evaluates.
    #[error("does not explain its evaluation")]
    Unexplained,
}
