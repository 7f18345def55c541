//! Sequential read of a blob into a single buffer.
//!
//! `FileReaderSync` allocates a new buffer for every piece, and the browser frees them whenever it likes: reading 500 MB took
//! 500 MB of memory. A stream that fills the reader's own buffer allocates none and is several times as fast.

use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use tabia_polyglot::BlockSource;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStreamByobReader};

use super::messages::Failure;
use crate::abi::error_text;
use crate::blob_source::BlobSource;

/// Maximum number of bytes per read.
const PIECE: u32 = 1 << 20;

/// Blob being read.
pub(super) struct BlobStream {
    blob: Blob,
    /// Offset of the next piece, in bytes.
    at: u64,
    reader: Option<ReadableStreamByobReader>,
    /// Buffer that the reader fills next.
    buffer: Option<ArrayBuffer>,
    /// Last piece read.
    bytes: Vec<u8>,
}

impl BlobStream {
    pub(super) const fn new(blob: Blob) -> Self {
        Self { blob, at: 0, reader: None, buffer: None, bytes: Vec::new() }
    }

    /// Reads the bytes from `offset` on, as many as arrive at once; empty at the end.
    pub(super) async fn read(&mut self, offset: u64) -> Result<&[u8], Failure> {
        if self.reader.is_none() || offset != self.at {
            self.begin(offset).await?;
        }
        self.bytes.clear();
        match self.reader.clone() {
            Some(reader) => self.read_on(&reader).await?,
            None => self.read_piece()?,
        }
        self.at += self.bytes.len() as u64;
        Ok(&self.bytes)
    }

    /// Starts reading at `offset`.
    async fn begin(&mut self, offset: u64) -> Result<(), Failure> {
        if let Some(reader) = self.reader.take() {
            // Discards what was read ahead; a failure doesn't matter.
            let _ = JsFuture::from(reader.cancel()).await;
        }
        self.at = offset;
        let rest = self.blob.slice_with_f64(offset as f64).map_err(|error| unreadable(&error))?;
        // Older browsers cannot fill a caller's buffer.
        self.reader = ReadableStreamByobReader::new(&rest.stream()).ok();
        Ok(())
    }

    async fn read_on(&mut self, reader: &ReadableStreamByobReader) -> Result<(), Failure> {
        let buffer = self.buffer.take().unwrap_or_else(|| ArrayBuffer::new(PIECE));
        let view = Uint8Array::new(&buffer);
        let read = JsFuture::from(reader.read_with_array_buffer_view(&view));
        let read = read.await.map_err(|error| unreadable(&error))?;
        let value = Reflect::get(&read, &"value".into()).map_err(|error| unreadable(&error))?;
        if let Some(piece) = value.dyn_ref::<Uint8Array>() {
            self.bytes.resize(piece.length() as usize, 0);
            piece.copy_to(&mut self.bytes);
            self.buffer = Some(piece.buffer());
        }
        Ok(())
    }

    fn read_piece(&mut self) -> Result<(), Failure> {
        let mut source =
            BlobSource::new(self.blob.clone()).map_err(|error| Failure::Other(error.to_string()))?;
        let count = source.len().saturating_sub(self.at).min(u64::from(PIECE)) as usize;
        self.bytes.resize(count, 0);
        source.read_at(self.at, &mut self.bytes).map_err(|error| Failure::Unreadable(error.to_string()))
    }
}

fn unreadable(error: &JsValue) -> Failure {
    Failure::Unreadable(format!(
        "the file cannot be read ({}); if it was changed or moved, open it again",
        error_text(error)
    ))
}
