//! Destinations of bytes: an index, an export, a journal.

use thiserror::Error;

/// Why bytes could not be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot write: {0}")]
pub struct SinkError(pub String);

/// Takes bytes one after the other: a file that grows.
pub trait ByteSink {
    /// Appends bytes.
    ///
    /// # Errors
    /// [`SinkError`] if they could not be written.
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError>;
}

impl ByteSink for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}
