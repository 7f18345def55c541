//! Whether a side can still give mate: FIDE's laws, articles 5.2.2 and 6.9.

use std::collections::HashSet;

use crate::{Color, Position};

impl Position {
    /// Whether `color` can give mate by no sequence of legal moves, even if the other side helps.
    ///
    /// Everything that can be played is tried, up to `max_positions` different positions; lines end where the material of `color` cannot
    /// mate ([`has_insufficient_material`](Self::has_insufficient_material)). So forced moves that take the last piece are seen, and
    /// walls of pawns that nothing can pass. What would take more positions counts as possible: the answer `true` is always right.
    pub fn cannot_mate(&self, color: Color, max_positions: usize) -> bool {
        let mut seen: HashSet<u64> = HashSet::from([self.repetition_key()]);
        let mut waiting = vec![*self];
        while let Some(position) = waiting.pop() {
            if position.has_insufficient_material(color) {
                continue;
            }
            let moves = position.legal_moves();
            if moves.is_empty() && position.is_check() && position.turn() != color {
                return false;
            }
            for mv in &moves {
                let mut next = position;
                next.play_unchecked(mv);
                if seen.insert(next.repetition_key()) {
                    if seen.len() > max_positions {
                        return false;
                    }
                    waiting.push(next);
                }
            }
        }
        true
    }
}
