//! Folders for unit tests.

use std::fs;
use std::path::PathBuf;

/// A folder of its own for a test, removed at its end.
pub(crate) struct TestFolder(pub(crate) PathBuf);

impl TestFolder {
    /// An empty folder; `name` tells it from those of all other tests.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tabia-unit-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
