//! Files that are replaced as a whole.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file of the same folder whose name has this ending more.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file beside the old one and puts it in its place, so that neither is lost if the program is ended.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = beside(path, ".new");
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}
