//! Files that a match writes.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tabia_arena::pgn::Verbosity;
use tabia_arena::{LabMatch, UnitRecord};

use super::error::MatchError;
use super::options::Options;

/// The files to which units are written as they count.
pub(super) struct Sinks {
    pgn: Option<(Sink, Verbosity)>,
    epd: Option<Sink>,
    samples: Option<Sink>,
}

/// A file that texts about games are added to.
struct Sink {
    file: File,
    path: PathBuf,
}

impl Sinks {
    /// Opens the files of the options. A match that is resumed writes them `anew`, from its own file.
    pub(super) fn open(options: &Options, anew: bool) -> Result<Self, MatchError> {
        let pgn = options.pgn.as_ref();
        let pgn = pgn.map(|(path, verbosity)| Sink::open(path, anew).map(|sink| (sink, *verbosity)));
        Ok(Self {
            pgn: pgn.transpose()?,
            epd: options.epd.as_deref().map(|path| Sink::open(path, anew)).transpose()?,
            samples: options.sample.as_deref().map(|path| Sink::open(path, anew)).transpose()?,
        })
    }

    /// Writes a unit.
    pub(super) fn write(&mut self, lab: &LabMatch, unit: &UnitRecord) -> Result<(), MatchError> {
        let output = lab.output(unit).map_err(|error| MatchError::Game { unit: unit.unit, error })?;
        if let Some((sink, verbosity)) = &mut self.pgn {
            sink.write(&output.pgn(*verbosity))?;
        }
        if let Some(sink) = &mut self.epd {
            sink.write(&output.final_epd())?;
        }
        if let Some(sink) = &mut self.samples {
            sink.write(&output.samples())?;
        }
        Ok(())
    }
}

impl Sink {
    fn open(path: &Path, anew: bool) -> Result<Self, MatchError> {
        let mut options = OpenOptions::new();
        let file = if anew { options.write(true).truncate(true) } else { options.append(true) };
        let error =
            |error: std::io::Error| MatchError::File { path: path.to_owned(), fault: error.to_string() };
        Ok(Self { file: file.create(true).open(path).map_err(error)?, path: path.to_owned() })
    }

    fn write(&mut self, text: &str) -> Result<(), MatchError> {
        let error =
            |error: std::io::Error| MatchError::File { path: self.path.clone(), fault: error.to_string() };
        self.file.write_all(text.as_bytes()).map_err(error)
    }
}
