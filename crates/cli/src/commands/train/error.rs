//! Errors of training.

use std::io;
use std::path::{Path, PathBuf};

use tabia_data::format::UnpackError;
use tabia_nnue::NetworkError;
use thiserror::Error;

/// Error of `train`.
#[derive(Debug, Error)]
pub(crate) enum TrainError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{}, position {number}: {error}", path.display())]
    Position { path: PathBuf, number: usize, error: UnpackError },
    #[error("{}: {fault}", path.display())]
    Fault { path: PathBuf, fault: String },
    #[error("{}: {error}", path.display())]
    Net { path: PathBuf, error: NetworkError },
    #[error("{0}")]
    Usage(String),
}

impl TrainError {
    /// A system error about a file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }

    /// An error in a file.
    pub(super) fn fault(path: &Path, fault: &impl ToString) -> Self {
        Self::Fault { path: path.to_owned(), fault: fault.to_string() }
    }

    /// An invalid net.
    pub(super) fn net(path: &Path, error: NetworkError) -> Self {
        Self::Net { path: path.to_owned(), error }
    }
}
