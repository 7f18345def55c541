//! Exporting a match to other programs: command lines for fastchess and c-chess-cli.

mod builder;
mod c_chess_cli;
mod fastchess;
mod program;

use crate::output::pgn::Verbosity;

/// Input for a command line besides the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLineContext {
    /// The command that starts each engine, in the order of the settings.
    pub engines: Vec<String>,
    /// The engines' files, used if there are no commands: the command line is built from them as far as
    /// possible.
    pub files: Vec<BrowserEngine>,
    /// The path of the opening file; by default its own name in the current folder.
    pub openings: Option<String>,
    /// Whether the openings need Chess960 rules.
    pub chess960: bool,
    /// The number of concurrent games, at least 1.
    pub concurrency: usize,
    /// The PGN file; by default `games.pgn` with the program's usual detail.
    pub pgn: Option<PgnTarget>,
    /// The path of a file for the final positions.
    pub epd: Option<String>,
    /// The path of a file for samples; by default `samples.csv`.
    pub sample: Option<String>,
}

/// The PGN file that a match writes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnTarget {
    /// Its path.
    pub path: String,
    /// The amount of detail.
    pub verbosity: Verbosity,
    /// Whether to overwrite the file; otherwise games are appended.
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

/// The file of an engine that runs in the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserEngine {
    /// A build with Tabia's engine interface, a `.wasm` file: `scripts/match/uci-wasm.mjs` runs it in Node as a UCI
    /// engine.
    Build(String),
    /// A UCI engine in a JavaScript worker, which runs only in browsers.
    Worker(String),
}

/// A command line, and how it deviates from the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The command for a POSIX shell: several lines joined by backslashes.
    pub line: String,
    /// What the program does differently or not at all, one sentence each.
    pub notes: Vec<String>,
}
