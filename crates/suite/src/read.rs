//! Suites as text.

use tabia_pgn::epd::{EpdLine, read_epds};
use tabia_pgn::{Epd, needs_chess960};

use crate::crafty;
use crate::points::points;
use crate::problem::Problem;
use crate::suite::{Fault, Suite, check};

impl Suite {
    /// Reads a suite. As in Crafty the first line that says anything decides about the form: with one of the words `title`, `setboard`
    /// and `solution` it is Crafty's, otherwise EPD. A line that is no problem, or asks nothing, is left out and told.
    pub fn read(text: &str) -> Self {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        if first.is_some_and(crafty::is_command) { crafty::read(text) } else { Self::read_epd(text) }
    }

    fn read_epd(text: &str) -> Self {
        let (lines, problems) = read_epds(text);
        let mut suite = Self::default();
        for problem in problems {
            suite.faults.push(Fault { line: problem.line, message: problem.message });
        }
        for line in lines {
            match of_epd(&line) {
                Ok(problem) => suite.problems.push(problem),
                Err(message) => suite.faults.push(Fault { line: line.line, message }),
            }
        }
        suite.faults.sort_by_key(|fault| fault.line);
        suite
    }
}

fn of_epd(line: &EpdLine) -> Result<Problem, String> {
    let epd = &line.epd;
    let position = epd.position().map_err(|error| error.to_string())?;
    let problem = Problem {
        line: line.line,
        id: epd.text("id").unwrap_or_default(),
        is_chess960: needs_chess960(&position),
        best: epd.best_moves().map_err(|error| error.to_string())?,
        avoid: epd.avoid_moves().map_err(|error| error.to_string())?,
        mate_in: mate_in(epd)?,
        points: points(epd, &position),
        position,
    };
    check(problem)
}

/// The length of the mate that is asked for.
fn mate_in(epd: &Epd) -> Result<Option<u32>, String> {
    let Some(text) = epd.text("dm") else { return Ok(None) };
    match text.parse() {
        Ok(moves) if moves > 0 => Ok(Some(moves)),
        _ => Err(format!("dm {text}: this is not a number of moves")),
    }
}
