//! The records of a book file.

use std::cmp::Ordering;

use crate::{BookMove, Flag, Marks};

/// The size of a record in bytes.
pub const ENTRY_SIZE: usize = 16;

/// One record: a move of a position, its weight, and what was learned about it.
///
/// In a file the numbers are big-endian, in the order of the fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The position, by [`tabia_chess::Position::key`]. Polyglot's later forks keep 0 for headers.
    pub key: u64,
    /// The move, in Polyglot's code.
    pub book_move: BookMove,
    /// Weight of the move, in proportion to the other moves of the position; 0 is never.
    pub weight: u16,
    /// Free for programs that learn. Polyglot counts games in the upper and points in the lower half, two for a win.
    pub learn: u32,
}

impl Entry {
    /// Reads a record.
    pub const fn from_bytes(bytes: &[u8; ENTRY_SIZE]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = *bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            book_move: BookMove(u16::from_be_bytes([m0, m1])),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    /// The record as it is written.
    pub fn to_bytes(self) -> [u8; ENTRY_SIZE] {
        let mut bytes = [0; ENTRY_SIZE];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.book_move.0.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// The weight with which the move is played: 0 if it is marked `?` ([`Marks`]), whatever the record says.
    pub const fn weight_in_play(&self) -> u16 {
        match Marks::from_learn(self.learn).flag {
            Some(Flag::Avoided) => 0,
            _ => self.weight,
        }
    }

    /// The order of a book: keys ascending, within a position the greater weight first.
    pub fn book_order(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key).then(other.weight.cmp(&self.weight))
    }
}

/// All records of `bytes`, in their order; bytes after the last whole record are left out.
pub fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry> + '_ {
    bytes.as_chunks().0.iter().map(Entry::from_bytes)
}

/// Records as the contents of a file.
pub fn to_bytes<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<u8> {
    entries.into_iter().flat_map(|entry| entry.to_bytes()).collect()
}
