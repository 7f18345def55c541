//! Sources of bytes: memory, a file, a blob in a browser.

use thiserror::Error;

/// Why bytes could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read {length} bytes at offset {offset}: {reason}")]
pub struct SourceError {
    /// Offset at which reading began.
    pub offset: u64,
    /// Number of bytes requested.
    pub length: usize,
    /// The reason, in the words of the source.
    pub reason: String,
}

/// Bytes that can be read anywhere without reading the rest.
///
/// This crate opens nothing itself: the native program implements this for files, the browser's worker for blobs.
pub trait BlockSource {
    /// The number of bytes.
    fn len(&self) -> u64;

    /// Whether there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` with the bytes from `offset` on.
    ///
    /// # Errors
    /// [`SourceError`] if not all of them could be read. What `buffer` holds then is not said.
    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError>;
}

impl BlockSource for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let length = buffer.len();
        let bytes =
            usize::try_from(offset).ok().and_then(|start| self.get(start..start.checked_add(length)?));
        match bytes {
            Some(bytes) => {
                buffer.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(SourceError {
                offset,
                length,
                reason: format!("there are only {} bytes", <[u8]>::len(self)),
            }),
        }
    }
}

impl BlockSource for Vec<u8> {
    fn len(&self) -> u64 {
        self.as_slice().len() as u64
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        self.as_slice().read_at(offset, buffer)
    }
}

impl<S: BlockSource + ?Sized> BlockSource for &mut S {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        (**self).read_at(offset, buffer)
    }
}

impl<S: BlockSource + ?Sized> BlockSource for Box<S> {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        (**self).read_at(offset, buffer)
    }
}
