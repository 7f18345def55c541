//! The blocks of a source that were read last.

use crate::{BlockSource, SourceError};

/// The size of a block in bytes: a page of a file, 256 records.
pub(crate) const BLOCK: usize = 4096;
/// Blocks kept: those of the looks at a hundred positions and more; 1 MiB in all.
const BLOCKS: usize = 256;

#[derive(Clone, Debug)]
struct Block {
    number: u64,
    used: u64,
    length: usize,
    bytes: Box<[u8; BLOCK]>,
}

/// A source read block by block, the blocks used last kept.
#[derive(Clone, Debug)]
pub struct BlockCache<S> {
    source: S,
    blocks: Vec<Block>,
    clock: u64,
    reads: u64,
}

impl<S: BlockSource> BlockCache<S> {
    /// Nothing read yet.
    pub const fn new(source: S) -> Self {
        Self { source, blocks: Vec::new(), clock: 0, reads: 0 }
    }

    /// The size of the source in bytes.
    pub fn len(&self) -> u64 {
        self.source.len()
    }

    /// Whether the source has no bytes.
    pub fn is_empty(&self) -> bool {
        self.source.is_empty()
    }

    /// Number of blocks read from the source.
    pub const fn reads(&self) -> u64 {
        self.reads
    }

    /// The bytes from `offset` on, which lie in one block because `N` divides its size and `offset` is a multiple of `N`.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read, or has fewer bytes.
    pub fn read<const N: usize>(&mut self, offset: u64) -> Result<[u8; N], SourceError> {
        let number = offset / BLOCK as u64;
        let within = (offset % BLOCK as u64) as usize;
        let block = self.block(number)?;
        let bytes =
            block.bytes[..block.length].get(within..within + N).and_then(|bytes| bytes.try_into().ok());
        bytes.ok_or_else(|| SourceError { offset, length: N, reason: "beyond the end".into() })
    }

    fn block(&mut self, number: u64) -> Result<&Block, SourceError> {
        self.clock += 1;
        let index = match self.blocks.iter().position(|block| block.number == number) {
            Some(index) => index,
            None => self.load(number)?,
        };
        let block = &mut self.blocks[index];
        block.used = self.clock;
        Ok(block)
    }

    fn load(&mut self, number: u64) -> Result<usize, SourceError> {
        let offset = number * BLOCK as u64;
        let length = self.source.len().saturating_sub(offset).min(BLOCK as u64) as usize;
        let mut bytes = Box::new([0; BLOCK]);
        self.source.read_at(offset, &mut bytes[..length])?;
        self.reads += 1;
        let block = Block { number, used: self.clock, length, bytes };
        if self.blocks.len() < BLOCKS {
            self.blocks.push(block);
            return Ok(self.blocks.len() - 1);
        }
        let oldest = (0..self.blocks.len()).min_by_key(|&index| self.blocks[index].used).unwrap_or(0);
        self.blocks[oldest] = block;
        Ok(oldest)
    }
}
