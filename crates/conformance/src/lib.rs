//! Conformance data and reference programs for the tests of several crates. Only tests depend on this crate.

mod polyglot;

pub use polyglot::Polyglot;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Path of a file or folder of the shared conformance data, such as `syzygy`: below `TABIA_SHARED_DATA`, or `../shared/data` next to the
/// repository. If missing, prints a message and returns `None`: the test is then skipped.
///
/// # Panics
/// If missing and `CI` is set: no test may be skipped there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let data = env::var_os("TABIA_SHARED_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let path = data.join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(env::var_os("CI").is_none(), "conformance data missing: {}", path.display());
    eprintln!("SKIPPED: conformance data missing: {} (set TABIA_SHARED_DATA)", path.display());
    None
}

/// Contents of a file of the shared conformance data; `None` as for [`shared`].
///
/// # Panics
/// As [`shared`], and if the file exists but cannot be read.
pub fn read(name: &str) -> Option<Vec<u8>> {
    let path = shared(name)?;
    Some(fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Files below a folder of the shared conformance data whose names end in `suffix`, with their paths, in order; `None` as for [`shared`].
///
/// # Panics
/// As [`shared`], and if something below the folder cannot be read.
pub fn files(folder: &str, suffix: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut folders = vec![shared(folder)?];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(suffix) {
                let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                files.push((path.display().to_string(), bytes));
            }
        }
    }
    files.sort();
    Some(files)
}

/// A golden file made by Debian's Polyglot 2.0.4; `None` as for [`shared`].
///
/// # Panics
/// As [`read`].
pub fn golden(name: &str) -> Option<Vec<u8>> {
    read(&format!("polyglot/golden/{name}"))
}
