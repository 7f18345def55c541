//! Where the conformance data lies.

use std::path::PathBuf;

/// The text of a file of the shared conformance data.
///
/// The folder is `../shared/data` beside the repository or what `TABIA_SHARED_DATA` says. Without it the test says
/// so and is skipped, except where `CI=true`: there it fails.
pub fn shared(name: &str) -> Option<String> {
    let folder = std::env::var_os("TABIA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = folder.join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            let message = format!("conformance data missing: {}: {error}", path.display());
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
            eprintln!("SKIPPED: {message}");
            None
        }
    }
}
