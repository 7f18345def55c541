//! The records of a book that is merged, one after the other.

use thiserror::Error;

use crate::entry::ENTRY_SIZE;
use crate::header::read_header;
use crate::{BlockSource, Entry, SourceError};

/// Records read at once.
const CHUNK: usize = 4096;

/// Why books were not merged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MergeError {
    /// A book cannot be read.
    #[error("book {book}: {error}")]
    Source {
        /// 1 or 2.
        book: u8,
        /// The fault.
        error: SourceError,
    },
    /// A book is not sorted.
    #[error(
        "book {book}, entry {entry}: the key is below the one before; a book must be sorted to be merged"
    )]
    Unsorted {
        /// 1 or 2.
        book: u8,
        /// The entry with the smaller key, from 0 at the beginning of the file.
        entry: u64,
    },
}

/// The records of a book one after the other.
pub(super) struct Records<'a, S> {
    book: u8,
    source: &'a mut S,
    check_order: bool,
    buffer: Vec<u8>,
    within: usize,
    /// The number of the next record to read into the buffer.
    number: u64,
    end: u64,
    pub(super) next: Option<Entry>,
    pub(super) read: u64,
}

impl<'a, S: BlockSource> Records<'a, S> {
    pub(super) fn new(book: u8, source: &'a mut S, strict: bool) -> Result<Self, MergeError> {
        let header = if strict {
            None
        } else {
            read_header(source).map_err(|error| MergeError::Source { book, error })?
        };
        let mut records = Self {
            book,
            check_order: !strict,
            end: source.len() / ENTRY_SIZE as u64,
            source,
            buffer: Vec::new(),
            within: 0,
            number: header.map_or(0, |header| header.records),
            next: None,
            read: 0,
        };
        records.load()?;
        Ok(records)
    }

    /// Whether the next record is of this position.
    pub(super) fn has(&self, key: u64) -> bool {
        self.next.is_some_and(|entry| entry.key == key)
    }

    pub(super) fn advance(&mut self) -> Result<(), MergeError> {
        let previous = self.next;
        self.load()?;
        if let (true, Some(previous), Some(next)) = (self.check_order, previous, self.next)
            && next.key < previous.key
        {
            let left = (self.buffer.len() - self.within) / ENTRY_SIZE;
            return Err(MergeError::Unsorted { book: self.book, entry: self.number - left as u64 - 1 });
        }
        Ok(())
    }

    fn load(&mut self) -> Result<(), MergeError> {
        if self.within == self.buffer.len() {
            let count = self.end.saturating_sub(self.number).min(CHUNK as u64);
            self.buffer.resize(count as usize * ENTRY_SIZE, 0);
            let read = self.source.read_at(self.number * ENTRY_SIZE as u64, &mut self.buffer);
            read.map_err(|error| MergeError::Source { book: self.book, error })?;
            self.number += count;
            self.within = 0;
        }
        self.next = self.buffer[self.within..].first_chunk().map(Entry::from_bytes);
        if self.next.is_some() {
            self.within += ENTRY_SIZE;
            self.read += 1;
        }
        Ok(())
    }
}
