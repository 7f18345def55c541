//! Looking up positions in a book, wherever it is stored.

use tabia_chess::Position;

use crate::cache::{BLOCK, BlockCache};
use crate::entry::ENTRY_SIZE;
use crate::header::read_header;
use crate::{BlockSource, BookLookup, Entry, Header, Probe, SourceError};

/// The records of one block.
const RECORDS: u64 = BLOCK as u64 / ENTRY_SIZE as u64;
/// Guesses at the place of a key before the search is halved as well.
const GUESSES: u32 = 3;
/// No position has more moves; a longer run of one key is the sign of a broken file.
const MAX_RUN: u64 = 256;

/// A book open for looking up.
///
/// Nothing is read before it is needed, and of a large book a few blocks only: two or three for a look into 512 MB.
///
/// A file that is not sorted may hide moves, but never gives a wrong one: see [`crate::check()`].
#[derive(Clone, Debug)]
pub struct BookReader<S> {
    cache: BlockCache<S>,
    header: Option<Header>,
    /// The first record after the header, and the number of records with it.
    first: u64,
    end: u64,
}

impl<S: BlockSource> BookReader<S> {
    /// Opens a book: its header is read and no more. Bytes after the last whole record are left out.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn open(mut source: S) -> Result<Self, SourceError> {
        let header = read_header(&mut source)?;
        let first = header.as_ref().map_or(0, |header| header.records);
        let end = source.len() / ENTRY_SIZE as u64;
        Ok(Self { cache: BlockCache::new(source), header, first, end })
    }

    /// The text before the positions, if there is any.
    pub const fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The number of records, without the header.
    pub const fn entry_count(&self) -> u64 {
        self.end.saturating_sub(self.first)
    }

    /// Number of blocks of 4096 bytes read so far, a measure of the cost of probing.
    pub const fn blocks_read(&self) -> u64 {
        self.cache.reads()
    }

    /// The size of the source in bytes.
    pub fn size(&self) -> u64 {
        self.cache.len()
    }

    /// The record with this number, counted from the first after the header; nothing beyond the last.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn entry(&mut self, number: u64) -> Result<Option<Entry>, SourceError> {
        if number >= self.entry_count() { Ok(None) } else { self.record(self.first + number).map(Some) }
    }

    /// The records of a position in the order of the file, whether or not their moves are legal.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn entries(&mut self, key: u64) -> Result<Vec<Entry>, SourceError> {
        let mut found = Vec::new();
        let mut number = self.lower_bound(key)?;
        while number < self.end && (found.len() as u64) < MAX_RUN {
            let entry = self.record(number)?;
            if entry.key != key {
                break;
            }
            found.push(entry);
            number += 1;
        }
        Ok(found)
    }

    /// The book's entry for a position.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn probe(&mut self, position: &Position) -> Result<Probe, SourceError> {
        Ok(Probe::of(self.entries(position.key())?, position))
    }

    /// The header's records as in the file; empty if there is none.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn header_bytes(&mut self) -> Result<Vec<u8>, SourceError> {
        let mut bytes = Vec::new();
        for number in 0..self.first {
            bytes.extend(self.cache.read::<ENTRY_SIZE>(number * ENTRY_SIZE as u64)?);
        }
        Ok(bytes)
    }

    /// The number of the first record whose key is not below `key`.
    ///
    /// Keys are spread evenly over 64 bits, so the place of one can be guessed from its value: an interpolation search (Peterson 1957),
    /// block by block, since reading one is what costs. Three guesses nearly always do. If they do not, every
    /// other step halves what is left: a file whose keys are not spread evenly takes at most twice the steps of a binary search.
    fn lower_bound(&mut self, key: u64) -> Result<u64, SourceError> {
        let (mut low, mut high) = (self.first, self.end);
        // Bounds for the keys of low..high.
        let (mut low_key, mut high_key) = (0, u64::MAX);
        let mut step = 0;
        while high - low > RECORDS {
            let rest = high - low;
            let guesses = step < GUESSES || step % 2 == 1;
            step += 1;
            let within = if guesses && low_key <= key && key <= high_key && low_key < high_key {
                u128::from(rest) * u128::from(key - low_key) / (u128::from(high_key - low_key) + 1)
            } else {
                u128::from(rest / 2)
            };
            // The records of low..high in the same block as the place.
            let block = (low + within as u64) / RECORDS * RECORDS;
            let (first, last) = (block.max(low), (block + RECORDS).min(high) - 1);
            let (first_key, last_key) = (self.record(first)?.key, self.record(last)?.key);
            if first_key >= key {
                (high, high_key) = (first, first_key);
            } else if last_key < key {
                (low, low_key) = (last + 1, last_key);
            } else {
                (low, high) = (first + 1, last);
            }
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.record(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn record(&mut self, number: u64) -> Result<Entry, SourceError> {
        self.cache.read(number * ENTRY_SIZE as u64).map(|bytes| Entry::from_bytes(&bytes))
    }
}

impl<S: BlockSource> BookLookup for BookReader<S> {
    fn lookup(&mut self, key: u64) -> Result<Vec<Entry>, SourceError> {
        self.entries(key)
    }
}
