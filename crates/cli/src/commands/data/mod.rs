//! `data`: games of the engine against itself, and what a net learns from made of them.

mod args;
mod file;
mod read;
mod recipe;
mod selfplay;
mod shuffle;

use std::io;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tabia_data::format::{ReadError, UnpackError};
use tabia_engine::OutOfMemory;
use thiserror::Error;

pub(crate) use self::args::{DataCommand, clap, read};

/// Why a command about games could not be carried out.
#[derive(Debug, Error)]
pub(crate) enum DataError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Games { path: PathBuf, error: ReadError },
    #[error("{}, position {number}: {error}", path.display())]
    Position { path: PathBuf, number: u64, error: UnpackError },
    #[error("{}: {fault}", path.display())]
    Fault { path: PathBuf, fault: String },
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl DataError {
    /// An error of the system about a file.
    fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }

    /// Something wrong with a file.
    fn fault(path: &Path, fault: impl Into<String>) -> Self {
        Self::Fault { path: path.to_owned(), fault: fault.into() }
    }
}

/// Carries a command out.
pub(crate) fn run(command: &DataCommand) -> Result<bool, DataError> {
    let DataCommand { name, matches } = command;
    match name.as_str() {
        "play" => selfplay::run(matches),
        "stats" => read::stats(matches),
        "text" => read::text(matches),
        _ => shuffle::run(matches),
    }?;
    Ok(true)
}

/// The files that a command reads.
fn inputs(matches: &ArgMatches) -> Vec<PathBuf> {
    matches.get_many("files").into_iter().flatten().cloned().collect()
}

/// A number with commas between the thousands.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent; 0 of nothing.
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        let texts = [0, 999, 1_000, 123_456, 1_234_567].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "123,456", "1,234,567"]);
    }
}
