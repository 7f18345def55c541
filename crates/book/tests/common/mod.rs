//! Conformance data and Debian's Polyglot, where there are any.

#![allow(dead_code, reason = "each test program uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Command;

use tabia_chess::{Move, Position};

/// The contents of a file of the shared conformance data.
///
/// The folder is `../shared/data` beside the repository or what `TABIA_SHARED_DATA` says. Without it the test says
/// so and is skipped, except where `CI=true`: there it fails.
pub fn shared(name: &str) -> Option<Vec<u8>> {
    let path = folder().join(name);
    found(&path, std::fs::read(&path))
}

fn folder() -> PathBuf {
    std::env::var_os("TABIA_SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

fn found<T>(path: &Path, result: std::io::Result<T>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            let message = format!("conformance data missing: {}: {error}", path.display());
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
            eprintln!("SKIPPED: {message}");
            None
        }
    }
}

/// The files below a folder of the shared conformance data whose names end so, with their names, in order.
pub fn shared_files(name: &str, extension: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut folders = vec![folder().join(name)];
    while let Some(folder) = folders.pop() {
        for entry in found(&folder, std::fs::read_dir(&folder))?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == extension) {
                files.push((path.display().to_string(), found(&path, std::fs::read(&path))?));
            }
        }
    }
    files.sort();
    Some(files)
}

/// A golden file of the shared data.
pub fn golden(name: &str) -> Option<Vec<u8>> {
    shared(&format!("polyglot/golden/{name}"))
}

/// Debian's Polyglot, run in a folder of its own.
pub struct Polyglot {
    folder: PathBuf,
}

impl Polyglot {
    /// Polyglot, if it is installed; else the test says so.
    pub fn find(test: &str) -> Option<Self> {
        const PROGRAM: &str = "/usr/games/polyglot";
        if !Path::new(PROGRAM).exists() {
            eprintln!("SKIPPED: {test}: Debian's polyglot is not installed (apt-get install polyglot)");
            return None;
        }
        let folder = std::env::temp_dir().join(format!("tabia-book-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        Some(Self { folder })
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.folder.join(name), bytes).expect("a temporary file can be written");
    }

    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(name)).ok()
    }

    pub fn remove(&self, name: &str) {
        drop(std::fs::remove_file(self.folder.join(name)));
    }

    /// Runs the program and returns what it prints.
    pub fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new("/usr/games/polyglot")
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .expect("polyglot can be started");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// `make-book`: the book, or nothing if Polyglot gives up.
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
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// The moves of a line in SAN from the start position.
pub fn moves(text: &str) -> Vec<Move> {
    let mut position = Position::default();
    text.split_whitespace()
        .map(|san| {
            let mv = position.parse_san(san).expect("a legal move");
            position.play_unchecked(mv);
            mv
        })
        .collect()
}
