//! Position learning: search results that outlive the game.
//!
//! Before every search the learned positions are put back into the transposition table unless a deeper entry
//! is there, as in Crafty's `position.bin`: a line that ended badly is recognised earlier next time. The
//! engine neither reads nor writes files; its owner does.

use std::collections::BTreeMap;

use tabia_chess::{Move, Position};

use crate::tt::{Entry, EntryBound, TranspositionTable};
use crate::value::{MATE_IN_MAX_PLY, MAX_PLY, NONE, Score, Value, mate_in, mated_in};

/// A position with its search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The position.
    pub position: Position,
    /// The best move.
    pub mv: Move,
    /// The score from the side to move's point of view.
    pub score: Score,
    /// The depth of the search in plies.
    pub depth: u32,
}

/// Learned positions, at most [`Learning::CAPACITY`].
#[derive(Clone, Debug, Default)]
pub struct Learning {
    /// By key, so that the order is always the same.
    entries: BTreeMap<u64, Learned>,
}

impl Learning {
    /// The maximum number of positions; the shallowest are dropped first.
    pub const CAPACITY: usize = 4_096;

    /// Keeps a result, unless a deeper one of the same position is known. Returns whether it was kept;
    /// illegal moves never are.
    pub fn keep(&mut self, learned: Learned) -> bool {
        let key = learned.position.key();
        let is_known_deeper = self.entries.get(&key).is_some_and(|known| known.depth > learned.depth);
        if is_known_deeper || !learned.position.is_legal(learned.mv) {
            return false;
        }
        if self.entries.len() >= Self::CAPACITY && !self.entries.contains_key(&key) {
            let shallowest = self.entries.iter().min_by_key(|(_, known)| known.depth);
            match shallowest.map(|(&key, known)| (key, known.depth)) {
                Some((given_up, depth)) if depth <= learned.depth => self.entries.remove(&given_up),
                _ => return false,
            };
        }
        self.entries.insert(key, learned);
        true
    }

    /// All of them, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = &Learned> {
        self.entries.values()
    }

    /// Number of results.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all of them.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// The move learned for a position.
    pub(crate) fn move_for(&self, position: &Position) -> Option<Move> {
        self.entries.get(&position.key()).map(|learned| learned.mv)
    }

    /// Puts everything back into the table.
    pub(crate) fn restore(&self, table: &TranspositionTable) {
        for (&key, learned) in &self.entries {
            let depth = learned.depth.min(MAX_PLY as u32 - 1) as i32;
            if table.probe(key, 0).is_some_and(|entry| entry.depth >= depth) {
                continue;
            }
            let value = value(learned.score);
            let entry = Entry {
                mv: Some(learned.mv),
                value,
                eval: NONE,
                depth,
                bound: EntryBound::Exact,
                is_pv: true,
            };
            table.store(key, 0, entry);
        }
    }
}

/// A score as the table stores it.
fn value(score: Score) -> Value {
    match score {
        Score::Centipawns(centipawns) => centipawns.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1),
        Score::Mate(moves) => {
            let plies = (moves.unsigned_abs() as usize).clamp(1, MAX_PLY / 2 - 1) * 2;
            if moves > 0 { mate_in(plies - 1) } else { mated_in(plies) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(position: &Position, mv: Move, depth: u32) -> Learned {
        Learned { position: *position, mv, score: Score::Centipawns(12), depth }
    }

    #[test]
    fn deeper_results_win_and_the_shallowest_go() {
        let mut learning = Learning::default();
        let start = Position::default();
        let moves = start.legal_moves();
        let (first, second) = (moves[0], moves[1]);
        assert!(learning.keep(learned(&start, first, 9)));
        assert!(!learning.keep(learned(&start, second, 8)));
        assert!(learning.keep(learned(&start, second, 9)));
        assert_eq!(learning.move_for(&start), Some(second));
        let after = start.play(first).expect("legal");
        assert!(!learning.keep(learned(&after, first, 20)), "not legal for Black");

        let mut number = 0;
        let mut full = Learning::default();
        while full.len() < Learning::CAPACITY {
            let position = Position::double_chess960(number % 960, number / 960);
            number += 1;
            full.keep(learned(&position, position.legal_moves()[0], if number == 77 { 4 } else { 9 }));
        }
        let another = Position::double_chess960(number % 960, number / 960);
        assert!(!full.keep(learned(&another, another.legal_moves()[0], 3)));
        assert!(full.keep(learned(&another, another.legal_moves()[0], 5)));
        assert_eq!(full.len(), Learning::CAPACITY);
        assert!(full.iter().all(|learned| learned.depth > 4));
    }

    #[test]
    fn scores_become_values_and_back() {
        for score in
            [Score::Mate(1), Score::Mate(7), Score::Mate(-1), Score::Mate(-9), Score::Centipawns(-250)]
        {
            assert_eq!(Score::from(value(score)), score);
        }
    }
}
