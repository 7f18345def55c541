//! One engine's outcomes for the problems of a suite, with running totals: a suite has up to half a million problems, and the totals are
//! needed after each attempt.

use tabia_suite::{ByTime, Outcome, Problem, Totals};

/// Outcomes of an engine, by problem.
#[derive(Clone, Debug, Default)]
pub struct EngineOutcomes {
    problems: usize,
    /// Grows as outcomes become known.
    outcomes: Vec<Option<Outcome>>,
    totals: Totals,
    by_time: ByTime,
    /// Index before which every problem has its outcome.
    first_open: usize,
}

impl EngineOutcomes {
    /// Creates a column without outcomes for `problems` problems.
    pub fn new(problems: usize) -> Self {
        Self { problems, ..Self::default() }
    }

    /// Returns the outcome for a problem; `None` if it was not tried.
    pub fn get(&self, problem: usize) -> Option<&Outcome> {
        self.outcomes.get(problem)?.as_ref()
    }

    /// Returns the outcomes with the indices of their problems.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Outcome)> {
        self.outcomes.iter().enumerate().filter_map(|(problem, outcome)| Some((problem, outcome.as_ref()?)))
    }

    /// Sets the outcome for one of `problems`; returns whether there is such a problem.
    pub fn set(&mut self, problems: &[Problem], problem: usize, outcome: Outcome) -> bool {
        if problem >= self.problems {
            return false;
        }
        if problem >= self.outcomes.len() {
            self.outcomes.resize(problem + 1, None);
        }
        let Some(place) = self.outcomes.get_mut(problem) else { return false };
        if place.is_none() {
            self.totals.add(&outcome, most_points(problems, problem));
            self.by_time.add(&outcome);
            *place = Some(outcome);
        } else {
            // Tried again, which is rare.
            *place = Some(outcome);
            self.add_up(problems);
        }
        while self.outcomes.get(self.first_open).is_some_and(Option::is_some) {
            self.first_open += 1;
        }
        true
    }

    fn add_up(&mut self, problems: &[Problem]) {
        let (mut totals, mut by_time) = (Totals::default(), ByTime::default());
        for (problem, outcome) in self.iter() {
            totals.add(outcome, most_points(problems, problem));
            by_time.add(outcome);
        }
        (self.totals, self.by_time) = (totals, by_time);
    }

    /// Returns the totals of the attempts.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Returns the numbers of problems solved over time.
    pub fn by_time(&self) -> &ByTime {
        &self.by_time
    }

    /// Returns the first problem without an outcome for which `is_taken` is false.
    pub fn next(&self, is_taken: impl Fn(usize) -> bool) -> Option<usize> {
        (self.first_open..self.problems).find(|&problem| self.get(problem).is_none() && !is_taken(problem))
    }
}

fn most_points(problems: &[Problem], problem: usize) -> u32 {
    problems.get(problem).map_or(0, Problem::most_points)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tabia_suite::{Moment, Suite, solved_by_time};

    const LINE: &str = "6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;\n";

    /// Returns the outcome of an attempt that found the solution at this time, or did not find it.
    pub(crate) fn outcome(found_ms: Option<f64>) -> Outcome {
        let moment = |time_ms| Moment { time_ms, nodes: 10, depth: 3 };
        Outcome {
            is_solved: found_ms.is_some(),
            chosen: None,
            found: found_ms.map(moment),
            end: moment(1_000.0),
            seldepth: 5,
            score: None,
            line: String::new(),
            points: None,
        }
    }

    /// Checks the running totals against a recount.
    fn check(column: &EngineOutcomes, problems: &[Problem]) {
        let mut totals = Totals::default();
        for (problem, outcome) in column.iter() {
            totals.add(outcome, problems[problem].most_points());
        }
        assert_eq!(*column.totals(), totals);
        let outcomes: Vec<Outcome> = column.iter().map(|(_, outcome)| outcome.clone()).collect();
        assert_eq!(column.by_time().table(), solved_by_time(&outcomes));
    }

    #[test]
    fn sums_follow_what_is_noted_in_any_order() {
        let problems = Suite::read(&LINE.repeat(4)).problems;
        let mut column = EngineOutcomes::new(4);
        assert_eq!((column.totals().attempts, column.next(|_| false)), (0, Some(0)));
        for (problem, found_ms, next) in
            [(2, Some(150.0), Some(0)), (0, None, Some(1)), (2, None, Some(1)), (1, Some(70_000.0), Some(3))]
        {
            assert!(column.set(&problems, problem, outcome(found_ms)));
            assert_eq!(column.next(|_| false), next);
            check(&column, &problems);
        }
        assert_eq!((column.totals().attempts, column.totals().right), (3, 1));
        assert_eq!(column.next(|problem| problem == 3), None);
        assert!(!column.set(&problems, 4, outcome(None)));
        assert!(column.set(&problems, 3, outcome(Some(0.0))));
        check(&column, &problems);
        assert_eq!(column.next(|_| false), None);
    }
}
