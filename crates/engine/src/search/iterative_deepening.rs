//! Iterative deepening at the root: aspiration windows, MultiPV, time.

use super::root_move::{RootMove, ThreadResult};
use super::thread::SearchThread;
use crate::control::{Bound, Control};
use crate::limits::TimeLimit;
use crate::params::ASPIRATION_WINDOW;
use crate::strength::{CANDIDATES, Strength};
use crate::time::IterationStats;
use crate::value::{INFINITE, MATE, MAX_PLY, Score, Value, is_mate};

/// A MultiPV search that has searched more nodes without reporting a line reports the best so far.
const SLOW_FIRST_LINE: u64 = 4_096;

impl SearchThread<'_> {
    /// Searches until a limit is reached and the move may be sent.
    pub(super) fn iterative_deepening(&mut self) {
        if let Some(beginner) = self.settings.strength.and_then(Strength::beginner) {
            self.play_as_beginner(beginner);
            self.wait_for_stop();
            return;
        }
        self.prepare_root();
        if !self.root_moves.is_empty() {
            self.completed_depth = self.deepen(0);
            if self.root_moves[0].depth == 0 {
                self.evaluate_unsearched();
            }
            self.pick_weakened_move();
        }
        self.wait_for_stop();
    }

    /// Searches until the main thread has ended, each time `lead` plies deeper than the next depth. `None` if no depth was
    /// completed.
    pub(super) fn run_helper(mut self, lead: i32) -> Option<ThreadResult> {
        self.prepare_root();
        let depth = if self.root_moves.is_empty() { 0 } else { self.deepen(lead) };
        self.publish_counts();
        ThreadResult::of(depth, self.root_moves, self.completed_best).filter(|_| depth > 0)
    }

    fn prepare_root(&mut self) {
        self.init_root_moves();
        self.filter_root_moves_by_tablebase();
    }

    /// Deepens until a limit is reached; returns the last completed depth, or 0.
    ///
    /// With several threads the first to complete a depth ends it for all: those that were searching it or less go on from its
    /// result, `lead` plies beyond the next depth.
    fn deepen(&mut self, lead: i32) -> i32 {
        let max_depth = self.max_depth();
        let multi_pv = self.multi_pv();
        let candidates =
            self.handicap.map_or(1, |handicap| if handicap.half_life > 0 { CANDIDATES } else { 1 });
        let lines = multi_pv.max(candidates).min(self.root_moves.len());
        let mut finished = 0;
        let mut is_first_reported = false;
        let mut stats = IterationStats::default();
        let mut last_best = None;
        let mut average: Option<Value> = None;

        while finished < max_depth {
            let depth = (finished + 1 + lead).min(max_depth);
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
            }
            self.search_lines(depth, lines, &mut is_first_reported);
            if let Some(completed) = self.overtaken_by.take() {
                self.stopped = false;
                finished = completed.depth;
                self.take_over(completed.root_moves);
            } else if self.stopped {
                break;
            } else {
                finished = depth;
                if let Some(shared) = self.role.shared() {
                    shared.complete(depth, &self.root_moves);
                }
            }
            self.report_lines(multi_pv);
            is_first_reported = true;

            let best = &self.root_moves[0];
            self.completed_best = Some((best.mv, self.score_to_report(best)));
            let (mv, score, nodes) = (best.mv, best.score, best.nodes);
            stats.stable_iterations = if last_best == Some(mv) { stats.stable_iterations + 1 } else { 0 };
            last_best = Some(mv);
            stats.best_move_effort = nodes * 1000 / self.nodes.max(1);
            stats.score_drop = average.map_or(0, |average| average - score);
            average = Some(average.map_or(score, |average| (2 * average + score) / 3));
            if self.should_stop_deepening(score, finished, &stats) {
                break;
            }
        }
        finished
    }

    /// Continues from another thread's completed iteration. The node counts per root move stay this thread's own.
    fn take_over(&mut self, completed: Vec<RootMove>) {
        let own = std::mem::replace(&mut self.root_moves, completed);
        for root_move in &mut self.root_moves {
            root_move.nodes = own.iter().find(|own| own.mv == root_move.mv).map_or(0, |own| own.nodes);
        }
    }

    fn max_depth(&self) -> i32 {
        let greatest = MAX_PLY as u32 - 1;
        match self.limits.depth {
            // A depth limit does not hold for an infinite search.
            Some(depth) if !self.limits.infinite => depth.clamp(1, greatest) as i32,
            _ => greatest as i32,
        }
    }

    /// Searches the best lines to `depth`, one after the other. `is_first_reported` tells whether any line
    /// was reported yet.
    fn search_lines(&mut self, depth: i32, lines: usize, is_first_reported: &mut bool) {
        // Lines are compared with those of the same tablebase rank.
        let (mut first, mut end) = (0, 0);
        for pv_index in 0..lines {
            self.pv_index = pv_index;
            if pv_index == end {
                (first, end) = (pv_index, self.end_of_rank(pv_index));
            }
            self.seldepth = 0;
            self.search_line(depth, lines);
            // A later line can turn out better than earlier ones: the window moved, or the table has more
            // entries. That also holds for one whose search was stopped, if it is known to be that good. (The
            // levels of play were measured without this.)
            let is_known =
                !self.stopped || self.handicap.is_none() && self.root_moves[pv_index].bound != Bound::Upper;
            if is_known && let Some(found) = self.root_moves.get_mut(first..=pv_index) {
                found.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            }
            if self.stopped {
                return;
            }
            if !*is_first_reported && pv_index + 1 < lines && self.nodes > SLOW_FIRST_LINE {
                self.report_lines(1);
                *is_first_reported = true;
            }
        }
    }

    /// Whether no further iteration should be started.
    fn should_stop_deepening(&mut self, score: Value, depth: i32, stats: &IterationStats) -> bool {
        // Iterations can be so short that the regular poll would come too late.
        self.check_signal();
        if self.stopped {
            return true;
        }
        if self.limits.infinite {
            return false;
        }
        if self.pondering {
            self.stop_on_ponder_hit = self.is_limit_reached(score, depth, stats);
            // A weakened search is not to see more than without pondering.
            return self.stop_on_ponder_hit && self.handicap.is_some();
        }
        self.is_limit_reached(score, depth, stats)
    }

    /// Whether a limit other than depth or hard node count ends the search.
    fn is_limit_reached(&mut self, score: Value, depth: i32, stats: &IterationStats) -> bool {
        if let (Some(wanted), Score::Mate(moves)) = (self.limits.mate, Score::from(score))
            && moves.unsigned_abs() <= wanted
        {
            return true;
        }
        if self.limits.soft_nodes.is_some_and(|nodes| self.node_counts().nodes >= nodes) {
            return true;
        }
        let Some(time) = self.time else { return false };
        if let TimeLimit::MoveTime(_) = self.limits.time {
            return !self.pondering && time.should_stop(self.used_ms(), stats);
        }
        // Time spent on the opponent's clock counts as thinking too.
        let elapsed = self.elapsed_ms();
        // No more thinking is needed with a single legal move, or once a mate is proven.
        if self.root_moves.len() == 1 && depth >= 6 || is_mate(score) && depth > 2 * (MATE - score.abs()) {
            return true;
        }
        time.should_stop(elapsed, stats)
    }

    /// Searches the line `pv_index` to `depth`, with an aspiration window that widens until the score is
    /// inside.
    fn search_line(&mut self, depth: i32, lines: usize) {
        let previous = self.root_moves[self.pv_index].previous_score;
        let mut delta = ASPIRATION_WINDOW.get() + previous.abs().min(1_000) / 50;
        let (mut alpha, mut beta) = if depth >= 4 && !is_mate(previous) && previous != -INFINITE {
            ((previous - delta).max(-INFINITE), (previous + delta).min(INFINITE))
        } else {
            (-INFINITE, INFINITE)
        };
        let mut failed_high = 0;
        loop {
            let searched = (depth - failed_high).max(1);
            let root = *self.root;
            let value = self.negamax::<true>(&root, alpha, beta, searched, 0, false);
            self.sort_root_moves();
            if self.stopped {
                return;
            }
            if value <= alpha {
                self.report_aspiration_failure(lines);
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                failed_high = 0;
            } else if value >= beta {
                self.report_aspiration_failure(lines);
                beta = (value + delta).min(INFINITE);
                failed_high = (failed_high + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2;
            if delta > 700 || is_mate(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// In an infinite search, and while pondering, the move has to wait for a signal.
    fn wait_for_stop(&mut self) {
        // What was stopped without a signal was stopped by the limits of weakened play.
        self.stopped &= !self.pondering;
        while !self.stopped && (self.limits.infinite || self.pondering) {
            self.check_signal();
            if !self.stopped && (self.limits.infinite || self.pondering) {
                self.control.wait();
            }
        }
    }
}
