//! The file of a match on disk (docs/match-file.md): read whole, then only appended to.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tabia_arena::{MatchFile, MatchHeader, UnitRecord, match_file};

use super::error::MatchError;

/// The file of a match that is open for writing.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

/// Reads the file of a match; one that does not exist or is empty holds nothing.
pub(super) fn read(path: &Path) -> Result<Option<MatchFile>, MatchError> {
    let fault = |fault: String| MatchError::File { path: path.to_owned(), fault };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(error.to_string())),
    };
    if text.is_empty() {
        return Ok(None);
    }
    let journal = |error: tabia_arena::MatchFileError| MatchError::Journal {
        path: path.to_owned(),
        line: error.line,
        fault: error.fault,
    };
    match_file::read(&text).map(Some).map_err(journal)
}

impl Journal {
    /// Opens a file to go on with it: what is behind its first `whole` bytes was torn off and is cut.
    pub(super) fn go_on(path: &Path, whole: usize) -> Result<Self, MatchError> {
        let error =
            |error: std::io::Error| MatchError::File { path: path.to_owned(), fault: error.to_string() };
        let file = OpenOptions::new().append(true).open(path).map_err(error)?;
        file.set_len(whole as u64).map_err(error)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Writes a file anew: beside it first, so that the old one is there until the new one is whole.
    pub(super) fn write<'a>(
        path: &Path,
        header: &MatchHeader,
        units: impl Iterator<Item = &'a UnitRecord>,
    ) -> Result<Self, MatchError> {
        let error =
            |error: std::io::Error| MatchError::File { path: path.to_owned(), fault: error.to_string() };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let mut file = File::create(&beside).map_err(error)?;
        file.write_all(match_file::header_line(header).as_bytes()).map_err(error)?;
        for unit in units {
            file.write_all(match_file::unit_line(unit).as_bytes()).map_err(error)?;
        }
        file.sync_all().map_err(error)?;
        fs::rename(&beside, path).map_err(error)?;
        let file = OpenOptions::new().append(true).open(path).map_err(error)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Adds a unit; it is on its way to the disk when this returns.
    pub(super) fn add(&mut self, unit: &UnitRecord) -> Result<(), MatchError> {
        let line = match_file::unit_line(unit);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| MatchError::File { path: self.path.clone(), fault: error.to_string() })
    }
}
