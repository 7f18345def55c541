//! Sorts entries that arrive in any order, in little more memory than they take themselves.
//!
//! Entries are stored in buckets by the first byte of the key, each a list of chunks. On output, the buckets are gathered one by one
//! and sorted by the other bytes; a bucket that is too large for that is split by its next byte, into the chunks that it frees.
//! So sorting needs no second copy of the entries, and half of its passes run in the CPU cache.

use super::entry::Entry;

/// Entries in a chunk: 4 KiB.
const CHUNK: usize = 256;
/// Maximum number of entries in a bucket that is gathered: half a megabyte.
const AT_ONCE: usize = 1 << 15;
/// Below this many entries, a comparison sort is faster.
const SMALL: usize = 1 << 8;
/// The significant bytes of a key.
const DIGITS: usize = 6;

type Chunk = Vec<Entry>;

/// Entries in order of arrival.
#[derive(Default, Debug)]
struct List {
    full: Vec<Chunk>,
    last: Chunk,
}

impl List {
    fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    #[inline]
    fn push(&mut self, entry: Entry, pool: &mut Pool) {
        if self.last.len() == self.last.capacity() {
            let full = std::mem::replace(&mut self.last, pool.take());
            if !full.is_empty() {
                self.full.push(full);
            }
        }
        self.last.push(entry);
    }

    /// Empties it: the chunks in their order.
    fn drain(&mut self) -> impl Iterator<Item = Chunk> {
        let last = std::mem::take(&mut self.last);
        self.full.drain(..).chain(Some(last).filter(|chunk| !chunk.is_empty()))
    }
}

/// Pool of empty chunks.
#[derive(Default, Debug)]
struct Pool {
    spare: Vec<Chunk>,
    /// Number of all chunks, including those in use.
    chunks: usize,
}

impl Pool {
    #[cold]
    fn take(&mut self) -> Chunk {
        self.spare.pop().unwrap_or_else(|| {
            self.chunks += 1;
            Vec::with_capacity(CHUNK)
        })
    }

    fn give(&mut self, mut chunk: Chunk) {
        chunk.clear();
        self.spare.push(chunk);
    }
}

/// Buffer in which a list is gathered and sorted.
#[derive(Default, Debug)]
struct Scratch {
    entries: Vec<Entry>,
    other: Vec<Entry>,
}

/// Collects entries and sorts them.
#[derive(Debug)]
pub(super) struct Buckets {
    lists: Vec<List>,
    pool: Pool,
    scratch: Scratch,
    len: usize,
}

impl Buckets {
    /// Overhead in bytes besides the entries: partly filled chunks, and the buffer for sorting.
    pub(super) const OVERHEAD: usize = (256 * CHUNK + 2 * AT_ONCE) * size_of::<Entry>();

    pub(super) fn new() -> Self {
        Self { lists: lists(), pool: Pool::default(), scratch: Scratch::default(), len: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the memory use, in bytes.
    pub(super) fn memory(&self) -> usize {
        let scratch = self.scratch.entries.capacity() + self.scratch.other.capacity();
        (self.pool.chunks * CHUNK + scratch) * size_of::<Entry>()
    }

    #[inline]
    pub(super) fn push(&mut self, entry: Entry) {
        self.lists[digit(&entry, 0)].push(entry, &mut self.pool);
        self.len += 1;
    }

    /// Emits all entries in runs, sorted by the 48 bits of the key; entries with equal keys keep their order of arrival.
    pub(super) fn drain<E>(&mut self, mut take: impl FnMut(&[Entry]) -> Result<(), E>) -> Result<(), E> {
        self.len = 0;
        for list in &mut self.lists {
            drain_list(list, 1, &mut self.pool, &mut self.scratch, &mut take)?;
        }
        Ok(())
    }
}

fn lists() -> Vec<List> {
    std::iter::repeat_with(List::default).take(256).collect()
}

/// A byte of the key, counted from the highest.
const fn digit(entry: &Entry, digit: usize) -> usize {
    (entry.key >> (56 - 8 * digit) & 0xff) as usize
}

/// Emits a list whose keys share their first `digits` bytes.
fn drain_list<E>(
    list: &mut List,
    digits: usize,
    pool: &mut Pool,
    scratch: &mut Scratch,
    take: &mut impl FnMut(&[Entry]) -> Result<(), E>,
) -> Result<(), E> {
    if digits == DIGITS {
        // One position.
        for chunk in list.drain() {
            take(&chunk)?;
            pool.give(chunk);
        }
        return Ok(());
    }
    if list.len() > AT_ONCE {
        let mut parts = lists();
        for chunk in list.drain() {
            for entry in &chunk {
                parts[digit(entry, digits)].push(*entry, pool);
            }
            pool.give(chunk);
        }
        return parts.iter_mut().try_for_each(|part| drain_list(part, digits + 1, pool, scratch, take));
    }
    scratch.entries.clear();
    scratch.entries.reserve_exact(list.len());
    for chunk in list.drain() {
        scratch.entries.extend_from_slice(&chunk);
        pool.give(chunk);
    }
    sort(scratch, digits);
    take(&scratch.entries)
}

/// Sorts entries whose keys share their first `digits` bytes. Radix sort, the lowest byte first.
fn sort(Scratch { entries, other }: &mut Scratch, digits: usize) {
    if entries.len() < SMALL {
        entries.sort_by_key(Entry::short_key);
        return;
    }
    other.clear();
    other.resize(entries.len(), Entry::default());
    let mut counts = [[0_u32; 256]; DIGITS];
    for entry in entries.iter() {
        for (place, counts) in counts.iter_mut().enumerate().skip(digits) {
            counts[digit(entry, place)] += 1;
        }
    }
    for (place, counts) in counts.iter_mut().enumerate().skip(digits).rev() {
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for entry in entries.iter() {
            let next = &mut counts[digit(entry, place)];
            other[*next as usize] = *entry;
            *next += 1;
        }
        std::mem::swap(entries, other);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Output for entries with these keys; the number of an entry is its game.
    fn drained(buckets: &mut Buckets, keys: &[u64]) -> Vec<Entry> {
        for (game, &key) in (0..).zip(keys) {
            buckets.push(Entry { key, game, code: 0, ply: 0 });
        }
        assert_eq!(buckets.len(), keys.len());
        let mut sorted = Vec::new();
        let Ok(()) = buckets.drain(|run| {
            sorted.extend_from_slice(run);
            Ok::<(), std::convert::Infallible>(())
        });
        assert_eq!(buckets.len(), 0);
        sorted
    }

    fn expected(keys: &[u64]) -> Vec<Entry> {
        let mut entries: Vec<_> =
            (0..).zip(keys).map(|(game, &key)| Entry { key, game, code: 0, ply: 0 }).collect();
        entries.sort_by_key(|entry| entry.key >> 16);
        entries
    }

    #[test]
    fn large_buckets_are_divided_and_the_order_of_equal_keys_is_kept() {
        let mut random = tabia_rng::SplitMix64::new(1);
        let mut buckets = Buckets::new();
        // Random keys; few keys, each often; a single key; keys that differ in insignificant bytes.
        let kinds: [fn(u64) -> u64; 4] =
            [|key| key, |key| (key >> 60).wrapping_mul(0x1234_5678_9abc_def1), |_| 7 << 16, |key| key >> 48];
        for kind in kinds {
            let keys: Vec<u64> = (0..100_000).map(|_| kind(random.next_u64())).collect();
            assert_eq!(drained(&mut buckets, &keys), expected(&keys));
        }
    }

    #[test]
    fn it_takes_little_more_memory_than_its_entries() {
        let mut random = tabia_rng::SplitMix64::new(1);
        let mut buckets = Buckets::new();
        let keys: Vec<u64> = (0..400_000).map(|_| random.next_u64()).collect();
        for _ in 0..3 {
            drained(&mut buckets, &keys);
            let most = keys.len() * size_of::<Entry>() + Buckets::OVERHEAD;
            assert!(buckets.memory() <= most, "{} bytes, {most} are allowed", buckets.memory());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_keys_come_sorted(keys in prop::collection::vec(prop_oneof![any::<u64>(), 0_u64..1 << 20], 0..2000)) {
            prop_assert_eq!(drained(&mut Buckets::new(), &keys), expected(&keys));
        }
    }
}
