//! Counts of moves by position, in a table that is sorted as it grows.

use std::cmp::Reverse;

use tabia_chess::Color;

use crate::{BookMove, Entry};

/// Polyglot halves the counts of a position when one of its moves was played so often.
const COUNT_MAX: u16 = 16384;
const FIRST_BITS: u32 = 10;

/// Frequency of a move, and the score of its side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveCount {
    /// The position.
    pub key: u64,
    /// The move, in Polyglot's code.
    pub code: u16,
    /// Games; 0 marks a free slot.
    pub games: u16,
    /// Points of the side that moved, two for a win.
    pub points: u16,
    /// Whether Black moved.
    pub black: bool,
}

const _: () = assert!(size_of::<MoveCount>() == 16);

impl MoveCount {
    const FREE: Self = Self { key: 0, code: 0, games: 0, points: 0, black: false };

    /// The side that moved.
    pub const fn color(&self) -> Color {
        if self.black { Color::Black } else { Color::White }
    }

    const fn entry(&self, weight: u16) -> Entry {
        Entry { key: self.key, book_move: BookMove(self.code), weight, learn: 0 }
    }
}

/// A hash table with linear probing whose hash is the beginning of the key, so that the table is nearly in the
/// order of a book: sorting it means sorting each run of used slots.
///
/// Slots are never removed singly, so the moves of one position are in the order in which they were first seen.
///
/// The table takes the keys of one range: those whose first `prefix_bits` bits are `prefix`.
#[derive(Clone, Debug)]
pub struct CountTable {
    slots: Vec<MoveCount>,
    used: usize,
    /// The logarithm of the number of slots that are hashed to; a few more follow for what runs over.
    bits: u32,
    prefix: u64,
    prefix_bits: u32,
    max_bytes: usize,
}

impl CountTable {
    /// A table smaller than this is not worth reading all games for.
    pub const MIN_BYTES: usize = 1 << 16;

    /// Creates a table for all keys that takes less than `max_bytes`.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            slots: vec![MoveCount::FREE; (1 << FIRST_BITS) + 64],
            used: 0,
            bits: FIRST_BITS,
            prefix: 0,
            prefix_bits: 0,
            max_bytes,
        }
    }

    /// Different moves of different positions.
    pub const fn len(&self) -> usize {
        self.used
    }

    /// Whether nothing was counted.
    pub const fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<MoveCount>()
    }

    /// Whether the table takes this key.
    #[inline(always)]
    fn covers(&self, key: u64) -> bool {
        self.prefix_bits == 0 || key >> (64 - self.prefix_bits) == self.prefix
    }

    /// Into how many ranges the keys were divided, as a logarithm.
    pub const fn prefix_bits(&self) -> u32 {
        self.prefix_bits
    }

    /// The number of the range that is being counted, from 0.
    pub const fn prefix(&self) -> u64 {
        self.prefix
    }

    /// Gives up the upper half of the range until it is as narrow as that of another table, which was as wide before.
    pub fn narrow(&mut self, prefix_bits: u32) {
        while self.prefix_bits < prefix_bits {
            self.prefix_bits += 1;
            self.prefix <<= 1;
            self.spread();
        }
    }

    /// Gives the memory of an empty table back; it grows again with the next counts.
    pub fn release(&mut self) {
        self.slots = vec![MoveCount::FREE; (1 << FIRST_BITS) + 64];
        self.bits = FIRST_BITS;
    }

    #[inline(always)]
    fn home(&self, key: u64) -> usize {
        ((key << self.prefix_bits) >> (64 - self.bits)) as usize
    }

    /// Counts a game in which this move was played and its side got `points` half points.
    #[inline]
    pub fn count(&mut self, key: u64, code: u16, black: bool, points: u16) {
        if !self.covers(key) {
            return;
        }
        let home = self.home(key);
        let mut index = home;
        loop {
            let Some(slot) = self.slots.get_mut(index) else {
                self.slots.push(MoveCount::FREE);
                continue;
            };
            if slot.games == 0 {
                *slot = MoveCount { key, code, games: 1, points, black };
                self.used += 1;
                // So full that an entry costs at most 37 bytes, where Polyglot takes 40 to 48.
                if self.used * 8 > (7 << self.bits) {
                    self.make_room();
                }
                return;
            }
            if slot.key == key && slot.code == code {
                slot.games += 1;
                slot.points += points;
                if slot.games >= COUNT_MAX {
                    self.halve(home, key);
                }
                return;
            }
            index += 1;
        }
    }

    fn halve(&mut self, home: usize, key: u64) {
        let run = self.slots.iter_mut().skip(home).take_while(|slot| slot.games > 0);
        for slot in run.filter(|slot| slot.key == key) {
            slot.games = slot.games.div_ceil(2);
            slot.points = slot.points.div_ceil(2);
        }
    }

    /// Doubles the table, or, at the memory bound, gives up the upper half of its range.
    fn make_room(&mut self) {
        let more = size_of::<MoveCount>() << self.bits;
        if self.bytes() + more <= self.max_bytes {
            self.slots.reserve_exact(1 << self.bits);
            self.slots.resize(self.slots.len() + (1 << self.bits), MoveCount::FREE);
            self.bits += 1;
            self.spread();
        } else {
            self.prefix_bits += 1;
            self.prefix <<= 1;
            self.spread();
        }
    }

    /// Moves every slot to where it belongs after the hash has got one more bit; keys outside the range go.
    ///
    /// Runs of used slots are taken from the end on: the slots of a run go to at least twice its place, where
    /// only slots moved already can be.
    fn spread(&mut self) {
        let mut run: Vec<MoveCount> = Vec::new();
        let mut end = self.slots.len();
        self.used = 0;
        while let Some(last) = self.slots[..end].iter().rposition(|slot| slot.games > 0) {
            let begin =
                self.slots[..last].iter().rposition(|slot| slot.games == 0).map_or(0, |free| free + 1);
            run.clear();
            run.extend_from_slice(&self.slots[begin..=last]);
            self.slots[begin..=last].fill(MoveCount::FREE);
            run.retain(|slot| self.covers(slot.key));
            self.used += run.len();
            for slot in &run {
                let mut index = self.home(slot.key);
                while self.slots.get(index).is_some_and(|slot| slot.games > 0) {
                    index += 1;
                }
                if index == self.slots.len() {
                    self.slots.push(MoveCount::FREE);
                }
                self.slots[index] = *slot;
            }
            end = begin;
        }
    }

    /// Emits the slots in book order, with ascending keys and descending weights, and leaves an
    /// empty table of the next range. `weigh` says what a slot weighs, or drops it.
    ///
    /// Returns whether there is a next range.
    pub fn drain(&mut self, weigh: impl Fn(&MoveCount) -> Option<u16>, mut emit: impl FnMut(Entry)) -> bool {
        let mut run: Vec<Entry> = Vec::new();
        for slot in &mut self.slots {
            if slot.games > 0 {
                if let Some(weight) = weigh(slot) {
                    run.push(slot.entry(weight));
                }
                *slot = MoveCount::FREE;
            } else if !run.is_empty() {
                // The sort is stable: among equals, the move that was seen first.
                run.sort_by_key(|entry| (entry.key, Reverse(entry.weight)));
                run.drain(..).for_each(&mut emit);
            }
        }
        run.sort_by_key(|entry| (entry.key, Reverse(entry.weight)));
        run.into_iter().for_each(emit);
        self.used = 0;
        self.prefix += 1;
        self.prefix_bits > 0 && self.prefix >> self.prefix_bits == 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same counts kept in the plainest way: positions and their moves in the order first seen.
    fn plain(games: &[(u64, u16, u16)]) -> Vec<Entry> {
        let mut counts: Vec<MoveCount> = Vec::new();
        for &(key, code, points) in games {
            match counts.iter_mut().find(|slot| slot.key == key && slot.code == code) {
                Some(slot) => slot.points += points,
                None => counts.push(MoveCount { key, code, games: 1, points, black: false }),
            }
        }
        counts.sort_by_key(|slot| (slot.key, Reverse(slot.points)));
        counts.iter().map(|slot| slot.entry(slot.points)).collect()
    }

    /// Reads the games again and again until all ranges are done.
    fn counted(games: &[(u64, u16, u16)], max_bytes: usize) -> (Vec<Entry>, u32) {
        let mut table = CountTable::new(max_bytes);
        let (mut entries, mut passes) = (Vec::new(), 0);
        loop {
            passes += 1;
            for &(key, code, points) in games {
                table.count(key, code, false, points);
            }
            assert!(table.bytes() < 2 * max_bytes);
            if !table.drain(|slot| Some(slot.points), |entry| entries.push(entry)) {
                return (entries, passes);
            }
        }
    }

    proptest! {
        #[test]
        fn counts_are_those_of_a_plain_list(
            games in prop::collection::vec((any::<u64>(), 0..4_u16, 0..3_u16), 0..3000),
            shift in 0..12_u32,
        ) {
            // Keys near each other make long runs of used slots.
            let games: Vec<_> = games.iter().map(|&(key, code, points)| (key >> shift, code, points)).collect();
            let expected = plain(&games);
            prop_assert_eq!(&counted(&games, 1 << 30).0, &expected);
            let (entries, passes) = counted(&games, 1 << 15);
            prop_assert_eq!(&entries, &expected);
            prop_assert!(expected.len() < 2000 || passes > 1);
        }
    }
}
