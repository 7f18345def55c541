//! Books and games in files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tabia_polyglot::{BlockSource, BookReader, Entry, SourceError, open_book};

use super::BookFailure;

/// A file to read anywhere in.
#[derive(Debug)]
pub(crate) enum Input {
    /// A file on a disk.
    File { file: File, length: u64, at: u64 },
    /// What came through a pipe.
    Memory(Vec<u8>),
}

impl Input {
    /// Opens a file; what is no file on a disk is read at once.
    pub(crate) fn open(path: &Path) -> Result<Self, BookFailure> {
        let open = || -> io::Result<Self> {
            let mut file = File::open(path)?;
            let metadata = file.metadata()?;
            if metadata.is_file() {
                return Ok(Self::File { file, length: metadata.len(), at: 0 });
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok(Self::Memory(bytes))
        };
        open().map_err(|error| BookFailure::Open { path: path.to_owned(), error })
    }

    /// All records of a book.
    pub(super) fn entries(&mut self) -> Result<Vec<Entry>, SourceError> {
        let mut bytes = vec![0; usize::try_from(self.len()).unwrap_or(usize::MAX)];
        self.read_at(0, &mut bytes)?;
        Ok(tabia_polyglot::entries(&bytes).collect())
    }
}

/// Opens a file as a book, if it is one.
pub(super) fn book(path: &Path) -> Result<BookReader<Input>, BookFailure> {
    open_book(Input::open(path)?).map_err(|error| BookFailure::file(path, &error))
}

/// The whole of a text file.
pub(super) fn text(path: &Path) -> Result<String, BookFailure> {
    fs::read_to_string(path).map_err(|error| BookFailure::Open { path: path.to_owned(), error })
}

impl BlockSource for Input {
    fn len(&self) -> u64 {
        match self {
            Self::File { length, .. } => *length,
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        match self {
            Self::File { file, at, .. } => {
                let read = if *at == offset { Ok(offset) } else { file.seek(SeekFrom::Start(offset)) };
                read.and_then(|_| file.read_exact(buffer)).map_err(|error| {
                    // The next read must not trust the place.
                    *at = u64::MAX;
                    SourceError { offset, length: buffer.len(), reason: error.to_string() }
                })?;
                *at = offset + buffer.len() as u64;
                Ok(())
            }
            Self::Memory(bytes) => bytes.read_at(offset, buffer),
        }
    }
}

/// A file that takes its name only when it is complete, so that a failure leaves an older one as it was.
#[derive(Debug)]
pub(super) struct Output {
    path: PathBuf,
    unfinished: Option<PathBuf>,
    writer: BufWriter<File>,
    failed: Option<io::Error>,
}

impl Output {
    pub(super) fn create(path: &Path) -> Result<Self, BookFailure> {
        // Pipes and devices are written to directly.
        let direct = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let unfinished = (!direct).then(|| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}.unfinished", std::process::id()));
            path.with_file_name(name)
        });
        let file = File::create(unfinished.as_deref().unwrap_or(path))
            .map_err(|error| BookFailure::Write { path: path.to_owned(), error })?;
        Ok(Self { path: path.to_owned(), unfinished, writer: BufWriter::new(file), failed: None })
    }

    /// Writes; the first error is kept for [`Output::finish`].
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
        result.map_err(|error| BookFailure::Write { path: self.path.clone(), error })
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(unfinished) = &self.unfinished {
            // Nothing can be done about a file that cannot be removed.
            let _ = fs::remove_file(unfinished);
        }
    }
}
