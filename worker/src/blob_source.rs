//! A blob as a byte source: a file chosen by the user, or a book stored in the browser.

use js_sys::Uint8Array;
use tabia_polyglot::{BlockSource, SourceError};
use web_sys::{Blob, FileReaderSync};

use crate::abi::error_text;

/// The browser cannot read blobs here, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoReader(String);

/// Blob read in pieces with blocking calls, which only a worker may make.
#[derive(Debug)]
pub struct BlobSource {
    blob: Blob,
    reader: FileReaderSync,
    size: u64,
}

impl BlobSource {
    /// Creates a source for `blob` without reading any of it.
    ///
    /// # Errors
    /// [`NoReader`] outside a worker.
    pub fn new(blob: Blob) -> Result<Self, NoReader> {
        let reader = FileReaderSync::new().map_err(|error| NoReader(error_text(&error)))?;
        // A double holds file sizes exactly.
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
            // The browser's message when a file has been changed or removed on disk since it was chosen.
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
