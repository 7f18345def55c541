//! Files as sources of blocks.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use tabia_polyglot::{BlockSource, SourceError};

use crate::input_file::{self, is_standard};

/// Random-access source.
#[derive(Debug)]
pub(crate) enum FileSource {
    /// File on disk.
    File { file: File, length: u64, at: u64 },
    /// Contents of a pipe.
    Memory(Vec<u8>),
}

impl FileSource {
    /// Opens a file named on the command line; `-` is standard input, which is read completely.
    pub(crate) fn open_input(path: &Path) -> io::Result<Self> {
        if is_standard(path) { input_file::read(path).map(Self::Memory) } else { Self::open(path) }
    }

    /// Opens a file; anything but a regular file is read completely.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_file() {
            return Ok(Self::File { file, length: metadata.len(), at: 0 });
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Self::Memory(bytes))
    }
}

impl BlockSource for FileSource {
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
                    // The file position is unknown now.
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
