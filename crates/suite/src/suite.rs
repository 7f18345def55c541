//! Contents of a suite.

use std::fmt;

use crate::problem::Problem;

/// The problems of a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// The problems.
    pub problems: Vec<Problem>,
    /// Lines that were skipped, and why.
    pub faults: Vec<Fault>,
}

/// A part of a suite that cannot be used.
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
