//! Debian's Polyglot, the reference for books.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian's Polyglot, run in a separate folder.
pub struct Polyglot {
    folder: PathBuf,
}

impl Polyglot {
    /// Finds Polyglot; if not installed, prints a message and returns `None`.
    ///
    /// # Panics
    /// If a temporary folder cannot be created.
    pub fn find(test: &str) -> Option<Self> {
        const PROGRAM: &str = "/usr/games/polyglot";
        if !Path::new(PROGRAM).exists() {
            eprintln!("SKIPPED: {test}: Debian's polyglot is not installed (apt-get install polyglot)");
            return None;
        }
        let folder = std::env::temp_dir().join(format!("tabia-book-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        Some(Self { folder })
    }

    /// Writes a file in the folder.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.join(name), bytes).expect("a temporary file can be written");
    }

    /// Reads a file in the folder, if present.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(name)).ok()
    }

    /// Removes a file in the folder.
    pub fn remove(&self, name: &str) {
        drop(fs::remove_file(self.folder.join(name)));
    }

    /// Runs the program and returns its output.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new("/usr/games/polyglot")
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .expect("polyglot can be started");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs `make-book` and returns the book; `None` if Polyglot gives up.
    pub fn make_book(&self, pgn: &[u8], options: &[&str]) -> Option<Vec<u8>> {
        self.write("in.pgn", pgn);
        self.remove("out.bin");
        let mut arguments = vec!["make-book", "-pgn", "in.pgn", "-bin", "out.bin"];
        arguments.extend(options);
        self.run(&arguments);
        self.read("out.bin")
    }
}

impl Drop for Polyglot {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}
