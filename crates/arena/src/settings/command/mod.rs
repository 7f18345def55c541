//! The same match for other programs: command lines for fastchess and c-chess-cli.

mod builder;
mod c_chess_cli;
mod fastchess;
mod program;

use crate::output::pgn::Verbosity;

/// What a command line needs besides the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLineContext {
    /// How each engine is started, in the order of the settings.
    pub engines: Vec<String>,
    /// The files of the engines, if no command is known: the command line is built from them as far as
    /// possible.
    pub files: Vec<BrowserEngine>,
    /// Where the opening file is; by default its own name in the current folder.
    pub openings: Option<String>,
    /// Whether the openings need the rules of Chess960.
    pub chess960: bool,
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// The PGN file; by default `games.pgn` with the program's usual detail.
    pub pgn: Option<PgnTarget>,
    /// The file of the games' last positions.
    pub epd: Option<String>,
    /// The file of samples; by default `samples.csv`.
    pub sample: Option<String>,
}

/// A PGN file that a match writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnTarget {
    /// Where it is.
    pub path: String,
    /// What its games say.
    pub verbosity: Verbosity,
    /// Whether what the file holds is replaced; otherwise games are added at its end.
    pub is_replaced: bool,
}

impl Default for CommandLineContext {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            files: Vec::new(),
            openings: None,
            chess960: false,
            concurrency: 1,
            pgn: None,
            epd: None,
            sample: None,
        }
    }
}

/// The file of an engine that a browser plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserEngine {
    /// A build behind Tabia's engine interface, a `.wasm` file: `scripts/uci-wasm.mjs` runs it in Node as a
    /// UCI engine.
    Build(String),
    /// A UCI engine that is a JavaScript worker, which runs only in browsers.
    Worker(String),
}

/// A command line, and how it differs from the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// For a POSIX shell: several lines joined by backslashes.
    pub line: String,
    /// What the program does differently, or not at all; one sentence each.
    pub notes: Vec<String>,
}
