//! Fast lookup of opening names.

use tabia_book_tools::names::{self, Opening};

/// Half-moves after which no position has a name; the longest named line has 36.
const MAX_PLIES: usize = 40;

/// All named positions, with a set of the first 16 bits of their keys as a filter, because most positions have no name.
#[derive(Debug)]
pub(super) struct Openings {
    keys: Vec<u64>,
    named: Vec<Opening>,
    first_bits: Box<[u64; 1024]>,
}

impl Openings {
    pub(super) fn new() -> Self {
        let (keys, named): (Vec<_>, Vec<_>) = names::all().unzip();
        let mut first_bits = Box::new([0; 1024]);
        for key in &keys {
            first_bits[(key >> 54) as usize] |= 1 << (key >> 48 & 63);
        }
        Self { keys, named, first_bits }
    }

    /// Returns the opening of a game by the keys of its positions: the last one with a name.
    pub(super) fn name(&self, played: &[(u64, u16)], last: u64) -> Option<Opening> {
        let early = &played[..played.len().min(MAX_PLIES)];
        std::iter::once(last).chain(early.iter().rev().map(|&(key, _)| key)).find_map(|key| {
            if self.first_bits[(key >> 54) as usize] >> (key >> 48 & 63) & 1 == 0 {
                return None;
            }
            self.named.get(self.keys.binary_search(&key).ok()?).copied()
        })
    }
}
