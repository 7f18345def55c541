//! Detection of duplicate games.

use super::header::GameHeader;

const FIRST_BITS: u32 = 10;

/// Remembers games, as 64-bit hashes, within a memory limit.
///
/// Two games are the same if both players' names have the same letters and digits, ignoring case, and the
/// main lines are identical to the end. Dates, sites, results, comments and variations are ignored: they often
/// differ between collections that contain the same game. Without names, only the moves are compared.
///
/// With `n` games remembered, the chance that a new game is mistaken for one of them is `n` in 2^64. When the memory is used up
/// no more games are remembered, and [`Duplicates::unremembered`] counts them.
#[derive(Clone, Debug)]
pub struct Duplicates {
    /// A hash table with linear probing; 0 is a free slot.
    slots: Vec<u64>,
    bits: u32,
    used: usize,
    max_bytes: usize,
    unremembered: u64,
}

impl Duplicates {
    /// Creates an empty set with at most `max_bytes` of memory; at least 8 KiB are used, for about 900 games.
    pub fn new(max_bytes: usize) -> Self {
        Self { slots: vec![0; 1 << FIRST_BITS], bits: FIRST_BITS, used: 0, max_bytes, unremembered: 0 }
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        *self = Self::new(self.max_bytes);
    }

    /// Number of games not remembered because the memory is used up.
    pub const fn unremembered(&self) -> u64 {
        self.unremembered
    }

    /// Returns its memory use, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Remembers a game; returns whether it was known already.
    pub fn insert(&mut self, hash: GameHash) -> bool {
        let hash = hash.0.max(1);
        let mask = self.slots.len() - 1;
        let mut index = (hash >> (64 - self.bits)) as usize;
        while self.slots[index] != 0 {
            if self.slots[index] == hash {
                return true;
            }
            index = (index + 1) & mask;
        }
        if self.used * 8 < self.slots.len() * 7 {
            self.slots[index] = hash;
            self.used += 1;
        } else if self.bytes() * 3 <= self.max_bytes {
            // While it grows, the old table and one twice as large exist together.
            self.grow();
            return self.insert(GameHash(hash));
        } else {
            self.unremembered += 1;
        }
        false
    }

    fn grow(&mut self) {
        self.bits += 1;
        let old = std::mem::replace(&mut self.slots, vec![0; 1 << self.bits]);
        let mask = self.slots.len() - 1;
        for hash in old.into_iter().filter(|&hash| hash != 0) {
            let mut index = (hash >> (64 - self.bits)) as usize;
            while self.slots[index] != 0 {
                index = (index + 1) & mask;
            }
            self.slots[index] = hash;
        }
    }
}

/// A game's players and moves in 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameHash(u64);

impl GameHash {
    /// A game without moves.
    pub fn new(header: &GameHeader) -> Self {
        let mut hash = Self(0xcbf2_9ce4_8422_2325);
        for name in [&header.white, &header.black] {
            for letter in name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
            {
                hash.mix(u64::from(u32::from(letter)));
            }
            hash.mix(u64::MAX);
        }
        hash
    }

    /// Adds a number: the code of a move, or a byte of one that is not understood.
    pub fn mix(&mut self, value: u64) {
        // The finaliser of MurmurHash3, after its author Austin Appleby, on the sum of state and value.
        let mut x = self.0.rotate_left(5).wrapping_add(value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^= x >> 33;
        x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
        x ^= x >> 33;
        x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.0 = x ^ x >> 33;
    }

    /// Adds the data of another hash.
    pub fn mix_hash(&mut self, other: Self) {
        self.mix(other.0);
    }
}
