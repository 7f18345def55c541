//! How problems are called.

use tabia_suite::Problem;

use crate::apps::tools::strings;

/// How a problem is called: its id, or its line.
pub fn problem_name(problem: &Problem) -> String {
    if problem.id.is_empty() { strings::line_of_file(problem.line) } else { problem.id.clone() }
}
