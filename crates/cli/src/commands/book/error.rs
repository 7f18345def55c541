//! Errors of the book commands.

use std::io;
use std::path::{Path, PathBuf};

use tabia_polyglot::lines::LinesError;
use tabia_polyglot::make::MakeError;
use tabia_polyglot::{MergeError, SourceError};
use thiserror::Error;

use crate::commands::line_of_moves::LineError;

/// Error of a book command.
#[derive(Debug, Error)]
pub(crate) enum BookFailure {
    #[error("{}: {error}", path.display())]
    Open { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: SourceError },
    #[error("{}: {error}", path.display())]
    Make { path: PathBuf, error: MakeError },
    #[error(transparent)]
    Merge(#[from] MergeError),
    #[error("{}: {error}", path.display())]
    Lines { path: PathBuf, error: LinesError },
    #[error("{}: {reason}", path.display())]
    File { path: PathBuf, reason: String },
    #[error(transparent)]
    Line(#[from] LineError),
    #[error("{}: no game found", joined(paths))]
    NoGames { paths: Vec<PathBuf> },
    #[error("{0}")]
    Usage(String),
}

fn joined(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

impl BookFailure {
    /// An error in the contents of a file.
    pub(super) fn file(path: &Path, error: &impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }

    /// For `map_err`: the file cannot be written.
    pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |error| Self::Write { path: path.to_owned(), error }
    }
}
