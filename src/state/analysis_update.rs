//! Results of an engine search.

use super::analysis_request::AnalysisRequest;
use std::rc::Rc;
use tabia_uci::{Bound, Score, UciMove, Wdl};

/// Latest lines of one search, valid only for the position of `request`.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisUpdate {
    /// The request that was searched.
    pub request: Rc<AnalysisRequest>,
    /// Lines, best first: `multipv` 1, 2 and so on without a gap. Empty until the engine's first line.
    pub lines: Vec<AnalysisLine>,
    /// The depth of the best line, in plies.
    pub depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Nodes per second, as reported by the engine.
    pub nps: u64,
    /// Time searched so far, in milliseconds.
    pub time_ms: u64,
    /// Use of the hash table, in permille.
    pub hashfull: Option<u32>,
    /// Number of tablebase hits.
    pub tb_hits: u64,
    /// Distance to zeroing of the position from the tablebases, in plies; negative when the side to move loses.
    pub dtz: Option<i32>,
    /// Whether the search has ended: by its limits, by `stop`, or by the engine itself.
    pub finished: bool,
    /// The engine's move, only when finished. `None` without a legal move, or if the search was killed with its worker.
    pub best_move: Option<UciMove>,
}

/// One principal variation.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisLine {
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Score from the side to move in the requested position.
    pub score: Score,
    /// Set while only a bound of the score is known.
    pub bound: Option<Bound>,
    /// Win/draw/loss probabilities from the side to move, if the engine reports them.
    pub wdl: Option<Wdl>,
    /// Set while a deeper search that failed high or low is repeated.
    pub fail: Option<Fail>,
    /// Moves from the requested position. Unchecked: an engine may print anything.
    pub pv: Vec<UciMove>,
}

/// Fail high or fail low: the score is only a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fail {
    /// `Lower` for a fail high: the score is at least this.
    pub bound: Bound,
    /// The bound, from the side to move.
    pub score: Score,
    /// Depth in plies.
    pub depth: u32,
}

#[cfg(test)]
impl AnalysisUpdate {
    /// Creates an update with one line of this depth in plies.
    pub(crate) fn of_depth(request: &Rc<AnalysisRequest>, depth: u32) -> Self {
        let line = AnalysisLine {
            depth,
            seldepth: None,
            score: Score::Cp(1),
            bound: None,
            wdl: None,
            fail: None,
            pv: Vec::new(),
        };
        Self {
            request: Rc::clone(request),
            lines: vec![line],
            depth,
            nodes: 1,
            nps: 1,
            time_ms: 1,
            hashfull: None,
            tb_hits: 0,
            dtz: None,
            finished: false,
            best_move: None,
        }
    }
}
