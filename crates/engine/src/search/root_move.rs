//! Root moves with scores and lines, and the result of a thread.

use tabia_chess::Move;

use crate::control::Bound;
use crate::tablebase::Wdl;
use crate::value::{INFINITE, MATE_IN_MAX_PLY, MAX_PLY, Value, is_mate};

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The score of the current iteration; `-INFINITE` if the move is only known to be worse than the best.
    pub(super) score: Value,
    /// The score of the last iteration.
    pub(super) previous_score: Value,
    pub(super) bound: Bound,
    pub(super) seldepth: usize,
    /// The depth of the stored line in plies.
    pub(super) depth: i32,
    pub(super) nodes: u64,
    pub(super) pv: Vec<Move>,
    /// Its rank by the tablebases, greater for better results; 0 for all if they do not know the root.
    pub(super) tb_rank: i32,
    /// The tablebase result after it, from the root's side.
    pub(super) tb_wdl: Option<Wdl>,
}

impl RootMove {
    /// A move that has not been searched.
    pub(super) fn new(mv: Move) -> Self {
        let mut pv = Vec::with_capacity(MAX_PLY + 1);
        pv.push(mv);
        Self {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            seldepth: 0,
            depth: 0,
            nodes: 0,
            pv,
            tb_rank: 0,
            tb_wdl: None,
        }
    }

    /// The score to report: that of the last iteration if the current one has not reached the move.
    pub(super) fn reported_score(&self) -> Value {
        if self.score == -INFINITE { self.previous_score } else { self.score }
    }

    /// Whether the score to report is exact. That of an earlier iteration is, as are those of the tablebases.
    pub(super) fn reported_bound(&self) -> Bound {
        let is_of_tablebases = self.tb_wdl.is_some() && !is_mate(self.reported_score());
        if self.score == -INFINITE || is_of_tablebases { Bound::Exact } else { self.bound }
    }
}

/// The result of one thread, or of an iteration that it has completed.
#[derive(Clone)]
pub(super) struct ThreadResult {
    /// The last completed depth in plies.
    pub(super) depth: i32,
    pub(super) score: Value,
    pub(super) root_moves: Vec<RootMove>,
    /// The best move of that depth with the score to report, which is exact; `None` if the root moves are those
    /// of that depth, and not of an iteration that was stopped.
    pub(super) completed_best: Option<(Move, Value)>,
}

impl ThreadResult {
    /// That of the root moves as the search has left them, best first; `None` if there are none.
    pub(super) fn of(
        depth: i32,
        root_moves: Vec<RootMove>,
        completed_best: Option<(Move, Value)>,
    ) -> Option<Self> {
        let score = root_moves.first()?.reported_score();
        Some(Self { depth, score, root_moves, completed_best })
    }

    /// Whether this result is better than one with this depth and score: a better score at the same depth, a
    /// shorter mate, or a greater depth, unless that would give up a mate. The rule is Ethereal's.
    pub(super) fn beats(&self, depth: i32, score: Value) -> bool {
        let is_mate = self.score >= MATE_IN_MAX_PLY;
        (self.score > score && (self.depth >= depth || is_mate))
            || (self.depth > depth && score < MATE_IN_MAX_PLY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mate_in, mated_in};

    #[test]
    fn the_best_result_is_adopted() {
        let result =
            |depth, score| ThreadResult { depth, score, root_moves: Vec::new(), completed_best: None };
        assert!(result(10, 30).beats(10, 20) && !result(10, 20).beats(10, 20));
        assert!(result(11, 10).beats(10, 20), "deeper");
        assert!(!result(9, 90).beats(10, 20), "less deep");
        assert!(!result(12, 500).beats(10, mate_in(5)), "a mate is not given up");
        assert!(result(9, mate_in(3)).beats(10, mate_in(5)), "a nearer mate");
        assert!(result(11, mated_in(4)).beats(10, 0), "what is deeper knows better");
    }
}
