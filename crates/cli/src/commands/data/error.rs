//! Errors of the `data` commands.

use std::io;
use std::path::{Path, PathBuf};

use tabia_data::format::{ReadError, UnpackError};
use tabia_engine::OutOfMemory;
use thiserror::Error;

use crate::net_file::NetFileError;
use crate::text_file::TextFileError;

/// Error of a `data` command.
#[derive(Debug, Error)]
pub(crate) enum DataError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Games { path: PathBuf, error: ReadError },
    #[error("{}, position {number}: {error}", path.display())]
    Position { path: PathBuf, number: u64, error: UnpackError },
    #[error("{}: {fault}", path.display())]
    Fault { path: PathBuf, fault: String },
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Text(#[from] TextFileError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    Net(#[from] NetFileError),
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl DataError {
    /// A system error about a file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }

    /// An error in a file.
    pub(super) fn fault(path: &Path, fault: impl Into<String>) -> Self {
        Self::Fault { path: path.to_owned(), fault: fault.into() }
    }
}
