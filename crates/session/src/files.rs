//! File access of a session. Hosts without files don't announce the options that name them.

use tabia_engine::Tablebase;

use crate::host_error::HostError;

/// Small text files, read and written as a whole.
pub trait TextFiles {
    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// If the file cannot be read; the message is a sentence that names it.
    fn read_text(&self, path: &str) -> Result<Option<String>, HostError>;

    /// Writes a file atomically: readers never see it half-written.
    ///
    /// # Errors
    /// If the file cannot be written; the message is a sentence that names it.
    fn write_text(&self, path: &str, text: &str) -> Result<(), HostError>;
}

/// Net files.
pub trait NetFiles {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read; the message is a sentence that names it.
    fn read_net(&self, path: &str) -> Result<Vec<u8>, HostError>;
}

/// Source of tablebases.
pub trait TablebaseSource {
    /// Opens the Syzygy tablebases at `path` (native builds: folders separated by the platform's separator).
    /// Returns them with a sentence about what was found.
    ///
    /// # Errors
    /// If that fails; the message is a sentence.
    fn open_tablebases(&self, path: &str) -> Result<(Box<dyn Tablebase>, String), HostError>;
}

/// Returns the error for a file on a host without files.
pub(crate) fn no_files(path: &str) -> HostError {
    format!("{path}: there are no files here").into()
}
