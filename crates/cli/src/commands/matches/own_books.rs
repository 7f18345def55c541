//! Engines' own books, whose moves are played by the runner.

use std::fs;
use std::path::PathBuf;

use tabia_arena::{EngineBook, MatchSettings, SelectionOptions, engine_book_choice};
use tabia_chess::Position;
use tabia_polyglot::select::Choice;
use tabia_polyglot::{BookReader, open_book};

use super::engine::EngineOptions;
use super::error::MatchError;
use crate::file_source::FileSource;
use crate::hex::sha256;

/// Adds the names and hashes of the books on the command line to the settings. If the settings already name a
/// book, it must be the same.
pub(super) fn complete(settings: &mut MatchSettings, engines: &[EngineOptions]) -> Result<(), MatchError> {
    for (engine, options) in settings.engines.iter_mut().zip(engines) {
        let fault = |path: &PathBuf, fault: String| MatchError::File { path: path.clone(), fault };
        let path = match (&options.book, &engine.book) {
            (Some(path), _) => path.clone(),
            (None, Some(known)) => PathBuf::from(&known.name),
            (None, None) => continue,
        };
        let bytes = fs::read(&path).map_err(|error| {
            fault(&path, format!("{error} (the own book of {}: -engine book=FILE)", engine.name))
        })?;
        open_book(bytes.as_slice()).map_err(|error| fault(&path, error.to_string()))?;
        let sha256 = sha256(&bytes);
        match &engine.book {
            Some(known) if known.sha256 != sha256 => {
                let reason =
                    format!("this is not the book of {} in this match (another SHA-256)", engine.name);
                return Err(fault(&path, reason));
            }
            Some(_) => {}
            None => {
                let name =
                    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                engine.book = Some(EngineBook { name, sha256, ..EngineBook::default() });
            }
        }
        if let (Some(book), Some(choosing)) = (&mut engine.book, options.choosing) {
            book.choosing = choosing;
        }
    }
    Ok(())
}

/// An open book, and how an engine chooses from it.
type OpenBook = (BookReader<FileSource>, SelectionOptions);

/// Books of two engines, open for one thread.
pub(super) struct OwnBooks {
    readers: [Option<OpenBook>; 2],
    seed: u64,
    unit: usize,
}

impl OwnBooks {
    /// Opens the books of White's and Black's engines, which have these indexes.
    pub(super) fn open(
        engines: &[EngineOptions],
        settings: &MatchSettings,
        places: [usize; 2],
        unit: usize,
    ) -> Result<Self, MatchError> {
        let mut readers = [None, None];
        for (reader, index) in readers.iter_mut().zip(places) {
            let Some(options) = engines.get(index) else { continue };
            let known = settings.engines.get(index).and_then(|engine| engine.book.as_ref());
            let path = options.book.clone().or_else(|| known.map(|book| PathBuf::from(&book.name)));
            let (Some(path), Some(known)) = (path, known) else { continue };
            let fault = |fault: String| MatchError::File { path: path.clone(), fault };
            let input = FileSource::open(&path).map_err(|error| fault(error.to_string()))?;
            let book = open_book(input).map_err(|error| fault(error.to_string()))?;
            *reader = Some((book, known.choosing));
        }
        Ok(Self { readers, seed: settings.seed, unit })
    }

    /// Chooses a book move for a side; nothing if it has no book or the book cannot be read.
    pub(super) fn choice(&mut self, side: usize, position: &Position) -> Choice {
        let Some(Some((reader, choosing))) = self.readers.get_mut(side) else { return Choice::Nothing };
        engine_book_choice(reader, choosing, self.seed, self.unit, position).unwrap_or(Choice::Nothing)
    }
}
