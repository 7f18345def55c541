//! Files, as a session sees them. A host that has some hands them out; for others there are no options that name any.

use tabia_engine::Tablebase;

/// Small files of text, which are read and written whole.
pub trait TextFiles {
    /// The text of a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence that names it.
    fn read_text(&self, path: &str) -> Result<Option<String>, String>;

    /// Writes a file so that it is never seen half written.
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence that names it.
    fn write_text(&self, path: &str, text: &str) -> Result<(), String>;
}

/// Where tablebases come from.
pub trait TableSource {
    /// Opens the Syzygy tablebases that `path` names: natively those in its folders, which the platform's separator
    /// divides. Returns them with a sentence about what was found.
    ///
    /// # Errors
    /// Why that is not possible, as a sentence.
    fn open_tables(&self, path: &str) -> Result<(Box<dyn Tablebase>, String), String>;
}

/// What is said of a file where the host has none.
pub(crate) fn no_files(path: &str) -> String {
    format!("{path}: there are no files here")
}
