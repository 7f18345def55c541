//! Names of problems.

use tabia_suite::Problem;

use crate::apps::tools::strings;

/// Returns the name of a problem: its id, or its line.
pub fn problem_name(problem: &Problem) -> String {
    if problem.id.is_empty() { strings::line_of_file(problem.line) } else { problem.id.clone() }
}
