//! The transposition table.
//!
//! Clusters of three entries of ten bytes in half a cache line each, as in Stockfish. Sixteen bits of the key
//! are stored; the upper 32 choose the cluster, so the table behaves the same whatever the width of a
//! pointer. Tables with more clusters than 32 bits can address (128 GB) use the whole key.
//!
//! Several threads may use it at once, without locks: an entry is one atomic word next to its key. If two
//! threads write the same entry at once, it may end up with the key of one and the word of the other. That is
//! no worse than a key collision, which callers have to expect anyway.
//!
//! Its memory is touched only where it is written ([`LazyTable`]): a table of the maximum size is created and
//! cleared at once.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use tabia_chess::Move;

use crate::dirty::DirtyList;
use crate::lazy::LazyTable;
use crate::value::{NONE, TB_WIN_IN_MAX_PLY, Value};

/// Kind of bound of the score in an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryBound {
    /// No score: the entry has an evaluation only.
    None,
    /// At most this (no move reached alpha).
    Upper,
    /// At least this (a move reached beta).
    Lower,
    /// Exact.
    Exact,
}

impl EntryBound {
    const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// Whether a score with this bound decides against `beta`: a lower bound if it is not below beta, an
    /// upper bound if it is.
    #[inline(always)]
    pub fn decides(self, value: Value, beta: Value) -> bool {
        match self {
            Self::None => false,
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value < beta,
        }
    }
}

/// An entry as the search reads it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move; its legality must be checked, because keys can collide.
    pub mv: Option<Move>,
    /// The score, with mates counted from this node, or [`NONE`].
    pub value: Value,
    /// The static evaluation, or [`NONE`].
    pub eval: Value,
    /// The depth of the search in plies.
    pub depth: i32,
    /// Kind of bound of the score.
    pub bound: EntryBound,
    /// Whether the node once was on a principal variation.
    pub is_pv: bool,
}

/// An entry as the table stores it, without its key.
#[derive(Clone, Copy, Default)]
struct PackedEntry {
    mv: u16,
    value: i16,
    eval: i16,
    /// Depth plus [`DEPTH_OFFSET`]; 0 marks an empty slot.
    depth: u8,
    /// Age (5 bits), principal variation (1), bound (2).
    meta: u8,
}

impl PackedEntry {
    #[inline(always)]
    fn from_word(word: u64) -> Self {
        Self {
            mv: word as u16,
            value: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: (word >> 48) as u8,
            meta: (word >> 56) as u8,
        }
    }

    #[inline(always)]
    fn word(self) -> u64 {
        u64::from(self.mv)
            | u64::from(self.value as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | u64::from(self.meta) << 56
    }
}

#[derive(Default)]
#[repr(align(32))]
struct Cluster {
    words: [AtomicU64; 3],
    keys: [AtomicU16; 3],
}

impl Cluster {
    #[inline(always)]
    fn slot(&self, at: usize) -> PackedEntry {
        PackedEntry::from_word(self.words[at].load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn key(&self, at: usize) -> u16 {
        self.keys[at].load(Ordering::Relaxed)
    }
}

const _: () = assert!(size_of::<Cluster>() == 32);

/// Depths down to -7 can be stored.
const DEPTH_OFFSET: i32 = 8;
const AGE_STEP: u8 = 8;
const AGE_MASK: u8 = !(AGE_STEP - 1);

/// The table.
pub struct TranspositionTable {
    clusters: LazyTable<Cluster>,
    dirty: DirtyList,
    age: u8,
}

/// Up to this many used entries are cleared one by one, which is faster than clearing the smallest table.
const DIRTY_LIMIT: usize = 4096;

/// There is not enough memory for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The requested size in megabytes (1,048,576 bytes).
    pub megabytes: usize,
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not enough memory for a hash table of {} MB", self.megabytes)
    }
}

impl std::error::Error for OutOfMemory {}

impl TranspositionTable {
    /// The minimum size in megabytes.
    pub const MIN_MEGABYTES: usize = 1;
    /// The maximum size in megabytes: Stockfish's, or half of the 2 GB that a 32-bit build's memory may have.
    pub const MAX_MEGABYTES: usize = if usize::BITS == 64 { 33_554_432 } else { 1024 };

    /// A table without entries, which stores nothing.
    pub fn empty() -> Self {
        Self { clusters: LazyTable::empty(), dirty: DirtyList::untracked(), age: 0 }
    }

    /// The size in megabytes.
    pub fn megabytes(&self) -> usize {
        self.clusters.len() / (1024 * 1024 / size_of::<Cluster>())
    }

    /// Resizes the table, which clears it.
    ///
    /// # Errors
    /// If there is not enough memory; the table then has its old size, or as much of it as is still
    /// available.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        let megabytes = megabytes.clamp(Self::MIN_MEGABYTES, Self::MAX_MEGABYTES);
        let old = self.megabytes();
        if megabytes == old {
            self.clear();
            return Ok(());
        }
        // Both tables at once may not fit where one does.
        self.clusters = LazyTable::empty();
        if self.allocate(megabytes) {
            return Ok(());
        }
        let mut fallback = old;
        while fallback > 0 && !self.allocate(fallback) {
            fallback /= 2;
        }
        Err(OutOfMemory { megabytes })
    }

    fn allocate(&mut self, megabytes: usize) -> bool {
        let count = megabytes * (1024 * 1024 / size_of::<Cluster>());
        let Some(clusters) = LazyTable::new(count) else { return false };
        self.clusters = clusters;
        self.dirty = if u32::try_from(count).is_ok() {
            DirtyList::with_capacity(DIRTY_LIMIT)
        } else {
            DirtyList::untracked()
        };
        self.age = 0;
        true
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        match self.dirty.take() {
            Some(places) => {
                for place in places {
                    if let Some(cluster) = self.clusters.get_mut(place) {
                        *cluster = Cluster::default();
                    }
                }
            }
            None => self.clusters.clear(),
        }
        self.age = 0;
    }

    /// Starts a new search: older entries are replaced first.
    pub fn new_search(&mut self) {
        self.age = self.age.wrapping_add(AGE_STEP);
    }

    /// Share of entries of the running search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let sample = self.clusters.len().min(1000);
        if sample == 0 {
            return 0;
        }
        let used = (0..sample)
            .filter_map(|index| self.clusters.get(index))
            .flat_map(|cluster| (0..3).map(|at| cluster.slot(at)))
            .filter(|slot| slot.depth != 0 && slot.meta & AGE_MASK == self.age)
            .count();
        (used * 1000 / (sample * 3)) as u32
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        index_of(key, self.clusters.len())
    }

    /// Asks the processor to load the entry of a position, which is probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.clusters.prefetch(self.index(key));
    }

    /// The entry of a position. `ply` is its distance from the root, from which the search counts mates.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let cluster = self.clusters.get(self.index(key))?;
        let slot = (0..3)
            .filter(|&at| cluster.key(at) == key as u16)
            .map(|at| cluster.slot(at))
            .find(|slot| slot.depth != 0)?;
        Some(Entry {
            mv: Move::from_raw(slot.mv),
            value: value_from_table(slot.value.into(), ply),
            eval: slot.eval.into(),
            depth: i32::from(slot.depth) - DEPTH_OFFSET,
            bound: EntryBound::from_bits(slot.meta),
            is_pv: slot.meta & 4 != 0,
        })
    }

    /// Stores an entry.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age;
        let index = self.index(key);
        let Some(cluster) = self.clusters.get_or_make(index) else { return };
        self.dirty.mark(index);
        let key = key as u16;
        let relative_age = |slot: PackedEntry| i32::from(age.wrapping_sub(slot.meta & AGE_MASK) / AGE_STEP);
        let mut chosen = 0;
        let mut least = i32::MAX;
        for at in 0..3 {
            let slot = cluster.slot(at);
            if cluster.key(at) == key || slot.depth == 0 {
                chosen = at;
                break;
            }
            // An entry loses the worth of four plies with each search.
            let worth = i32::from(slot.depth) - 4 * relative_age(slot);
            if worth < least {
                least = worth;
                chosen = at;
            }
        }
        let mut slot = cluster.slot(chosen);
        let is_same = cluster.key(chosen) == key && slot.depth != 0;
        // A move is kept until there is a better one.
        if entry.mv.is_some() || !is_same {
            slot.mv = entry.mv.map_or(0, Move::raw);
        }
        let depth = (entry.depth + DEPTH_OFFSET).clamp(1, 255);
        if !is_same
            || entry.bound == EntryBound::Exact
            || depth + 4 + 2 * i32::from(entry.is_pv) > i32::from(slot.depth)
            || slot.meta & AGE_MASK != age
        {
            cluster.keys[chosen].store(key, Ordering::Relaxed);
            slot.value = value_to_table(entry.value, ply) as i16;
            slot.eval = entry.eval as i16;
            slot.depth = depth as u8;
            slot.meta = age | u8::from(entry.is_pv) << 2 | entry.bound as u8;
        }
        cluster.words[chosen].store(slot.word(), Ordering::Relaxed);
    }
}

/// The cluster of a key among `count`.
#[inline(always)]
const fn index_of(key: u64, count: usize) -> usize {
    #[cfg(target_pointer_width = "64")]
    if count > 1 << 32 {
        return ((key as u128 * count as u128) >> 64) as usize;
    }
    (((key >> 32) * count as u64) >> 32) as usize
}

/// Mates and tablebase wins are stored as distances from the node, so that they hold wherever the position
/// occurs.
fn value_to_table(value: Value, ply: usize) -> Value {
    if value == NONE {
        NONE
    } else if value >= TB_WIN_IN_MAX_PLY {
        value + ply as Value
    } else if value <= -TB_WIN_IN_MAX_PLY {
        value - ply as Value
    } else {
        value
    }
}

fn value_from_table(value: Value, ply: usize) -> Value {
    if value == NONE {
        NONE
    } else if value >= TB_WIN_IN_MAX_PLY {
        value - ply as Value
    } else if value <= -TB_WIN_IN_MAX_PLY {
        value + ply as Value
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mate_in, mated_in};

    fn entry(value: Value, depth: i32) -> Entry {
        Entry { mv: Move::from_raw(0x0b1c), value, eval: 17, depth, bound: EntryBound::Exact, is_pv: true }
    }

    #[test]
    fn what_was_stored_is_found() {
        let mut table = TranspositionTable::empty();
        table.store(1, 0, entry(3, 3));
        assert!(table.probe(1, 0).is_none(), "a table without room keeps nothing");
        table.resize(1).expect("one megabyte");
        assert_eq!(table.megabytes(), 1);
        for key in [1_u64, u64::MAX, 0x8000_0000_0000_0000] {
            table.store(key, 4, entry(-25, 9));
            let found = table.probe(key, 4).expect("stored");
            assert_eq!((found.value, found.eval, found.depth, found.is_pv), (-25, 17, 9, true));
            assert_eq!(found.mv, Move::from_raw(0x0b1c));
            assert_eq!(found.bound, EntryBound::Exact);
        }
        table.clear();
        assert!(table.probe(1, 4).is_none());
        let keys = || (0..2 * DIRTY_LIMIT as u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.store(key, 4, entry(-25, 9)));
        table.clear();
        assert_eq!(keys().filter(|&key| table.probe(key, 4).is_some()).count(), 0);
    }

    #[test]
    fn keys_reach_all_clusters_of_tables_of_any_size() {
        for count in [1, 3, 1 << 15, 1 << 32, 1 << 40] {
            assert_eq!((index_of(0, count), index_of(u64::MAX, count)), (0, count - 1), "{count}");
        }
        assert_eq!(index_of(1 << 63, 1 << 40), 1 << 39);
    }

    #[test]
    fn a_table_that_is_too_large_leaves_the_old_size() {
        let mut table = TranspositionTable::empty();
        table.resize(1).expect("one megabyte");
        // Some systems promise any amount; Miri gives up where memory cannot be had.
        if cfg!(miri) {
            return;
        }
        let expected = match table.resize(TranspositionTable::MAX_MEGABYTES) {
            Ok(()) => TranspositionTable::MAX_MEGABYTES,
            Err(_) => 1,
        };
        assert_eq!(table.megabytes(), expected);
        table.store(7, 0, entry(3, 3));
        assert!(table.probe(7, 0).is_some());
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let mut table = TranspositionTable::empty();
        table.resize(1).expect("one megabyte");
        table.store(7, 5, entry(mate_in(9), 3));
        assert_eq!(table.probe(7, 1).map(|e| e.value), Some(mate_in(5)));
        table.store(8, 5, entry(mated_in(9), 3));
        assert_eq!(table.probe(8, 7).map(|e| e.value), Some(mated_in(11)));
        table.store(9, 5, entry(NONE, 3));
        assert_eq!(table.probe(9, 7).map(|e| e.value), Some(NONE));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = TranspositionTable::empty();
        table.resize(1).expect("one megabyte");
        // The same cluster, different entries.
        for (key, depth) in [(1, 20), (2, 10), (3, 5), (4, 7)] {
            table.store(key, 0, entry(0, depth));
        }
        assert!(table.probe(1, 0).is_some() && table.probe(3, 0).is_none());
        for _ in 0..5 {
            table.new_search();
        }
        for (key, depth) in [(5, 6), (6, 6), (7, 6)] {
            table.store(key, 0, entry(0, depth));
        }
        assert!(table.probe(1, 0).is_none() && table.probe(7, 0).is_some());
    }

    /// Threads read and write one word, so no entry mixes two.
    #[test]
    fn an_entry_is_one_word() {
        for slot in [
            PackedEntry::default(),
            PackedEntry { mv: u16::MAX, value: i16::MIN, eval: i16::MAX, depth: 255, meta: 0 },
            PackedEntry { mv: 1, value: -1, eval: i16::MIN, depth: 0, meta: 255 },
        ] {
            let PackedEntry { mv, value, eval, depth, meta } = PackedEntry::from_word(slot.word());
            assert_eq!(
                (mv, value, eval, depth, meta),
                (slot.mv, slot.value, slot.eval, slot.depth, slot.meta)
            );
        }
        assert_eq!(size_of::<PackedEntry>(), size_of::<u64>());
    }
}
