//! Books and games in files.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tabia_polyglot::{BlockSource as _, BookReader, Entry, SourceError, open_book};

use super::error::BookFailure;
use crate::file_source::FileSource;
use crate::input_file::{self, is_standard};
use crate::output_file;

/// Maximum number of bad games that JSON output lists.
pub(super) const LISTED_PROBLEMS: usize = 1000;

/// Opens a file for random access.
pub(super) fn open(path: &Path) -> Result<FileSource, BookFailure> {
    FileSource::open_input(path).map_err(|error| BookFailure::Open { path: path.to_owned(), error })
}

/// Reads all entries of a book.
pub(super) fn entries(path: &Path, source: &mut FileSource) -> Result<Vec<Entry>, BookFailure> {
    let read = |source: &mut FileSource| -> Result<Vec<Entry>, SourceError> {
        let mut bytes = vec![0; usize::try_from(source.len()).unwrap_or(usize::MAX)];
        source.read_at(0, &mut bytes)?;
        Ok(tabia_polyglot::entries(&bytes).collect())
    };
    read(source).map_err(|error| BookFailure::Read { path: path.to_owned(), error })
}

/// Reads a file as bytes.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, BookFailure> {
    input_file::read(path).map_err(|error| BookFailure::Open { path: path.to_owned(), error })
}

/// Opens a book for position lookups.
///
/// # Errors
/// If the file cannot be read or is not a book.
pub(super) fn book(path: &Path) -> Result<BookReader<FileSource>, BookFailure> {
    open_book(open(path)?).map_err(|error| BookFailure::file(path, &error))
}

/// Opens a book to read its bytes.
///
/// # Errors
/// If the file cannot be read or is not a book.
pub(super) fn book_source(path: &Path) -> Result<FileSource, BookFailure> {
    let mut source = open(path)?;
    open_book(&mut source).map_err(|error| BookFailure::file(path, &error))?;
    Ok(source)
}

/// Reads a text file.
pub(super) fn text(path: &Path) -> Result<String, BookFailure> {
    input_file::read_to_string(path).map_err(|error| BookFailure::Open { path: path.to_owned(), error })
}

/// Output file that gets its name only when it is complete, so that a failure leaves an older file unchanged.
pub(super) struct AtomicFile {
    path: PathBuf,
    unfinished: Option<PathBuf>,
    writer: BufWriter<Box<dyn Write>>,
    failed: Option<io::Error>,
}

impl AtomicFile {
    /// Creates the file; `read` are the input files, which must not be overwritten.
    ///
    /// # Errors
    /// If it cannot be written, or is one of the input files.
    pub(super) fn create<P: AsRef<Path>>(
        path: &Path,
        read: impl IntoIterator<Item = P>,
    ) -> Result<Self, BookFailure> {
        output_file::check_apart(path, read).map_err(BookFailure::unwritable(path))?;
        // Standard output, pipes and devices are written to directly.
        let is_direct = is_standard(path) || output_file::is_special(path);
        let unfinished = (!is_direct).then(|| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}.unfinished", std::process::id()));
            path.with_file_name(name)
        });
        let file = output_file::create(unfinished.as_deref().unwrap_or(path))
            .map_err(BookFailure::unwritable(path))?;
        Ok(Self { path: path.to_owned(), unfinished, writer: BufWriter::new(file), failed: None })
    }

    /// Writes bytes; the first error is stored for [`AtomicFile::finish`].
    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.writer.write_all(bytes).err();
        }
    }

    pub(super) fn finish(mut self) -> Result<(), BookFailure> {
        let result = match self.failed.take() {
            Some(error) => Err(error),
            None => self.writer.flush(),
        };
        let result = result.and_then(|()| match self.unfinished.take() {
            Some(unfinished) => fs::rename(unfinished, &self.path),
            None => Ok(()),
        });
        result.map_err(BookFailure::unwritable(&self.path))
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(unfinished) = &self.unfinished {
            // If the file can't be removed, nothing can be done.
            let _ = fs::remove_file(unfinished);
        }
    }
}
