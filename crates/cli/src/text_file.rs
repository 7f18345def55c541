//! Small text files, read and written whole.

use std::fs;
use std::io::{self, ErrorKind};

use tabia_session::HostError;
use thiserror::Error;

use crate::whole_file;

/// Error of reading or writing a file.
#[derive(Debug, Error)]
#[error("{path}: {error}")]
pub(crate) struct TextFileError {
    path: String,
    error: io::Error,
}

impl TextFileError {
    fn new(path: &str, error: io::Error) -> Self {
        Self { path: path.to_owned(), error }
    }
}

impl From<TextFileError> for HostError {
    fn from(error: TextFileError) -> Self {
        error.to_string().into()
    }
}

/// Reads a text file; `None` if it does not exist.
///
/// # Errors
/// If it exists but cannot be read.
pub(crate) fn read(path: &str) -> Result<Option<String>, TextFileError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TextFileError::new(path, error)),
    }
}

/// Writes a temporary file next to the old one, then renames it, so that neither is lost if the program is
/// killed.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &str, text: &str) -> Result<(), TextFileError> {
    whole_file::replace(path.as_ref(), text.as_bytes()).map_err(|error| TextFileError::new(path, error))
}
