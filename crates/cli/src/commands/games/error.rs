//! Errors of the `games` commands.

use std::io;
use std::path::{Path, PathBuf};

use tabia_library::LookupError;
use thiserror::Error;

use crate::commands::line_of_moves::LineError;

/// Error of a `games` command.
#[derive(Debug, Error)]
pub(crate) enum GamesFailure {
    #[error("{}: {error}", path.display())]
    Open { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot write the index {}: {error}; choose another folder with --index-folder", path.display())]
    Index { path: PathBuf, error: io::Error },
    #[error("{}: {reason}", path.display())]
    File { path: PathBuf, reason: String },
    #[error("{}: no game found", path.display())]
    NoGame { path: PathBuf },
    #[error("{}: {error}; rebuild it with tabia games index --rebuild", path.display())]
    Damaged { path: PathBuf, error: LookupError },
    #[error("FEN {fen:?}: {reason}")]
    Fen { fen: String, reason: tabia_chess::ParsePositionError },
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl GamesFailure {
    /// An error in the contents of a file, or in reading it.
    pub(super) fn file(path: &Path, error: &impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }

    /// An error in looking up a position in a file's index.
    pub(super) fn lookup(path: &Path, error: LookupError) -> Self {
        match error {
            LookupError::Source(error) => Self::file(path, &error),
            LookupError::Damaged(_) => Self::Damaged { path: path.to_owned(), error },
        }
    }
}
