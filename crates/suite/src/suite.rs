//! Contents of a suite.

use std::fmt;

use tabia_chess::{Position, Setup};
use tabia_pgn::epd::EpdLine;
use tabia_pgn::{Epd, doubt_text};

use crate::problem::Problem;

/// The problems of a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// The problems.
    pub problems: Vec<Problem>,
    /// Lines that were skipped, and why.
    pub faults: Vec<Fault>,
    /// Lines that were corrected, and how.
    pub corrections: Vec<Fault>,
}

/// A fault in a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its line, from 1.
    pub line: usize,
    /// The fault, as a sentence.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The position of a line, and how it was corrected: without castling rights that king or rook has lost.
pub(crate) fn start(line: &EpdLine) -> Result<(Epd, Position, Option<Fault>), String> {
    let (position, doubt) = line.start().map_err(|error| error.to_string())?;
    let doubt = doubt.filter(|doubt| doubt.faults().contains(tabia_chess::Fault::CastlingRights));
    let correction =
        doubt.map(|doubt| Fault { line: line.line, message: doubt_text(&line.epd.setup.to_string(), doubt) });
    // The moves of the operations are those of the corrected position.
    let epd = Epd { setup: Setup::from(&position), operations: line.epd.operations.clone() };
    Ok((epd, position, correction))
}

/// A problem with a question, in a position with a legal move.
pub(crate) fn check(problem: Problem) -> Result<Problem, String> {
    if problem.best.is_empty() && problem.avoid.is_empty() && problem.mate_in.is_none() {
        return Err("no solution is given (bm, am or dm)".to_owned());
    }
    if !problem.position.has_legal_moves() {
        return Err("the game is over in this position".to_owned());
    }
    if problem.best.iter().any(|m| problem.avoid.contains(m)) {
        return Err("the same move is right and wrong".to_owned());
    }
    Ok(problem)
}
