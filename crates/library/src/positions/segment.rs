//! Entries as they come, sorted and written when there are enough of them.

use super::block;
use super::directory::{Block, Directory};
use super::entry::Entry;

/// Entries in a block: some 20 KB, which are read at once.
const BLOCK_ENTRIES: usize = 2048;
/// Blocks are written when there are so many bytes of them.
const WRITE: usize = 1 << 20;
/// Below this many entries, sorting by comparing is quicker.
const SMALL: usize = 1 << 12;
/// More entries than a piece of a file and the game before it can add at once.
const MARGIN: usize = 160 << 10;

/// Collects entries up to a bound, then makes a segment of them.
#[derive(Debug)]
pub(crate) struct SegmentBuilder {
    entries: Vec<Entry>,
    scratch: Vec<Entry>,
    most: usize,
    total: u64,
}

impl SegmentBuilder {
    /// One that takes at most so many bytes of memory, ten megabytes at least.
    pub(crate) fn new(max_bytes: usize) -> Self {
        let most = (max_bytes / (2 * size_of::<Entry>())).max(2 * MARGIN);
        Self { entries: Vec::new(), scratch: Vec::new(), most, total: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) {
        if self.entries.len() == self.entries.capacity() && self.entries.len() >= SMALL {
            // All at once: growing by doubling would leave as much memory again behind, and WebAssembly never gives any back.
            self.entries.reserve_exact(self.most.saturating_sub(self.entries.len()));
        }
        self.entries.push(entry);
    }

    /// Whether the entries are to be flushed before the next piece.
    pub(crate) const fn is_full(&self) -> bool {
        self.entries.len() + MARGIN >= self.most
    }

    /// The entries of all segments.
    pub(crate) const fn total(&self) -> u64 {
        self.total + self.entries.len() as u64
    }

    /// The memory it takes, in bytes.
    pub(crate) fn memory(&self) -> usize {
        (self.entries.capacity() + self.scratch.capacity()) * size_of::<Entry>()
    }

    /// Sorts the entries and writes their blocks, about a megabyte at a time, the first at `offset`.
    pub(crate) fn flush<E>(
        &mut self,
        directory: &mut Directory,
        offset: u64,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.entries.is_empty() {
            return Ok(());
        }
        if self.entries.len() >= SMALL && self.scratch.capacity() < self.entries.capacity() {
            self.scratch.clear();
            self.scratch.reserve_exact(self.entries.capacity());
        }
        sort(&mut self.entries, &mut self.scratch);
        directory.begin_segment();
        let (mut out, mut written) = (Vec::new(), offset);
        for entries in self.entries.chunks(BLOCK_ENTRIES) {
            let start = out.len();
            block::encode(entries, &mut out);
            directory.push(Block {
                first: entries[0].short_key(),
                offset: written + start as u64,
                length: (out.len() - start) as u32,
            });
            if out.len() >= WRITE {
                write(&out)?;
                written += out.len() as u64;
                out.clear();
            }
        }
        self.total += self.entries.len() as u64;
        self.entries.clear();
        write(&out)
    }
}

/// Sorts by the 48 bits of the key; entries of one key stay in the order in which they came. Radix sort, the lowest byte first.
fn sort(entries: &mut Vec<Entry>, scratch: &mut Vec<Entry>) {
    if entries.len() < SMALL {
        entries.sort_by_key(Entry::short_key);
        return;
    }
    scratch.resize(entries.len(), Entry::default());
    let mut counts = [[0_u32; 256]; 6];
    for entry in entries.iter() {
        for (byte, counts) in entry.key.to_le_bytes()[2..].iter().zip(&mut counts) {
            counts[usize::from(*byte)] += 1;
        }
    }
    for (digit, counts) in counts.iter_mut().enumerate() {
        let mut place = 0;
        for count in counts.iter_mut() {
            place += std::mem::replace(count, place);
        }
        let shift = 16 + 8 * digit;
        for entry in entries.iter() {
            let place = &mut counts[(entry.key >> shift & 0xff) as usize];
            scratch[*place as usize] = *entry;
            *place += 1;
        }
        std::mem::swap(entries, scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_radix_sort_is_a_stable_sort() {
        let mut random = tabia_rng::SplitMix64::new(1);
        // Many equal keys, and lower bits that do not count.
        let key = |random: u64| (random >> 52).wrapping_mul(0x1234_5678_9abc_def1);
        let mut entries: Vec<Entry> =
            (0..20_000).map(|game| Entry { key: key(random.next_u64()), game, code: 0, ply: 0 }).collect();
        let mut expected = entries.clone();
        expected.sort_by_key(|entry| entry.key >> 16);
        sort(&mut entries, &mut Vec::new());
        assert_eq!(entries, expected);
    }
}
