//! Files that the worker makes.

use tabia_polyglot::Entry;
use web_sys::Blob;

use crate::abi::error_text;
use crate::wire::FileBytes;

/// What is made is handed to the browser in pieces of so many bytes.
const PIECE: usize = 1 << 20;

/// Why no file was made: what the browser says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the browser could not make the file: {0}")]
pub(super) struct NotMade(String);

/// Bytes that become a file, handed to the browser in pieces: what is made may be larger than the worker's memory.
pub(super) struct FileMaker {
    parts: js_sys::Array,
    piece: Vec<u8>,
}

impl FileMaker {
    pub(super) fn new() -> Self {
        Self { parts: js_sys::Array::new(), piece: Vec::with_capacity(PIECE) }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.piece.len() + bytes.len() > PIECE {
            self.flush();
        }
        self.piece.extend_from_slice(bytes);
    }

    pub(super) fn entry(&mut self, entry: Entry) {
        self.write(&entry.to_bytes());
    }

    fn flush(&mut self) {
        if !self.piece.is_empty() {
            self.parts.push(&js_sys::Uint8Array::from(self.piece.as_slice()));
            self.piece.clear();
        }
    }

    pub(super) fn finish(mut self) -> Result<FileBytes, NotMade> {
        self.flush();
        Blob::new_with_u8_array_sequence(&self.parts)
            .map(FileBytes)
            .map_err(|error| NotMade(error_text(&error)))
    }
}

/// A file of these bytes.
///
/// # Errors
/// [`NotMade`] when the browser has no room for it.
pub(super) fn file(bytes: &[u8]) -> Result<FileBytes, NotMade> {
    let mut maker = FileMaker::new();
    maker.write(bytes);
    maker.finish()
}
