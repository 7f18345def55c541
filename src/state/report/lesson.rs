//! Training on the mistakes of a game: exercises, attempts, and the number solved.

use std::collections::{BTreeMap, BTreeSet};

use tabia_chess::Move;
use tabia_report::{Analysis, Exercise, Verdict};

/// State of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trying {
    /// Waiting for a move.
    #[default]
    Waiting,
    /// The engine checks this move.
    Checking(Move),
    /// The move was judged and doesn't solve the exercise.
    Failed(Move, Verdict),
    /// The engine could not judge the move.
    Unknown(Move),
    /// Solved by this move.
    Solved(Move, Verdict),
    /// The solution is shown.
    Shown,
}

impl Trying {
    /// Returns the state after a verdict on a move.
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

/// Progress in a lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Index of the exercise.
    pub index: usize,
    /// State of the exercise.
    pub trying: Trying,
    /// Whether the hint is shown.
    pub has_hint: bool,
    /// Exercises failed by a wrong move, a hint or the solution.
    missed: BTreeSet<usize>,
    /// Exercises solved at the first attempt.
    solved: BTreeSet<usize>,
    /// Engine results for positions that had only an evaluation before; `None` if the engine failed.
    asked: BTreeMap<usize, Option<Analysis>>,
}

impl Lesson {
    /// Returns the number of exercises solved without a mistake, hint or solution.
    pub fn solved(&self) -> usize {
        self.solved.len()
    }

    /// Returns the lesson after an attempt.
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

    /// Returns the lesson with the hint shown.
    #[must_use]
    pub fn hinted(&self) -> Self {
        Self { trying: Trying::Waiting, has_hint: true, ..self.with(Trying::Shown) }
    }

    /// Returns the lesson at another exercise.
    #[must_use]
    pub fn at(&self, index: usize) -> Self {
        Self { index, trying: Trying::Waiting, has_hint: false, ..self.clone() }
    }

    /// Returns the lesson with an engine result for the position of an exercise.
    #[must_use]
    pub fn with_asked(&self, index: usize, found: Option<Analysis>) -> Self {
        let mut next = self.clone();
        next.asked.insert(index, found);
        next
    }

    /// Whether an engine was asked for the current exercise.
    pub fn was_asked(&self) -> bool {
        self.asked.contains_key(&self.index)
    }

    /// Returns the exercise, completed by the engine result.
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
        // Solving it again doesn't count twice.
        let again = first.at(1).at(0).with(solved);
        assert_eq!(again.solved(), 1);
        // Failed, left and solved later: still a miss.
        let failed = again.at(1).with(Trying::judged(m, Verdict::Better(None)));
        assert_eq!(failed.at(0).at(1).with(solved).solved(), 1);
        assert_eq!(failed.at(2).hinted().at(1).at(2).with(solved).solved(), 1);
        // A solved exercise stays solved after viewing its solution.
        assert_eq!(failed.at(0).with(Trying::Shown).at(0).with(solved).solved(), 1);
    }
}
