//! A blob as a source of bytes: a file that the user chose, a book that the browser keeps.

use js_sys::Uint8Array;
use tabia_polyglot::{BlockSource, SourceError};
use web_sys::{Blob, FileReaderSync};

use crate::abi::error_text;

/// Reason for which blobs cannot be read here, by the browser.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoReader(String);

/// Reads pieces of a blob, for which the worker may wait: the page could not.
#[derive(Debug)]
pub struct BlobSource {
    blob: Blob,
    reader: FileReaderSync,
    size: u64,
}

impl BlobSource {
    /// The bytes of `blob`; none is read yet.
    ///
    /// # Errors
    /// [`NoReader`] outside of a worker.
    pub fn new(blob: Blob) -> Result<Self, NoReader> {
        let reader = FileReaderSync::new().map_err(|error| NoReader(error_text(&error)))?;
        // A double holds sizes of files exactly.
        let size = blob.size() as u64;
        Ok(Self { blob, reader, size })
    }
}

impl BlockSource for BlobSource {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let length = buffer.len();
        let fault = |reason: String| SourceError { offset, length, reason };
        let end = offset + length as u64;
        if end > self.size {
            return Err(fault(format!("the file has only {} bytes", self.size)));
        }
        let part = self.blob.slice_with_f64_and_f64(offset as f64, end as f64);
        let bytes = part.and_then(|part| self.reader.read_as_array_buffer(&part)).map_err(|error| {
            // The browsers' message when a file on the disk has changed or gone since it was chosen.
            fault(format!("{}; if the file was changed or moved, open it again", error_text(&error)))
        })?;
        let bytes = Uint8Array::new(&bytes);
        if bytes.length() as usize != length {
            return Err(fault(format!("only {} came; open the file again", bytes.length())));
        }
        bytes.copy_to(buffer);
        Ok(())
    }
}
