//! An engine at one problem.

use std::fmt::Write as _;

use tabia_chess::Move;
use tabia_uci::{Info, Score, UciMove};

use crate::problem::Problem;

/// A moment of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Milliseconds since the start of the search.
    pub time_ms: f64,
    /// Nodes searched, as last reported by the engine.
    pub nodes: u64,
    /// Depth in plies.
    pub depth: u32,
}

/// Result of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Whether the engine's move, or its announced mate, is right.
    pub is_solved: bool,
    /// The engine's move; `None` if it named no legal move.
    pub chosen: Option<Move>,
    /// The moment from which the engine held the solution to the end; `None` if not solved.
    pub found: Option<Moment>,
    /// The end of the search.
    pub end: Moment,
    /// The greatest depth of a line in plies.
    pub seldepth: u32,
    /// The engine's last score, from the side to move.
    pub score: Option<Score>,
    /// The engine's last line, in SAN.
    pub line: String,
    /// The points of the chosen move; `None` if the problem gives none.
    pub points: Option<u32>,
}

/// One attempt at a problem: determines from the engine's output when the solution was found.
#[derive(Clone, Debug)]
pub struct Attempt {
    problem: Problem,
    /// The search may end after this many iterations in a row with the solution.
    iterations: Option<u32>,
    latest: Moment,
    seldepth: u32,
    score: Option<Score>,
    line: Vec<UciMove>,
    /// The moment since which the engine has held the solution.
    since: Option<Moment>,
    /// Completed iterations in a row that ended with the solution.
    held: u32,
    /// The depth of the last line, and whether it was right.
    iteration: Option<(u32, bool)>,
}

impl Attempt {
    /// Creates an attempt that has not begun. It may end after `early_exit` iterations in a row that end with the solution.
    pub fn new(problem: &Problem, early_exit: Option<u32>) -> Self {
        Self {
            problem: problem.clone(),
            iterations: early_exit,
            latest: Moment { time_ms: 0.0, nodes: 0, depth: 0 },
            seldepth: 0,
            score: None,
            line: Vec::new(),
            since: None,
            held: 0,
            iteration: None,
        }
    }

    /// Processes an `info` line that arrived at `time_ms` milliseconds into the search.
    pub fn info(&mut self, info: &Info, time_ms: f64) {
        self.latest.time_ms = time_ms;
        self.latest.nodes = info.nodes.unwrap_or(self.latest.nodes);
        if info.multipv.is_some_and(|place| place > 1) {
            return;
        }
        self.seldepth = self.seldepth.max(info.seldepth.unwrap_or(0));
        let (Some(&first), Some(score)) = (info.pv.first(), info.score) else { return };
        let depth = info.depth.unwrap_or(self.latest.depth);
        self.latest.depth = depth;
        // A line that failed low says nothing about its move; the one before counts until the move is searched again.
        if info.bound == Some(tabia_uci::Bound::Upper) {
            return;
        }
        self.score = Some(score);
        self.line.clone_from(&info.pv);
        let is_right = self.is_right(first, score);
        if !is_right {
            self.since = None;
        } else if self.since.is_none() {
            self.since = Some(self.latest);
        }
        self.count(depth, is_right, info.bound.is_some());
    }

    /// Returns whether the search may end: the solution was held for the required number of iterations.
    pub fn may_stop(&self) -> bool {
        self.iterations.is_some_and(|wanted| self.held >= wanted.max(1))
    }

    /// Ends the attempt with the engine's move.
    pub fn finish(mut self, chosen: Option<UciMove>, time_ms: f64) -> Outcome {
        self.latest.time_ms = time_ms;
        let problem = &self.problem;
        let legal = chosen.and_then(|chosen| self.problem.position.parse_uci(chosen.as_str()).ok());
        let is_solved = legal.is_some_and(|m| problem.is_right(m))
            || matches!(self.score, Some(Score::Mate(moves)) if problem.is_mate_asked_for(moves) && legal.is_some());
        let end = self.latest;
        Outcome {
            is_solved,
            chosen: legal,
            found: is_solved.then(|| self.since.unwrap_or(end)),
            end,
            seldepth: self.seldepth,
            score: self.score,
            line: self.line_in_san(),
            points: legal
                .and_then(|m| problem.points_of(m))
                .or_else(|| (problem.most_points() > 0).then_some(0)),
        }
    }

    fn is_right(&self, first: UciMove, score: Score) -> bool {
        let is_move = self.problem.position.parse_uci(first.as_str()).is_ok_and(|m| self.problem.is_right(m));
        is_move || matches!(score, Score::Mate(moves) if self.problem.is_mate_asked_for(moves))
    }

    /// Counts iterations: an engine may print several lines at a depth, of which the last one counts.
    fn count(&mut self, depth: u32, is_right: bool, is_bound: bool) {
        if is_bound {
            if !is_right {
                self.held = 0;
                self.iteration = None;
            }
            return;
        }
        let was_counted = matches!(self.iteration, Some((at, true)) if at == depth);
        self.iteration = Some((depth, is_right));
        match (is_right, was_counted) {
            (true, false) => self.held += 1,
            (true, true) => {}
            (false, _) => self.held = 0,
        }
    }

    fn line_in_san(&self) -> String {
        let mut position = self.problem.position;
        let mut text = String::new();
        for word in &self.line {
            let Ok(m) = position.parse_uci(word.as_str()) else { break };
            let space = if text.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}{}", position.san(m));
            position.play_unchecked(m);
        }
        text
    }
}
