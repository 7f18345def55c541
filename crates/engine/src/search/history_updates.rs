//! Updates of the histories from a searched node: its moves, and the move that led to it.

use tabia_chess::{Move, Position};

use super::thread::SearchThread;
use crate::history;
use crate::movepick::is_tactical;
use crate::params::{EVALUATION_HISTORY_MAX, EVALUATION_HISTORY_SLOPE};
use crate::value::NONE;

/// Number of moves of a kind remembered for the malus; more matter little.
const CAPACITY: usize = 64;

/// The moves of a node that were searched before the one that caused a cut-off.
pub(super) struct SearchedMoves {
    moves: [Option<Move>; CAPACITY],
    count: usize,
}

impl SearchedMoves {
    pub(super) const fn new() -> Self {
        Self { moves: [None; CAPACITY], count: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = Some(mv);
            self.count += 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().copied().flatten()
    }
}

impl SearchThread<'_> {
    /// Updates the histories after a cut-off: a bonus for the move that caused it, a malus for those searched
    /// before it.
    pub(super) fn update_histories(
        &mut self,
        pos: &Position,
        best: Move,
        depth: i32,
        ply: usize,
        quiets: &SearchedMoves,
        captures: &SearchedMoves,
    ) {
        let bonus = history::bonus(depth);
        if is_tactical(best) {
            self.histories.update_capture(pos, best, bonus);
        } else {
            let context = self.quiet_context(ply);
            self.histories.set_counter(context.earlier[0], best);
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            // A shallow search with a single quiet move has not compared it with any other.
            if depth > 3 || !quiets.is_empty() {
                self.histories.update_quiet(pos, best, &context, bonus);
            }
            for mv in quiets.iter() {
                self.histories.update_quiet(pos, mv, &context, -bonus);
            }
        }
        for mv in captures.iter() {
            self.histories.update_capture(pos, mv, -bonus);
        }
    }

    /// Adds a bonus (or a malus, if negative) to the move that led to `pos`, if it is quiet. The idea is
    /// Stockfish's.
    pub(super) fn update_prior_move_history(&mut self, pos: &Position, ply: usize, bonus: i32) {
        let prior = *self.frame(ply, 1);
        if let Some(mv) = prior.quiet {
            let context = self.quiet_context(ply - 1);
            self.histories.update_quiet_at(!pos.turn(), mv, prior.piece_to, &context, bonus);
        }
    }

    /// Adds a bonus or malus to the move that led to `pos`, if it is quiet, by its effect on the static
    /// evaluation: so moves have a history before any of them was searched deeply. The idea is Stockfish's.
    pub(super) fn update_eval_history(&mut self, pos: &Position, ply: usize) {
        let prior = self.frame(ply, 1);
        if let Some(mv) = prior.quiet
            && prior.static_eval != NONE
        {
            // Both are from the side to move's view: one side's gain is the other's loss.
            let gain = -(prior.static_eval + self.frame(ply, 0).static_eval);
            let max = EVALUATION_HISTORY_MAX.get();
            let bonus = (gain * EVALUATION_HISTORY_SLOPE.get()).clamp(-max, max);
            let context = self.quiet_context(ply - 1);
            self.histories.update_butterfly(!pos.turn(), mv, &context, bonus);
        }
    }
}
