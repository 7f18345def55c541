//! Position lookup.

use tabia_polyglot::{BlockSource, BookMove, SourceError};

use super::block::decode;
use super::directory::{Block, Directory};
use super::entry::{Entry, MAX_PLIES, VARIATION};

/// An occurrence of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The game.
    pub game: u32,
    /// The half-moves before the position.
    pub ply: u16,
    /// Whether it is in a variation.
    pub in_variation: bool,
    /// The move played from it; [`BookMove::NONE`] where the line ends.
    pub book_move: BookMove,
}

impl From<Entry> for Occurrence {
    fn from(entry: Entry) -> Self {
        Self {
            game: entry.game,
            ply: entry.ply & MAX_PLIES,
            in_variation: entry.ply & VARIATION != 0,
            book_move: BookMove(entry.code),
        }
    }
}

/// Why a position could not be looked up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LookupError {
    /// The index cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A part of the index is damaged.
    #[error("the index is damaged at offset {0}; build it again")]
    Damaged(u64),
}

/// Maximum number of blocks read at once: about a megabyte.
const READ_BLOCKS: usize = 48;

/// Emits all entries of a position, in the order of the games.
pub(crate) fn find(
    directory: &Directory,
    source: &mut impl BlockSource,
    key: u64,
    mut found: impl FnMut(Occurrence),
) -> Result<(), LookupError> {
    let wanted = key >> 16;
    let mut bytes = Vec::new();
    for blocks in directory.blocks_with(wanted) {
        // Blocks of a segment are contiguous: a frequent position is read in a few large pieces.
        for blocks in blocks.chunks(READ_BLOCKS) {
            let start = blocks.first().map_or(0, |block| block.offset);
            let end = blocks.last().map_or(start, |block| block.offset + u64::from(block.length));
            bytes.resize(end.saturating_sub(start) as usize, 0);
            source.read_at(start, &mut bytes)?;
            for block in blocks {
                let damaged = || LookupError::Damaged(block.offset);
                let place = block.offset.checked_sub(start).ok_or_else(damaged)? as usize;
                let block = bytes.get(place..place + block.length as usize).ok_or_else(damaged)?;
                let found = |entry: Entry| {
                    if entry.short_key() == wanted {
                        found(entry.into());
                    }
                };
                decode(block, found).ok_or_else(damaged)?;
            }
        }
    }
    Ok(())
}

/// Reads every block; returns the number of entries.
pub(crate) fn check(directory: &Directory, source: &mut impl BlockSource) -> Result<u64, LookupError> {
    let mut entries = 0;
    let mut bytes = Vec::new();
    for block in directory.all() {
        read_block(source, block, &mut bytes)?;
        decode(&bytes, |_| entries += 1).ok_or(LookupError::Damaged(block.offset))?;
    }
    Ok(entries)
}

fn read_block(source: &mut impl BlockSource, block: &Block, bytes: &mut Vec<u8>) -> Result<(), LookupError> {
    bytes.resize(block.length as usize, 0);
    source.read_at(block.offset, bytes).map_err(LookupError::from)
}
