//! Directory of the blocks of the segments.

use crate::bytes::{Pieces, Reader, put_varint};

/// A block of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The first key in it, of 48 bits.
    pub(super) first: u64,
    /// Offset of the segment in the index.
    pub(super) offset: u64,
    /// Its bytes.
    pub(super) length: u32,
}

/// The blocks of every segment, ordered by key.
#[derive(Clone, Default, Debug)]
pub(crate) struct Directory {
    segments: Vec<Vec<Block>>,
}

impl Directory {
    pub(super) fn begin_segment(&mut self) {
        self.segments.push(Vec::new());
    }

    pub(super) fn push(&mut self, block: Block) {
        if let Some(segment) = self.segments.last_mut() {
            segment.push(block);
        }
    }

    /// Returns the blocks of each segment that may have entries with this key.
    pub(super) fn blocks_with(&self, key: u64) -> impl Iterator<Item = &[Block]> {
        self.segments.iter().map(move |segment| {
            let start = segment.partition_point(|block| block.first < key).saturating_sub(1);
            let end = start + segment[start..].partition_point(|block| block.first <= key);
            &segment[start..end]
        })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Block> {
        self.segments.iter().flatten()
    }

    pub(crate) fn write(&self, write: &mut dyn FnMut(&[u8])) {
        let mut pieces = Pieces::new(write);
        put_varint(&mut pieces.bytes, self.segments.len() as u64);
        for segment in &self.segments {
            put_varint(&mut pieces.bytes, segment.len() as u64);
            for block in segment {
                put_varint(&mut pieces.bytes, block.first);
                put_varint(&mut pieces.bytes, block.offset);
                put_varint(&mut pieces.bytes, u64::from(block.length));
                pieces.pass();
            }
        }
        pieces.finish();
    }

    /// Reads a directory; `end` is the offset in the index where the blocks end.
    pub(crate) fn read(reader: &mut Reader<'_>, end: u64) -> Option<Self> {
        let mut directory = Self::default();
        for _ in 0..reader.varint()? {
            directory.begin_segment();
            for _ in 0..reader.varint()? {
                let (first, offset) = (reader.varint()?, reader.varint()?);
                let length = u32::try_from(reader.varint()?).ok()?;
                if offset.checked_add(u64::from(length))? > end {
                    return None;
                }
                directory.push(Block { first, offset, length });
            }
        }
        Some(directory)
    }
}
