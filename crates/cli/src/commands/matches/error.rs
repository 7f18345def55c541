//! Errors of `match`.

use std::path::PathBuf;

use tabia_arena::{
    ExtendError, InvalidSettings, LimitError, PairError, ScheduleError, ShareError, StoredGameError,
};
use tabia_stats::SprtError;
use thiserror::Error;

/// Error of `match`.
#[derive(Debug, Error)]
pub(crate) enum MatchError {
    #[error("{option}: {fault} (tabia match --help)")]
    Option { option: String, fault: String },
    #[error("the command line has several errors (tabia match --help)\n  {}", .0.join("\n  "))]
    Options(Vec<String>),
    #[error("{engine}: {fault}")]
    Engine { engine: String, fault: String },
    #[error("{engine}: {error}")]
    Limit { engine: String, error: LimitError },
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    #[error(transparent)]
    Share(#[from] ShareError),
    #[error("-games: {0}")]
    Extend(#[from] ExtendError),
    #[error(transparent)]
    Unit(#[from] PairError),
    #[error("unit {unit} cannot be replayed: {error}")]
    Game { unit: usize, error: StoredGameError },
    #[error("{}: {fault}", path.display())]
    File { path: PathBuf, fault: String },
    #[error("{}: another tabia match is writing this file; wait for it to end, or use another file", path.display())]
    InUse { path: PathBuf },
    #[error("{}, line {line}: {fault}", path.display())]
    Journal { path: PathBuf, line: usize, fault: tabia_arena::MatchLineError },
}

impl MatchError {
    /// Combines all errors of a command line into one; `None` if there are none.
    pub(super) fn all(mut faults: Vec<Self>) -> Option<Self> {
        if faults.len() < 2 {
            return faults.pop();
        }
        let mut texts: Vec<String> = Vec::new();
        for fault in faults {
            let text = match fault {
                Self::Option { option, fault } => format!("{option}: {fault}"),
                other => other.to_string(),
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Some(Self::Options(texts))
    }

    /// An error of an option, named without its hyphen.
    pub(super) fn option(name: &str, fault: impl Into<String>) -> Self {
        Self::Option { option: format!("-{name}"), fault: fault.into() }
    }
}
