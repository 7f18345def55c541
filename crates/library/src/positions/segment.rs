//! Segments: entries are collected, then sorted and written when there are enough of them.

use super::block;
use super::buckets::Buckets;
use super::directory::{Block, Directory};
use super::entry::Entry;

/// Entries in a block: about 20 KB, which are read at once.
const BLOCK_ENTRIES: usize = 2048;
/// Upper bound for the bytes of an entry in a block.
const MAX_ENTRY_BYTES: usize = 24;
/// Blocks are written once they amount to this many bytes.
const WRITE: usize = 1 << 20;
/// Upper bound for the entries that a piece of a file and the game before it can add at once.
const MARGIN: usize = 160 << 10;

/// Collects entries up to a limit, then makes a segment from them.
#[derive(Debug)]
pub(crate) struct SegmentBuilder {
    entries: Buckets,
    most: usize,
    total: u64,
}

impl SegmentBuilder {
    /// Creates a collector with a memory limit in bytes, at least eight megabytes.
    pub(crate) fn new(max_bytes: usize) -> Self {
        let most = (max_bytes.saturating_sub(Buckets::OVERHEAD) / size_of::<Entry>()).max(2 * MARGIN);
        Self { entries: Buckets::new(), most, total: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Returns whether the entries must be flushed before the next piece.
    pub(crate) const fn is_full(&self) -> bool {
        self.entries.len() + MARGIN >= self.most
    }

    /// The entries of all segments.
    pub(crate) const fn total(&self) -> u64 {
        self.total + self.entries.len() as u64
    }

    /// Returns the memory use, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.entries.memory()
    }

    /// Sorts the entries and writes their blocks, about a megabyte at a time, the first at `offset`.
    pub(crate) fn flush<E>(
        &mut self,
        directory: &mut Directory,
        offset: u64,
        write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let count = self.entries.len();
        if count == 0 {
            return Ok(());
        }
        directory.begin_segment();
        let room = (WRITE + BLOCK_ENTRIES * MAX_ENTRY_BYTES).min(count * MAX_ENTRY_BYTES);
        let mut blocks = Blocks {
            directory,
            rest: Vec::with_capacity(BLOCK_ENTRIES.min(count)),
            bytes: Vec::with_capacity(room),
            written: offset,
            write,
        };
        self.entries.drain(|run| blocks.take(run))?;
        self.total += count as u64;
        blocks.finish()
    }
}

/// Makes blocks of sorted entries and writes them.
struct Blocks<'a, W> {
    directory: &'a mut Directory,
    /// Entries that don't fill a block yet.
    rest: Vec<Entry>,
    /// Blocks not written yet.
    bytes: Vec<u8>,
    /// Bytes written so far.
    written: u64,
    write: W,
}

impl<E, W: FnMut(&[u8]) -> Result<(), E>> Blocks<'_, W> {
    fn take(&mut self, mut entries: &[Entry]) -> Result<(), E> {
        while !entries.is_empty() {
            let (now, later) = entries.split_at((BLOCK_ENTRIES - self.rest.len()).min(entries.len()));
            entries = later;
            self.rest.extend_from_slice(now);
            if self.rest.len() == BLOCK_ENTRIES {
                self.end_block()?;
            }
        }
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), E> {
        let Some(first) = self.rest.first() else { return Ok(()) };
        let start = self.bytes.len();
        block::encode(&self.rest, &mut self.bytes);
        self.directory.push(Block {
            first: first.short_key(),
            offset: self.written + start as u64,
            length: (self.bytes.len() - start) as u32,
        });
        self.rest.clear();
        if self.bytes.len() >= WRITE { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> Result<(), E> {
        (self.write)(&self.bytes)?;
        self.written += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<(), E> {
        self.end_block()?;
        self.send()
    }
}
