//! `match`: engines against each other, with c-chess-cli's option names.

mod builtin;
mod connection;
mod engine;
mod groups;
mod journal;
mod merge;
mod openings;
mod options;
mod output;
mod own_books;
mod play;
mod process;
mod runner;
mod setup;
mod tablebase;

use std::path::PathBuf;

use tabia_arena::stats::SprtError;
use tabia_arena::{ExtendError, LimitError, ScheduleError, SettingsError, StoredGameError, UnitError};
use thiserror::Error;

pub(crate) use self::options::HELP;

use super::Failure;

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub(crate) enum MatchError {
    #[error("{option}: {fault} (tabia match --help)")]
    Option { option: String, fault: String },
    #[error("{engine}: {fault}")]
    Engine { engine: String, fault: String },
    #[error("{engine}: {error}")]
    Limit { engine: String, error: LimitError },
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("-games: {0}")]
    Extend(#[from] ExtendError),
    #[error(transparent)]
    Unit(#[from] UnitError),
    #[error("unit {unit} cannot be replayed: {error}")]
    Game { unit: usize, error: StoredGameError },
    #[error("{}: {fault}", path.display())]
    File { path: PathBuf, fault: String },
    #[error("{}, line {line}: {fault}", path.display())]
    Journal { path: PathBuf, line: usize, fault: String },
}

/// Reads the arguments and plays the match.
pub(crate) fn run(arguments: &[String]) -> Result<bool, Failure> {
    if arguments.iter().any(|argument| matches!(argument.as_str(), "-help" | "--help" | "-h")) {
        print!("{HELP}");
        return Ok(true);
    }
    Ok(setup::run(arguments)?)
}
