//! Files that a worker makes.

use js_sys::{Array, Uint8Array};
use web_sys::Blob;

use crate::abi::error_text;
use crate::wire::FileBytes;

/// Size of the pieces handed to the browser.
const PIECE: usize = 1 << 20;

/// Reason for which no file was made, by the browser.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the browser could not make the file: {0}")]
pub(crate) struct NotMade(String);

/// Bytes that become a file, handed to the browser in pieces: what is made may be larger than the worker's memory.
pub(crate) struct FileMaker {
    /// A blob each: the browser may write them to its disk.
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

    /// The bytes so far.
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

/// A file of these bytes.
///
/// # Errors
/// [`NotMade`] when the browser has no room for it.
#[cfg(feature = "book")]
pub(crate) fn file(bytes: &[u8]) -> Result<FileBytes, NotMade> {
    let mut maker = FileMaker::new();
    maker.write(bytes);
    maker.finish()
}
