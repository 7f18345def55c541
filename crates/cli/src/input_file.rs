//! Input files of commands; `-` is standard input.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a path means standard input or output. A file with this name is `./-`.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file for reading from the start.
///
/// # Errors
/// If it cannot be opened, or if it is standard input and was already read.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if !is_standard(path) {
        return Ok(Box::new(File::open(path)?));
    }
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        let fault = "the standard input can be read only once";
        return Err(io::Error::new(ErrorKind::InvalidInput, fault));
    }
    Ok(Box::new(io::stdin()))
}

/// Reads a file as bytes.
///
/// # Errors
/// As for [`open`], or if it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !is_standard(path) {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file as text.
///
/// # Errors
/// As for [`read`], or if it is not UTF-8.
pub(crate) fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Checks that a file can be opened, without reading it.
///
/// # Errors
/// If it cannot.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    if is_standard(path) { Ok(()) } else { File::open(path).map(drop) }
}
