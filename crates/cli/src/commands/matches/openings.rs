//! Opening files on the command line.

use std::path::{Path, PathBuf};

use tabia_arena::{BUILT_IN, MatchSettings, OpeningSource, Openings};

use super::error::MatchError;
use crate::hex::sha256;
use crate::input_file;

/// Number of errors of an opening file that are listed; the rest is counted.
const LISTED_PROBLEMS: usize = 5;

/// Format of an opening file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileFormat {
    Epd,
    Pgn,
    /// Polyglot book, with the length of a random walk in plies.
    Polyglot(u32),
}

/// An opening file on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpeningFile {
    pub(super) path: PathBuf,
    /// Format; `None` takes it from the match file or the file name.
    pub(super) format: Option<FileFormat>,
}

/// Default length of walks through a book, in plies.
pub(super) const BOOK_PLIES: u32 = 12;

impl FileFormat {
    /// Returns the format by file extension.
    fn of(path: &Path, plies: Option<usize>) -> Self {
        let is = |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
        if is("pgn") {
            Self::Pgn
        } else if is("bin") {
            Self::Polyglot(plies.map_or(BOOK_PLIES, |plies| plies as u32))
        } else {
            Self::Epd
        }
    }
}

/// As [`load`], for a match that is only printed: a file that cannot be read is named all the same.
pub(super) fn load_if_there(
    settings: &mut MatchSettings,
    file: Option<&OpeningFile>,
) -> Result<Openings, MatchError> {
    match file.map(|file| (file, input_file::check(&file.path))) {
        Some((file, Err(error))) => {
            eprintln!(
                "Warning: {}: {error}; whether it has positions of Chess960 is unknown",
                file.path.display()
            );
            settings.openings.source = source(&file.path, Some(file), settings.openings.plies, String::new());
            Ok(Openings::default())
        }
        _ => load(settings, file),
    }
}

/// Reads the openings of a match, in file order, and adds the file's name and hash to the settings. If the settings
/// already name a file, it must be the same.
pub(super) fn load(settings: &mut MatchSettings, file: Option<&OpeningFile>) -> Result<Openings, MatchError> {
    let known = settings.openings.source.clone();
    let path = match (file, known.file()) {
        (Some(file), _) => Some(file.path.clone()),
        (None, Some((name, _))) => Some(PathBuf::from(name)),
        (None, None) => None,
    };
    let bytes = match &path {
        Some(path) => {
            input_file::read(path).map_err(|error| fault(path, format!("{error} (-openings file=FILE)")))?
        }
        None => Vec::new(),
    };
    if let Some(path) = &path {
        let hash = sha256(&bytes);
        match known.file() {
            Some((_, expected)) if expected != hash => {
                return Err(fault(path, "not the openings of this match (different SHA-256)".to_owned()));
            }
            Some(_) => {}
            None => settings.openings.source = source(path, file, settings.openings.plies, hash),
        }
    } else if settings.openings.source == OpeningSource::Startpos {
        eprintln!("Warning: without -openings every game starts from the start position");
    }
    let text = if settings.openings.source == OpeningSource::BuiltIn { BUILT_IN.as_bytes() } else { &bytes };
    let shown = path.unwrap_or_else(|| "the built-in openings".into());
    let (openings, problems) =
        settings.read_openings(text).map_err(|error| fault(&shown, error.to_string()))?;
    for problem in problems.iter().take(LISTED_PROBLEMS) {
        eprintln!("Warning: {}, {problem}", shown.display());
    }
    if problems.len() > LISTED_PROBLEMS {
        eprintln!(
            "Warning: {}: {} more lines with faults",
            shown.display(),
            problems.len() - LISTED_PROBLEMS
        );
    }
    Ok(openings)
}

fn source(path: &Path, file: Option<&OpeningFile>, plies: Option<usize>, sha256: String) -> OpeningSource {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    match file.and_then(|file| file.format).unwrap_or_else(|| FileFormat::of(path, plies)) {
        FileFormat::Epd => OpeningSource::Epd { name, sha256 },
        FileFormat::Pgn => OpeningSource::Pgn { name, sha256 },
        FileFormat::Polyglot(plies) => OpeningSource::Polyglot { name, sha256, plies },
    }
}

fn fault(path: &Path, fault: String) -> MatchError {
    MatchError::File { path: path.to_owned(), fault }
}
