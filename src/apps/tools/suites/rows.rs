//! Rows of the problem table.

use std::rc::Rc;

use crate::services::suites::runner::SuiteRunner;

/// Filter of the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemFilter {
    /// All problems.
    All,
    /// Unsolved by at least one engine.
    Unsolved,
    /// Solved by at least one engine.
    Solved,
    /// Solved by some engines but not by others.
    Different,
}

impl ProblemFilter {
    /// All variants.
    pub const ALL: [Self; 4] = [Self::All, Self::Unsolved, Self::Solved, Self::Different];
}

/// Displayed problems, by index in the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemRows {
    /// The first N problems; not listed, because there may be half a million.
    All(usize),
    /// These problems.
    Some(Rc<Vec<usize>>),
}

impl ProblemRows {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Some(places) => places.len(),
        }
    }

    /// Returns the problem in a row.
    pub fn get(&self, row: usize) -> Option<usize> {
        match self {
            Self::All(count) => (row < *count).then_some(row),
            Self::Some(places) => places.get(row).copied(),
        }
    }

    /// Returns the row of a problem.
    pub fn position(&self, problem: usize) -> Option<usize> {
        match self {
            Self::All(count) => (problem < *count).then_some(problem),
            Self::Some(places) => places.binary_search(&problem).ok(),
        }
    }
}

/// Returns the rows that pass a filter.
pub fn rows(runner: &SuiteRunner, count: usize, filter: ProblemFilter) -> ProblemRows {
    if filter == ProblemFilter::All {
        return ProblemRows::All(count);
    }
    let engines = runner.settings().engines.len();
    let is_solved =
        |engine: usize, problem: usize| runner.outcome(engine, problem).map(|outcome| outcome.is_solved);
    let is_shown = |problem: &usize| match filter {
        ProblemFilter::All => true,
        ProblemFilter::Unsolved => (0..engines).any(|engine| is_solved(engine, *problem) == Some(false)),
        ProblemFilter::Solved => (0..engines).any(|engine| is_solved(engine, *problem) == Some(true)),
        ProblemFilter::Different => {
            let mut known = (0..engines).filter_map(|engine| is_solved(engine, *problem));
            let first = known.next();
            known.any(|solved| Some(solved) != first)
        }
    };
    ProblemRows::Some(Rc::new((0..count).filter(is_shown).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::suites::column::tests::outcome;
    use crate::services::suites::{SuiteEngine, SuiteSettings};
    use tabia_suite::Suite;

    #[test]
    fn filters_ask_what_engines_have_done() {
        let problems = Suite::read(&"6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;\n".repeat(4)).problems;
        let engines = vec![SuiteEngine::default(); 2];
        let settings = SuiteSettings { engines, ..SuiteSettings::default() };
        let mut runner = SuiteRunner::new(Rc::new(problems), settings);
        for (engine, problem, is_solved) in
            [(0, 0, true), (1, 0, false), (0, 1, true), (1, 1, true), (1, 3, false)]
        {
            runner.restore(engine, problem, outcome(is_solved.then_some(1.0)));
        }
        let shown = |filter| {
            let rows = rows(&runner, 4, filter);
            let problems: Vec<usize> = (0..rows.len()).filter_map(|row| rows.get(row)).collect();
            for (row, problem) in problems.iter().enumerate() {
                assert_eq!(rows.position(*problem), Some(row));
            }
            assert_eq!((rows.get(rows.len()), rows.position(9)), (None, None));
            problems
        };
        assert_eq!(shown(ProblemFilter::All), [0, 1, 2, 3]);
        assert_eq!(shown(ProblemFilter::Solved), [0, 1]);
        assert_eq!(shown(ProblemFilter::Unsolved), [0, 3]);
        assert_eq!(shown(ProblemFilter::Different), [0]);
    }
}
