//! Errors of tuning.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::samples::SampleError;

/// Error of `tune`.
#[derive(Debug, Error)]
pub(crate) enum TuneError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{}, line {line}: {fault}", path.display())]
    Sample { path: PathBuf, line: usize, fault: SampleError },
    #[error(
        "no usable position: all are in check, not quiet, known endings or decided; give files of `fen,score,result` lines"
    )]
    NoPositions,
    #[error("too few positions to hold some out for validation: {0} in one block of {1} lines; give more")]
    NoValidation(usize, usize),
    #[error(
        "--only {0}: the evaluation has no parameter of this name (see crates/engine/src/eval/params.rs)"
    )]
    UnknownNumber(String),
    #[error("cannot find {0} in the source of the parameters")]
    Source(&'static str),
}
