//! Files, as a session sees them. A host that has some hands them out; other hosts have no options that name files.

use tabia_engine::Tablebase;

use crate::host_error::HostError;

/// Small files of text, which are read and written whole.
pub trait TextFiles {
    /// The text of a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence that names it.
    fn read_text(&self, path: &str) -> Result<Option<String>, HostError>;

    /// Writes a file so that it is never seen half written.
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence that names it.
    fn write_text(&self, path: &str, text: &str) -> Result<(), HostError>;
}

/// Where tablebases come from.
pub trait TablebaseSource {
    /// Opens the Syzygy tablebases that `path` names: natively those in its folders, which the platform's separator
    /// divides. Returns them with a sentence about what was found.
    ///
    /// # Errors
    /// Why that is not possible, as a sentence.
    fn open_tablebases(&self, path: &str) -> Result<(Box<dyn Tablebase>, String), HostError>;
}

/// What is said of a file where the host has none.
pub(crate) fn no_files(path: &str) -> HostError {
    format!("{path}: there are no files here").into()
}
