//! What one engine made of the problems of a suite, with its counts kept: a suite has half a million problems at most, and each
//! attempt asks for them.

use tabia_suite::Outcome;

/// The outcomes of an engine, by problem.
#[derive(Clone, Debug, Default)]
pub struct Column {
    outcomes: Vec<Option<Outcome>>,
    done: usize,
    right: usize,
    /// Every problem before this one has its outcome.
    first_open: usize,
}

impl Column {
    /// Nothing is known of `problems` problems.
    pub fn new(problems: usize) -> Self {
        Self { outcomes: vec![None; problems], ..Self::default() }
    }

    /// What came of a problem; `None` if it was not tried.
    pub fn get(&self, problem: usize) -> Option<&Outcome> {
        self.outcomes.get(problem)?.as_ref()
    }

    /// The outcomes with the places of their problems.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Outcome)> {
        self.outcomes.iter().enumerate().filter_map(|(problem, outcome)| Some((problem, outcome.as_ref()?)))
    }

    /// Notes what came of a problem; returns whether there is such a problem.
    pub fn set(&mut self, problem: usize, outcome: Outcome) -> bool {
        let Some(place) = self.outcomes.get_mut(problem) else { return false };
        self.right += usize::from(outcome.is_solved);
        match place.replace(outcome) {
            Some(before) => self.right -= usize::from(before.is_solved),
            None => self.done += 1,
        }
        while self.outcomes.get(self.first_open).is_some_and(Option::is_some) {
            self.first_open += 1;
        }
        true
    }

    /// How many were tried.
    pub fn done(&self) -> usize {
        self.done
    }

    /// How many of them were solved.
    pub fn right(&self) -> usize {
        self.right
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The first problem without an outcome that `is_taken` leaves.
    pub fn next(&self, is_taken: impl Fn(usize) -> bool) -> Option<usize> {
        (self.first_open..self.outcomes.len())
            .find(|&problem| self.outcomes[problem].is_none() && !is_taken(problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_suite::Moment;

    fn outcome(is_solved: bool) -> Outcome {
        Outcome {
            is_solved,
            chosen: None,
            found: None,
            end: Moment { time_ms: 1.0, nodes: 1, depth: 1 },
            seldepth: 1,
            score: None,
            line: String::new(),
            points: None,
        }
    }

    #[test]
    fn counts_follow_what_is_noted_in_any_order() {
        let mut column = Column::new(4);
        assert_eq!((column.done(), column.right(), column.next(|_| false)), (0, 0, Some(0)));
        assert!(column.set(2, outcome(true)));
        assert!(column.set(0, outcome(false)));
        assert_eq!((column.done(), column.right(), column.next(|_| false)), (2, 1, Some(1)));
        assert_eq!(column.next(|problem| problem == 1), Some(3));
        // Tried again.
        assert!(column.set(2, outcome(false)));
        assert!(column.set(1, outcome(true)));
        assert_eq!((column.done(), column.right(), column.next(|_| false)), (3, 1, Some(3)));
        assert!(!column.set(4, outcome(true)));
        assert!(column.set(3, outcome(true)));
        assert_eq!((column.done(), column.right(), column.next(|_| false), column.len()), (4, 2, None, 4));
        assert_eq!(column.iter().map(|(problem, _)| problem).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
