//! Turns the `info` lines of a search into the lines to show.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_uci::{BestMove, Info};

use crate::state::analysis_request::AnalysisRequest;
use crate::state::analysis_update::{AnalysisLine, AnalysisUpdate, Fail};

/// Collects the `info` lines of a search.
///
/// Lines of different depths are never shown together: they are not comparable, and a lower line would briefly have a better score. The
/// lines of a new depth are held back until it is complete, as on lichess.
#[derive(Debug, Clone)]
pub(super) struct Collector {
    request: Rc<AnalysisRequest>,
    /// Lines to show, by rank.
    lines: LinesByRank,
    /// Lines of the depth being searched.
    coming: LinesByRank,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    hashfull: Option<u32>,
    tb_hits: u64,
    dtz: Option<i32>,
}

type LinesByRank = BTreeMap<u32, AnalysisLine>;

impl Collector {
    pub fn new(request: Rc<AnalysisRequest>) -> Self {
        Self {
            request,
            lines: LinesByRank::new(),
            coming: LinesByRank::new(),
            nodes: 0,
            nps: 0,
            time_ms: 0,
            hashfull: None,
            tb_hits: 0,
            dtz: None,
        }
    }

    /// Adds an `info`; returns whether there is anything new to show.
    pub fn info(&mut self, info: &Info) -> bool {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.nps = info.nps.unwrap_or(self.nps);
        self.time_ms = info.time.unwrap_or(self.time_ms);
        self.hashfull = info.hashfull.or(self.hashfull);
        self.tb_hits = info.tbhits.unwrap_or(self.tb_hits);
        self.dtz = info.dtz.or(self.dtz);
        let rank = info.multipv.unwrap_or(1);
        if let Some(score) = info.score
            && (1..=self.request.multipv.max(1)).contains(&rank)
            && !info.pv.is_empty()
        {
            let line = AnalysisLine {
                depth: info.depth.unwrap_or(0),
                seldepth: info.seldepth,
                score,
                bound: info.bound,
                wdl: info.wdl,
                fail: None,
                pv: info.pv.clone(),
            };
            // A bound is sent while an iteration is being re-searched; the exact score before it is more useful.
            let is_known = |lines: &LinesByRank| lines.get(&rank).is_some_and(|old| old.bound.is_none());
            match info.bound {
                Some(bound) if is_known(&self.coming) || is_known(&self.lines) => {
                    self.fail(rank, Fail { bound, score, depth: line.depth });
                }
                _ => self.line(rank, line),
            }
        }
        info.nodes.is_some() || info.score.is_some()
    }

    /// Marks a line whose next depth failed high or low, until that depth is resolved.
    fn fail(&mut self, rank: u32, fail: Fail) {
        for lines in [&mut self.coming, &mut self.lines] {
            if let Some(line) = lines.get_mut(&rank).filter(|line| line.depth <= fail.depth) {
                line.fail = Some(fail);
            }
        }
    }

    fn line(&mut self, rank: u32, line: AnalysisLine) {
        if let Some(shown) = self.lines.get_mut(&rank)
            && shown.fail.is_some_and(|fail| fail.depth <= line.depth)
        {
            shown.fail = None;
        }
        // Stockfish repeats the last depth's lines after each new one.
        if !self.lines.is_empty() && self.coming.values().any(|other| other.depth > line.depth) {
            return;
        }
        let is_of_next_depth = self.coming.values().any(|other| other.depth < line.depth);
        if is_of_next_depth {
            // The engine has started the next depth, so the last one is complete: with few legal moves, that means fewer lines than
            // requested.
            self.lines = std::mem::take(&mut self.coming);
        }
        self.coming.insert(rank, line);
        let is_first_depth = self.lines.len() < self.coming.len();
        let is_whole = (1..).zip(self.coming.keys()).all(|(expected, rank)| expected == *rank)
            && self.coming.len() >= self.lines.len().max(1);
        if is_first_depth || is_whole {
            self.lines.clone_from(&self.coming);
        }
    }

    /// Returns the state of the search, with `best_move` once it has ended.
    pub fn update(&self, best_move: Option<BestMove>) -> AnalysisUpdate {
        let lines: Vec<AnalysisLine> = (1..)
            .zip(&self.lines)
            .take_while(|(rank, (key, _))| rank == *key)
            .map(|(_, (_, line))| line.clone())
            .collect();
        AnalysisUpdate {
            request: self.request.clone(),
            depth: lines.first().map_or(0, |line| line.depth),
            lines,
            nodes: self.nodes,
            nps: self.nps,
            time_ms: self.time_ms,
            hashfull: self.hashfull,
            tb_hits: self.tb_hits,
            dtz: self.dtz,
            finished: best_move.is_some(),
            best_move: best_move.and_then(|best| best.best),
        }
    }
}
