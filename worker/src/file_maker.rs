//! Files made by a worker.

use js_sys::{Array, Uint8Array};
use web_sys::Blob;

use crate::abi::error_text;
use crate::wire::FileBytes;

/// Size of the pieces passed to the browser, in bytes.
const PIECE: usize = 1 << 20;

/// The browser could not make the file, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the browser could not make the file: {0}")]
pub(crate) struct NotMade(String);

/// File under construction, passed to the browser in pieces because it may be larger than the worker's memory.
pub(crate) struct FileMaker {
    /// One blob per piece: the browser may move them to disk.
    parts: Array,
    piece: Vec<u8>,
    written: u64,
    fault: Option<NotMade>,
}

impl FileMaker {
    pub(crate) fn new() -> Self {
        Self { parts: Array::new(), piece: Vec::with_capacity(PIECE), written: 0, fault: None }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        if self.piece.len() + bytes.len() > PIECE {
            self.flush();
        }
        self.piece.extend_from_slice(bytes);
        self.written += bytes.len() as u64;
    }

    /// Number of bytes written so far.
    #[cfg(feature = "library")]
    pub(crate) const fn written(&self) -> u64 {
        self.written
    }

    fn flush(&mut self) {
        if self.piece.is_empty() {
            return;
        }
        let piece = Array::of1(&Uint8Array::from(self.piece.as_slice()));
        match Blob::new_with_u8_array_sequence(&piece) {
            Ok(part) => drop(self.parts.push(&part)),
            Err(error) => self.fault = Some(NotMade(error_text(&error))),
        }
        self.piece.clear();
    }

    pub(crate) fn finish(mut self) -> Result<FileBytes, NotMade> {
        self.flush();
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        Blob::new_with_blob_sequence(&self.parts).map(FileBytes).map_err(|error| NotMade(error_text(&error)))
    }
}

/// Makes a file from these bytes.
///
/// # Errors
/// [`NotMade`] when the browser has no room for it.
#[cfg(feature = "book")]
pub(crate) fn file(bytes: &[u8]) -> Result<FileBytes, NotMade> {
    let mut maker = FileMaker::new();
    maker.write(bytes);
    maker.finish()
}
