//! What an engine found out about a position.

use super::analysis_request::AnalysisRequest;
use std::rc::Rc;
use tabia_uci::{Bound, Score, UciMove, Wdl};

/// The newest lines of one search. They belong to `request` and to no other position.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisUpdate {
    /// What was asked.
    pub request: Rc<AnalysisRequest>,
    /// The lines, best first: `multipv` 1, 2 and so on without a gap. Empty until the engine has said anything.
    pub lines: Vec<AnalysisLine>,
    /// The depth of the best line, in plies.
    pub depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Nodes in a second, as the engine counts them.
    pub nps: u64,
    /// Time searched so far, in milliseconds.
    pub time_ms: u64,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions that were looked up in tablebases.
    pub tb_hits: u64,
    /// The distance to zeroing of the position by the tablebases, in plies; negative when the side to move loses.
    pub dtz: Option<i32>,
    /// Whether the search has ended: by its limits, by `stop`, or because the engine was done.
    pub finished: bool,
    /// The move the engine chose; only when finished. `None` where there is no legal move, and where the search
    /// was cut off with its worker.
    pub best_move: Option<UciMove>,
}

/// One principal variation.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisLine {
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// The score from the side to move at the position that was asked about.
    pub score: Score,
    /// Set while the engine knows only a bound of the score.
    pub bound: Option<Bound>,
    /// The expected results from the side to move, where the engine says them.
    pub wdl: Option<Wdl>,
    /// Set while a deeper search has left the window around this score, and is being repeated.
    pub fail: Option<Fail>,
    /// The moves from the position that was asked about. Not checked: an engine may print anything.
    pub pv: Vec<UciMove>,
}

/// A search that has failed high or low: its score is a bound only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fail {
    /// `Lower`: it failed high, the score is at least this.
    pub bound: Bound,
    /// The bound, from the side to move.
    pub score: Score,
    /// Its depth in plies.
    pub depth: u32,
}

#[cfg(test)]
impl AnalysisUpdate {
    /// A search for a request that has found a line of so many plies' depth.
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
