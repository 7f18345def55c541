//! What a node learns from its moves: those tried in vain before one that cut, and the histories' reward.

use tabia_chess::{Move, Position};

use super::worker::Worker;
use crate::control::Control;
use crate::history;
use crate::movepick::is_tactical;

/// How many moves of a kind are remembered for the malus; the rest of a long list matters little.
const TRIED_CAPACITY: usize = 64;
/// The moves tried in vain before the one that cut.
pub(super) struct Tried {
    moves: [Option<Move>; TRIED_CAPACITY],
    count: usize,
}

impl Tried {
    pub(super) const fn new() -> Self {
        Self { moves: [None; TRIED_CAPACITY], count: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = Some(mv);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().copied().flatten()
    }
}

impl<C: Control> Worker<'_, C> {
    /// Learns from a cut-off.
    pub(super) fn reward(
        &mut self,
        pos: &Position,
        best: Move,
        depth: i32,
        ply: usize,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let bonus = history::bonus(depth);
        if is_tactical(best) {
            self.histories.update_capture(pos, best, bonus);
        } else {
            let before = self.moves_before(ply);
            self.histories.set_counter(before[0], best);
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.histories.update_quiet(pos, best, &before, bonus);
            for mv in quiets.iter() {
                self.histories.update_quiet(pos, mv, &before, -bonus);
            }
        }
        for mv in captures.iter() {
            self.histories.update_capture(pos, mv, -bonus);
        }
    }
}
