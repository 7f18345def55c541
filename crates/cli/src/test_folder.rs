//! Temporary folders for unit tests.

use std::fs;
use std::path::PathBuf;

/// A temporary folder, removed when dropped.
pub(crate) struct TestFolder(pub(crate) PathBuf);

impl TestFolder {
    /// Creates an empty folder; `name` must be unique among all tests.
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
