//! Files, as a session sees them. A host that has some hands them out; for others there are no options that name any.

use tabia_engine::Tablebase;
use thiserror::Error;

/// Why a host cannot do what a session asks of it, as a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct HostError(String);

impl From<String> for HostError {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

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
