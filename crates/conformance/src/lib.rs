//! The conformance data that tests of several crates read. Only tests depend on this crate.

use std::env;
use std::path::{Path, PathBuf};

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
