//! Matches in temporary folders, with shell scripts as engines.
#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A temporary folder, removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tabia-match-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let openings = [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
            "rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
        ];
        fs::write(path.join("book.epd"), openings.join("\n")).unwrap();
        fs::write(path.join("black.epd"), openings[0]).unwrap();
        Self(path)
    }

    pub fn tabia_match(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_tabia"))
            .arg("match")
            .args(arguments.split(' '))
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    /// Runs a match that must succeed; returns its output.
    pub fn played(&self, arguments: &str) -> String {
        let output = self.tabia_match(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program in the folder.
    pub fn run(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_tabia"))
            .args(arguments.split_whitespace())
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    /// Runs a command that must succeed; returns its output.
    pub fn said(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must end with status 2; returns its error.
    pub fn error(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    /// Creates a UCI engine as a shell script that runs `on_go` when it has to move.
    pub fn script(&self, name: &str, on_go: &str) -> PathBuf {
        let path = self.0.join(name);
        let text = format!(
            "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n    uci) echo 'id name {name}'; echo uciok ;;\n    \
             isready) echo readyok ;;\n    go*) {on_go} ;;\n    quit) exit 0 ;;\n  esac\ndone\n"
        );
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes the date, which may change while a test runs.
pub fn without_date(pgn: &str) -> String {
    pgn.lines().filter(|line| !line.starts_with("[Date ")).collect::<Vec<_>>().join("\n")
}

/// Returns the lines about finished games.
pub fn finished(output: &str) -> Vec<&str> {
    output.lines().filter(|line| line.starts_with("Finished game")).collect()
}

/// A short match at fixed nodes.
pub const NODES: &str = "-each nodes=150 option.Hash=1 -engine builtin name=A -engine builtin name=B nodes=300 \
                     -openings file=book.epd order=random -repeat -resign 3 600 -draw 4 10";
