//! Errors of test suites.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::engines::EngineFault;

/// Error of `epd`.
#[derive(Debug, Error)]
pub(crate) enum EpdError {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{}: no position with a solution; expected EPD with bm, am or dm, or title, setboard and solution", path.display())]
    Empty { path: PathBuf },
    #[error("{engine}: {fault}")]
    Engine { engine: String, fault: EngineFault },
    #[error("{engine} at {problem}: {fault}")]
    Search { engine: String, problem: String, fault: EngineFault },
}
