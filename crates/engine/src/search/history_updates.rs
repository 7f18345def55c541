//! What a node teaches the histories: about its moves, those searched in vain before one that cut, and about the move that led
//! to it.

use tabia_chess::{Move, Position};

use super::thread::SearchThread;
use crate::control::Control;
use crate::history;
use crate::movepick::is_tactical;
use crate::params::{EVALUATION_HISTORY_MAX, EVALUATION_HISTORY_SLOPE};
use crate::switches::{EVALUATION_HISTORY, PRIOR_MOVE_HISTORY};
use crate::value::NONE;

/// How many moves of a kind are remembered for the malus; the rest of a long list matters little.
const CAPACITY: usize = 64;

/// The moves of a node searched in vain before the one that cut.
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

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().copied().flatten()
    }
}

impl<C: Control> SearchThread<'_, C> {
    /// Learns from a cut-off: a bonus for the move that cut, a malus for those searched before it.
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
            let continuation = self.continuation_keys(ply);
            self.histories.set_counter(continuation[0], best);
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.histories.update_quiet(pos, best, &continuation, bonus);
            for mv in quiets.iter() {
                self.histories.update_quiet(pos, mv, &continuation, -bonus);
            }
        }
        for mv in captures.iter() {
            self.histories.update_capture(pos, mv, -bonus);
        }
    }

    /// Rewards (or with a negative bonus punishes) the move that led to `pos`, if it is quiet: the node has turned out well or
    /// badly for who made it. The idea is Stockfish's.
    pub(super) fn update_prior_move_history(&mut self, pos: &Position, ply: usize, bonus: i32) {
        let prior = *self.frame(ply, 1);
        if let Some(mv) = prior.quiet
            && PRIOR_MOVE_HISTORY.is_on()
        {
            let continuation = self.continuation_keys(ply - 1);
            self.histories.update_quiet_at(!pos.turn(), mv, prior.piece_to, &continuation, bonus);
        }
    }

    /// Rewards or punishes the move that led to `pos`, if it is quiet, by what it did to the static evaluation: so moves have a
    /// history before any of them was searched deeply. The idea is Stockfish's.
    pub(super) fn update_eval_history(&mut self, pos: &Position, ply: usize) {
        let prior = self.frame(ply, 1);
        if let Some(mv) = prior.quiet
            && prior.static_eval != NONE
            && EVALUATION_HISTORY.is_on()
        {
            // Both are from the view of the side to move: what one side gains the other loses.
            let gain = -(prior.static_eval + self.frame(ply, 0).static_eval);
            let max = EVALUATION_HISTORY_MAX.get();
            let bonus = (gain * EVALUATION_HISTORY_SLOPE.get()).clamp(-max, max);
            self.histories.update_butterfly(!pos.turn(), mv, bonus);
        }
    }
}
