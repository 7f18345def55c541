//! A lesson on mistakes: exercises, tries, and how many were solved.

use std::collections::{BTreeMap, BTreeSet};

use tabia_chess::Move;
use tabia_report::{Analysis, Exercise, Verdict};

/// How an exercise goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trying {
    /// A move is waited for.
    #[default]
    Waiting,
    /// The engine looks at a move.
    Checking(Move),
    /// A move was judged and does not solve it.
    Failed(Move, Verdict),
    /// The engine could not say what a move is worth.
    Unknown(Move),
    /// It is solved by this move.
    Solved(Move, Verdict),
    /// The solution is shown.
    Shown,
}

impl Trying {
    /// What a verdict on a move makes of it.
    pub fn judged(m: Move, verdict: Verdict) -> Self {
        match verdict {
            Verdict::Best | Verdict::Good | Verdict::Book => Self::Solved(m, verdict),
            Verdict::Better(_) | Verdict::Bad(_) => Self::Failed(m, verdict),
            Verdict::Unknown => Self::Checking(m),
        }
    }

    /// Whether the exercise is over.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Solved(..) | Self::Shown)
    }
}

/// Where the learner is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// The exercise.
    pub index: usize,
    /// How it goes.
    pub trying: Trying,
    /// Whether the hint is shown.
    pub has_hint: bool,
    /// The exercises that were failed, by a wrong move, a hint or the solution.
    missed: BTreeSet<usize>,
    /// Those that were solved at once.
    solved: BTreeSet<usize>,
    /// What engines found in positions of which only evaluations were known; `None` where none could.
    asked: BTreeMap<usize, Option<Analysis>>,
}

impl Lesson {
    /// How many exercises were solved without a mistake, a hint or the solution.
    pub fn solved(&self) -> usize {
        self.solved.len()
    }

    /// After what came of a try.
    #[must_use]
    pub fn with(&self, trying: Trying) -> Self {
        let mut next = Self { trying, ..self.clone() };
        match trying {
            Trying::Failed(..) | Trying::Shown if !self.solved.contains(&self.index) => {
                next.missed.insert(self.index);
            }
            Trying::Solved(..) if !self.missed.contains(&self.index) => {
                next.solved.insert(self.index);
            }
            _ => {}
        }
        next
    }

    /// With the hint.
    #[must_use]
    pub fn hinted(&self) -> Self {
        Self { trying: Trying::Waiting, has_hint: true, ..self.with(Trying::Shown) }
    }

    /// At another exercise.
    #[must_use]
    pub fn at(&self, index: usize) -> Self {
        Self { index, trying: Trying::Waiting, has_hint: false, ..self.clone() }
    }

    /// With what an engine found in the position of an exercise.
    #[must_use]
    pub fn with_asked(&self, index: usize, found: Option<Analysis>) -> Self {
        let mut next = self.clone();
        next.asked.insert(index, found);
        next
    }

    /// Whether an engine was asked about the position of the exercise.
    pub fn was_asked(&self) -> bool {
        self.asked.contains_key(&self.index)
    }

    /// The exercise with what an engine found.
    pub fn exercise(&self, exercise: &Exercise) -> Exercise {
        match self.asked.get(&self.index) {
            Some(Some(found)) => exercise.clone().with_best(found.clone()),
            _ => exercise.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Position;

    #[test]
    fn an_exercise_counts_once_and_only_if_it_was_solved_at_once() {
        let m = Position::default().legal_moves()[0];
        let solved = Trying::judged(m, Verdict::Good);
        let first = Lesson::default().with(solved);
        assert_eq!(first.solved(), 1);
        // Gone back to and solved again, it does not count twice.
        let again = first.at(1).at(0).with(solved);
        assert_eq!(again.solved(), 1);
        // Failed, left, gone back to and solved: it was missed.
        let failed = again.at(1).with(Trying::judged(m, Verdict::Better(None)));
        assert_eq!(failed.at(0).at(1).with(solved).solved(), 1);
        assert_eq!(failed.at(2).hinted().at(1).at(2).with(solved).solved(), 1);
        // What was solved stays solved when its solution is looked at.
        assert_eq!(failed.at(0).with(Trying::Shown).at(0).with(solved).solved(), 1);
    }
}
