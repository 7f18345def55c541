//! Reports during a search, and its result.

use tabia_chess::Move;

use super::root_move::RootMove;
use super::settings::SearchResult;
use super::thread::SearchThread;
use crate::control::{Control, PvInfo, Report};
use crate::value::{DRAW, INFINITE, Score, Value, is_mate};

/// `currmove` is reported from this time on, in milliseconds.
const CURRENT_MOVE_AFTER_MS: u64 = 3_000;

impl SearchThread<'_> {
    /// Reports the lines a last time with the final counts, and returns the result.
    pub(super) fn into_result(mut self) -> SearchResult {
        if self.root_moves.is_empty() {
            let score = if self.root.is_check() { Score::Mate(0) } else { Score::Centipawns(DRAW) };
            return SearchResult { score: Some(score), ..SearchResult::default() };
        }
        self.report_lines(self.multi_pv());
        let best = &self.root_moves[0];
        let counts = self.node_counts();
        SearchResult {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied(),
            score: Some(Score::from(self.score_to_report(best))),
            bound: best.reported_bound(),
            completed: self.completed_best.map(|(mv, score)| (mv, Score::from(score))),
            depth: self.completed_depth as u32,
            nodes: counts.nodes,
            quiescence_nodes: counts.quiescence_nodes,
        }
    }

    /// Reports a score outside the aspiration window, in long searches with a single line.
    pub(super) fn report_aspiration_failure(&mut self, lines: usize) {
        if lines == 1 && self.elapsed_ms() > 3_000 {
            self.report_lines(1);
        }
    }

    pub(super) fn report_lines(&mut self, lines: usize) {
        for index in 0..lines {
            self.report_line(index);
        }
    }

    fn report_line(&mut self, index: usize) {
        let time_ms = self.elapsed_ms();
        let hashfull = self.tt.hashfull();
        let counts = self.node_counts();
        let Some(root_move) = self.root_moves.get(index) else { return };
        // A move that led only while an earlier line was searched has a line but no score.
        if root_move.depth == 0 || root_move.reported_score() == -INFINITE {
            return;
        }
        // Without a score of this iteration the move has that of the one before, which was completed.
        let is_earlier = root_move.score == -INFINITE;
        let depth =
            if is_earlier { root_move.depth.min(self.root_depth - 1).max(1) } else { root_move.depth };
        self.control.report(&Report::Pv(PvInfo {
            root: self.root,
            depth: depth as u32,
            seldepth: root_move.seldepth.max(1) as u32,
            multipv: index as u32 + 1,
            score: Score::from(self.score_to_report(root_move)),
            bound: root_move.reported_bound(),
            nodes: counts.nodes,
            time_ms,
            hashfull,
            tb_hits: counts.tb_hits,
            pv: &root_move.pv,
        }));
    }

    /// The number of lines to report: as many as requested, but at most the number of moves.
    pub(super) fn multi_pv(&self) -> usize {
        self.settings.multi_pv.clamp(1, self.root_moves.len())
    }

    /// The score to report: that of the tablebases if they know the root, unless the search has found a mate.
    pub(super) fn score_to_report(&self, root_move: &RootMove) -> Value {
        let searched = root_move.reported_score();
        if is_mate(searched) { searched } else { self.tb_score(root_move).unwrap_or(searched) }
    }

    /// Reports the move searched at the root, once the search has run for some seconds. `number` counts from
    /// 1.
    pub(super) fn report_current_move(&mut self, mv: Move, number: usize) {
        if self.nodes < 100_000 || self.elapsed_ms() < CURRENT_MOVE_AFTER_MS {
            return;
        }
        let number = (number + self.pv_index) as u32;
        self.control.report(&Report::CurrentMove { depth: self.root_depth as u32, mv, number });
    }
}
