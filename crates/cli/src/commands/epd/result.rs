//! Results of an engine on a suite.

use tabia_suite::{Outcome, Problem};

/// Results of an engine on all problems.
pub(super) struct EngineResult {
    /// Engine name, from `id name`.
    pub(super) name: String,
    /// Result of each problem, in order.
    pub(super) outcomes: Vec<Outcome>,
}

/// Returns a problem's name for messages.
pub(super) fn place(problem: &Problem) -> String {
    if problem.id.is_empty() { format!("line {}", problem.line) } else { problem.id.clone() }
}
