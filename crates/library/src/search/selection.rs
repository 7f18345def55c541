//! Sets of games.

/// A set of games, one bit per game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Selection {
    words: Vec<u64>,
    len: u32,
}

impl Selection {
    /// Creates a set with all of `games` games.
    pub fn all(games: u32) -> Self {
        let mut words = vec![u64::MAX; games.div_ceil(64) as usize];
        if let (Some(last), 1..) = (words.last_mut(), games % 64) {
            *last = (1 << (games % 64)) - 1;
        }
        Self { words, len: games }
    }

    /// Creates an empty set for `games` games.
    pub fn none(games: u32) -> Self {
        Self { words: vec![0; games.div_ceil(64) as usize], len: 0 }
    }

    /// Number of games selected.
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether the set contains a game.
    pub fn contains(&self, game: u32) -> bool {
        self.words.get(game as usize / 64).is_some_and(|word| word >> (game % 64) & 1 == 1)
    }

    /// Adds a game; numbers beyond the capacity are ignored.
    pub fn insert(&mut self, game: u32) {
        if let Some(word) = self.words.get_mut(game as usize / 64) {
            self.len += u32::from(*word >> (game % 64) & 1 == 0);
            *word |= 1 << (game % 64);
        }
    }

    /// Keeps the games that satisfy a condition.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        self.len = 0;
        for (index, word) in self.words.iter_mut().enumerate() {
            let mut bits = *word;
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                if !keep(index * 64 + bit as usize) {
                    *word &= !(1 << bit);
                }
            }
            self.len += word.count_ones();
        }
    }

    /// Returns the games in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().zip(0_u32..).flat_map(|(&word, index)| {
            let mut bits = word;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(index * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_a_set_of_games() {
        for games in [0, 1, 63, 64, 65, 130] {
            let mut selection = Selection::all(games);
            assert_eq!(selection.iter().count(), games as usize);
            selection.retain(|game| game % 3 == 0);
            assert!(selection.iter().eq((0..games).filter(|game| game % 3 == 0)));
            assert_eq!(selection.len(), games.div_ceil(3));
            assert!(!selection.contains(games + 1));
        }
        let mut selection = Selection::none(2);
        for game in [1, 1, 64] {
            selection.insert(game);
        }
        assert!(selection.len() == 1 && selection.contains(1));
    }
}
