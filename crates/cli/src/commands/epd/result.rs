//! What an engine made of a suite.

use tabia_suite::{Outcome, Problem};

/// What an engine made of all problems.
pub(super) struct EngineResult {
    /// Its name, from `id name`.
    pub(super) name: String,
    /// What it made of each problem, in their order.
    pub(super) outcomes: Vec<Outcome>,
}

/// How a problem is called in messages.
pub(super) fn place(problem: &Problem) -> String {
    if problem.id.is_empty() { format!("line {}", problem.line) } else { problem.id.clone() }
}
