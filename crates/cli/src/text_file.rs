//! Small files of text that are read and written whole.

use std::fs;
use std::io::{ErrorKind, Write as _};

/// The text of a file; `None` if it does not exist.
///
/// # Errors
/// Why it cannot be read, as a sentence that names it.
pub(crate) fn read(path: &str) -> Result<Option<String>, String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

/// Writes a file beside the old one and puts it in its place, so that neither is lost if the program is ended.
///
/// # Errors
/// Why it cannot be written, as a sentence that names it.
pub(crate) fn write(path: &str, text: &str) -> Result<(), String> {
    let beside = format!("{path}.new");
    fs::File::create(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| format!("{path}: {error}"))
}
