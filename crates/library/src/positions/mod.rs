//! Position index: the games that reached each position.
//!
//! Every position of a game's main line is an entry: its key, the game, the number of half-moves before it and
//! the move played from it. Entries are collected in buckets, sorted and written as a segment whenever memory is used up; a segment is
//! never read again while the index is built, and a lookup reads all segments. So building takes one pass and a fixed amount
//! of memory, whatever the size of the file.
//!
//! Keys are truncated to 48 bits: among 100 million positions, one lookup in three million finds a wrong entry.

mod block;
mod buckets;
mod directory;
mod entry;
mod lookup;
mod segment;

pub(crate) use directory::Directory;
pub(crate) use entry::Entry;
pub use lookup::{LookupError, Occurrence};
pub(crate) use lookup::{check, find};
pub(crate) use segment::SegmentBuilder;
