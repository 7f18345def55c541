//! Iterative deepening at the root: aspiration windows, several lines, time.

use tabia_chess::Move;

use super::SearchResult;
use super::params::ASPIRATION_WINDOW;
use super::switches;
use super::team::Outcome;
use super::worker::Worker;
use crate::control::{Bound, Control, Line, Report};
use crate::limits::TimeLimit;
use crate::strength::{CANDIDATES, choose, mix};
use crate::time::Progress;
use crate::value::{DRAW, INFINITE, MATE, MAX_PLY, Score, Value, is_mate, mate_in};

/// A search of several lines that has taken more nodes without having told one tells the best so far.
const SLOW_FIRST_LINE: u64 = 4_096;

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The score of the running iteration; `-INFINITE` as long as it is only known to be worse than the best.
    score: Value,
    /// The score of the last iteration.
    previous_score: Value,
    bound: Bound,
    seldepth: usize,
    /// The depth of the line kept here.
    depth: i32,
    nodes: u64,
    pv: Vec<Move>,
}

impl<C: Control> Worker<'_, C> {
    /// Searches until a limit is reached and an answer may be given.
    pub(super) fn think(&mut self) {
        self.prepare_root();
        if !self.root_moves.is_empty() {
            self.finished = self.iterate(1);
            if self.root_moves[0].depth == 0 {
                self.judge_unsearched();
            }
            self.choose_weaker();
        }
        self.wait_for_release();
    }

    /// Tells what the search came to.
    pub(super) fn conclude(mut self) -> SearchResult {
        if self.root_moves.is_empty() {
            let score = if self.root.is_check() { Score::Mate(0) } else { Score::Centipawns(DRAW) };
            return SearchResult { score: Some(score), ..SearchResult::default() };
        }
        self.report_final();
        let best = &self.root_moves[0];
        let effort = self.effort();
        SearchResult {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied(),
            score: Some(Score::from(self.score_to_show(best))),
            depth: self.finished as u32,
            nodes: effort.nodes,
            quiescence_nodes: effort.quiescence_nodes,
        }
    }

    /// Searches from a first depth on until the leader has ended. Nothing to tell of if no depth was finished.
    pub(super) fn help(mut self, first: i32) -> Option<Outcome> {
        self.prepare_root();
        let depth = if self.root_moves.is_empty() { 0 } else { self.iterate(first) };
        self.tell_effort();
        let score = shown(self.root_moves.first()?);
        (depth > 0).then_some(Outcome { depth, score, root_moves: self.root_moves })
    }

    /// Takes the best of what the helpers found, if it is better than the own and only one line of any depth was asked for.
    pub(super) fn adopt_best(&mut self, outcomes: impl Iterator<Item = Outcome>) {
        if self.root_moves.is_empty() || self.lines_shown() > 1 || self.limits.depth.is_some() {
            return;
        }
        for outcome in outcomes {
            if outcome.beats(self.finished, shown(&self.root_moves[0])) {
                self.finished = outcome.depth;
                self.root_moves = outcome.root_moves;
            }
        }
    }

    fn prepare_root(&mut self) {
        self.find_root_moves();
        self.filter_root_by_tables();
    }

    fn find_root_moves(&mut self) {
        let wanted = &self.limits.search_moves;
        let mut moves: Vec<Move> = self.root.legal_moves().iter().copied().collect();
        if moves.iter().any(|mv| wanted.contains(mv)) {
            moves.retain(|mv| wanted.contains(mv));
        }
        self.root_moves = moves
            .into_iter()
            .map(|mv| {
                let mut pv = Vec::with_capacity(MAX_PLY + 1);
                pv.push(mv);
                RootMove {
                    mv,
                    score: -INFINITE,
                    previous_score: -INFINITE,
                    bound: Bound::Exact,
                    seldepth: 0,
                    depth: 0,
                    nodes: 0,
                    pv,
                }
            })
            .collect();
        if let Some(at) = self.root_moves.iter().position(|root_move| Some(root_move.mv) == self.learned_move)
        {
            self.root_moves[..=at].rotate_right(1);
        }
    }

    /// Deepens from a first depth until a limit is reached and returns the last depth finished, or 0.
    fn iterate(&mut self, first: i32) -> i32 {
        let most =
            self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        // A depth limit does not hold for an infinite search.
        let most = if self.limits.infinite { MAX_PLY as i32 - 1 } else { most };
        let shown = self.lines_shown();
        let candidates =
            self.weakness.map_or(1, |weakness| if weakness.half_life > 0 { CANDIDATES } else { 1 });
        let lines = shown.max(candidates).min(self.root_moves.len());
        let mut finished = 0;
        let mut is_first_told = false;
        let mut progress = Progress::default();
        let mut last_best = None;
        let mut average: Option<Value> = None;

        for depth in first..=most {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
            }
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.seldepth = 0;
                self.search_line(depth, lines);
                if self.stopped {
                    break;
                }
                // A later line can turn out better than the ones before it: a window that moved, a fuller table.
                if let Some(found) = self.root_moves.get_mut(..=pv_index) {
                    found.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
                }
                if !is_first_told && pv_index + 1 < lines && self.nodes > SLOW_FIRST_LINE {
                    self.report_lines(1);
                    is_first_told = true;
                }
            }
            if self.stopped {
                break;
            }
            finished = depth;
            self.report_lines(shown);
            is_first_told = true;

            let best = &self.root_moves[0];
            let (mv, score, nodes) = (best.mv, best.score, best.nodes);
            progress.stable_iterations =
                if last_best == Some(mv) { progress.stable_iterations + 1 } else { 0 };
            last_best = Some(mv);
            progress.best_move_effort = nodes * 1000 / self.nodes.max(1);
            progress.score_drop = average.map_or(0, |average| average - score);
            average = Some(average.map_or(score, |average| (2 * average + score) / 3));
            if self.is_done(score, depth, &progress) {
                break;
            }
        }
        finished
    }

    /// Whether no further iteration is wanted.
    fn is_done(&mut self, score: Value, depth: i32, progress: &Progress) -> bool {
        // Signals must not wait for the next thousand nodes where iterations are tiny.
        self.look_at_signal();
        if self.stopped {
            return true;
        }
        if self.limits.infinite {
            return false;
        }
        if self.pondering {
            self.is_ready = self.is_enough(score, depth, progress);
            return false;
        }
        self.is_enough(score, depth, progress)
    }

    /// Whether the limits, except depth and the greatest number of nodes, are content with what was found.
    fn is_enough(&mut self, score: Value, depth: i32, progress: &Progress) -> bool {
        if let (Some(wanted), Score::Mate(moves)) = (self.limits.mate, Score::from(score))
            && moves.unsigned_abs() <= wanted
        {
            return true;
        }
        if self.limits.soft_nodes.is_some_and(|nodes| self.effort().nodes >= nodes) {
            return true;
        }
        let Some(time) = self.time else { return false };
        if let TimeLimit::MoveTime(_) = self.limits.time {
            return !self.pondering && time.is_enough(self.used_ms(), progress);
        }
        // What was thought on the opponent's time is thought as well.
        let elapsed = self.elapsed_ms();
        // There is nothing to think about with one move, or beyond a mate found for certain.
        if self.root_moves.len() == 1 && depth >= 6 || is_mate(score) && depth > 2 * (MATE - score.abs()) {
            return true;
        }
        time.is_enough(elapsed, progress)
    }

    /// Searches the line `pv_index` to `depth`, with a window around its last score that opens until the
    /// score lies inside.
    fn search_line(&mut self, depth: i32, lines: usize) {
        let previous = self.root_moves[self.pv_index].previous_score;
        let mut delta = ASPIRATION_WINDOW.get() + previous.abs().min(1_000) / 50;
        let (mut alpha, mut beta) =
            if switches::ASPIRATION.is_on() && depth >= 4 && !is_mate(previous) && previous != -INFINITE {
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
                self.report_failure(value, lines);
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                failed_high = 0;
            } else if value >= beta {
                self.report_failure(value, lines);
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

    /// Not even the first move was searched to its end: it is told with what it leads to as it stands.
    fn judge_unsearched(&mut self) {
        let mv = self.root_moves[0].mv;
        let mut child = *self.root;
        child.play_unchecked(mv);
        let score = if child.has_legal_moves() {
            -self.evaluate(&child)
        } else if child.is_check() {
            mate_in(1)
        } else {
            -self.draw_value(1)
        };
        let first = &mut self.root_moves[0];
        (first.score, first.bound, first.depth) = (score, Bound::Exact, 1);
    }

    /// Puts the best first among the moves from the current line on; stable, so that moves without a score
    /// keep their order.
    fn sort_root_moves(&mut self) {
        let from = self.pv_index;
        if let Some(rest) = self.root_moves.get_mut(from..) {
            rest.sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.previous_score)));
        }
    }

    /// Whether the move belongs to the current line's choice.
    pub(super) fn is_searched_at_root(&self, mv: Move) -> bool {
        self.root_moves.iter().skip(self.pv_index).any(|root_move| root_move.mv == mv)
    }

    /// Keeps what the search found out about a root move.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        value: Value,
        alpha: Value,
        beta: Value,
        move_count: usize,
        nodes: u64,
    ) {
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if move_count == 1 || value > alpha {
            root_move.score = value;
            root_move.seldepth = self.seldepth;
            root_move.depth = self.root_depth;
            root_move.bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend(self.pv.line(1));
        } else {
            // Only known to be worse than the best.
            root_move.score = -INFINITE;
        }
    }

    /// Tells of a score outside the window, when it takes long and there is one line only.
    fn report_failure(&mut self, value: Value, lines: usize) {
        let _ = value;
        if lines == 1 && self.elapsed_ms() > 3_000 {
            self.report_lines(1);
        }
    }

    fn report_lines(&mut self, lines: usize) {
        for index in 0..lines {
            self.report_line(index);
        }
    }

    fn report_line(&mut self, index: usize) {
        let time_ms = self.elapsed_ms();
        let hashfull = self.table.hashfull();
        let effort = self.effort();
        let Some(root_move) = self.root_moves.get(index) else { return };
        if root_move.depth == 0 {
            return;
        }
        let bound = if root_move.score == -INFINITE { Bound::Exact } else { root_move.bound };
        self.control.report(&Report::Line(Line {
            root: self.root,
            depth: root_move.depth as u32,
            seldepth: root_move.seldepth.max(1) as u32,
            multipv: index as u32 + 1,
            score: Score::from(self.score_to_show(root_move)),
            bound,
            nodes: effort.nodes,
            time_ms,
            hashfull,
            table_hits: effort.table_hits,
            pv: &root_move.pv,
        }));
    }

    /// The last word before the best move, with the whole effort.
    fn report_final(&mut self) {
        self.report_lines(self.lines_shown());
    }

    /// How many lines were asked for and can be had.
    pub(super) fn lines_shown(&self) -> usize {
        self.settings.multi_pv.clamp(1, self.root_moves.len())
    }

    /// What is told: the tables' verdict on the root, unless the search has found a mate.
    fn score_to_show(&self, root_move: &RootMove) -> Value {
        let searched = shown(root_move);
        if is_mate(searched) { searched } else { self.table_score().unwrap_or(searched) }
    }

    /// Below full strength: puts one of the best moves first, by lot.
    fn choose_weaker(&mut self) {
        let (Some(weakness), Some(strength)) = (self.weakness, self.settings.strength) else { return };
        let best = shown(&self.root_moves[0]);
        if is_mate(best) {
            return;
        }
        let losses: Vec<Value> = self
            .root_moves
            .iter()
            .take(CANDIDATES)
            .map(|root_move| (best - shown(root_move)).max(0))
            .collect();
        let drawn = mix(self.root.key() ^ mix(strength.seed ^ self.root_key as u64));
        let chosen = choose(&losses, weakness.half_life, drawn);
        self.root_moves[..=chosen].rotate_right(1);
    }

    /// In an infinite search, and while pondering, the answer has to wait for a signal.
    fn wait_for_release(&mut self) {
        while !self.stopped && (self.limits.infinite || self.pondering) {
            self.look_at_signal();
            if !self.stopped && (self.limits.infinite || self.pondering) {
                self.control.wait();
            }
        }
    }
}

/// The score to show: that of the last iteration where the running one has none yet.
fn shown(root_move: &RootMove) -> Value {
    if root_move.score == -INFINITE { root_move.previous_score } else { root_move.score }
}
