//! Files, as a session sees them. Hosts without files have no options that name them.

use tabia_engine::Tablebase;

use crate::host_error::HostError;

/// Small text files, which are read and written as a whole.
pub trait TextFiles {
    /// The text of a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence that names it.
    fn read_text(&self, path: &str) -> Result<Option<String>, HostError>;

    /// Writes a file so that it is never seen half-written.
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence that names it.
    fn write_text(&self, path: &str, text: &str) -> Result<(), HostError>;
}

/// The host's files of nets.
pub trait NetFiles {
    /// The bytes of a file.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence that names it.
    fn read_net(&self, path: &str) -> Result<Vec<u8>, HostError>;
}

/// The host's tablebases.
pub trait TablebaseSource {
    /// Opens the Syzygy tablebases at `path`: natively those in its folders, divided by the platform's
    /// separator. Returns them with a sentence about what was found.
    ///
    /// # Errors
    /// Why that is not possible, as a sentence.
    fn open_tablebases(&self, path: &str) -> Result<(Box<dyn Tablebase>, String), HostError>;
}

/// The error for a file if the host has none.
pub(crate) fn no_files(path: &str) -> HostError {
    format!("{path}: there are no files here").into()
}
