//! The conformance data that tests of several crates read, and the programs that they compare with. Only tests depend on this crate.

mod polyglot;

pub use polyglot::Polyglot;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A file or folder of the shared conformance data, such as `syzygy`: below `../shared/data` beside the repository, or below
/// what `TABIA_SHARED_DATA` names. `None`, with a loud word, where it is missing: the test is then skipped.
///
/// # Panics
/// Where it is missing and `CI` is set: there no test may be skipped.
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

/// The contents of a file of the shared conformance data; `None` as with [`shared`].
///
/// # Panics
/// As [`shared`], and where the file is there but cannot be read.
pub fn read(name: &str) -> Option<Vec<u8>> {
    let path = shared(name)?;
    Some(fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The files below a folder of the shared conformance data whose names end so, with their paths, in order; `None` as with [`shared`].
///
/// # Panics
/// As [`shared`], and where something below the folder cannot be read.
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

/// A file of the golden ones that Debian's Polyglot 2.0.4 made; `None` as with [`shared`].
///
/// # Panics
/// As [`read`].
pub fn golden(name: &str) -> Option<Vec<u8>> {
    read(&format!("polyglot/golden/{name}"))
}
