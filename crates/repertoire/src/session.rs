//! A training in progress.

use std::collections::VecDeque;
use std::rc::Rc;

use tabia_chess::Move;

use crate::repertoire::Task;
use crate::schedule::{Grade, Schedule};

/// The try at the current position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trial {
    /// Nothing was played.
    #[default]
    Open,
    /// This move was wrong.
    Wrong(Move),
    /// The move is shown.
    Shown,
    /// This move was right.
    Right(Move),
}

/// Positions to train, one after the other. What was wrong comes again at the end, until it is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    tasks: Rc<[Task]>,
    /// Places of the tasks to come, beginning with the current one.
    queue: VecDeque<usize>,
    /// Whether each task has its grade.
    is_graded: Vec<bool>,
    trial: Trial,
    has_hint: bool,
    /// Whether the current position was not known.
    has_failed: bool,
    known: usize,
}

impl Session {
    /// Creates a session of the positions that are due at this time, in milliseconds since 1970, and of up to `new` new ones. Lines keep
    /// their order.
    pub fn new(tasks: &[Task], schedule: &Schedule, now_ms: f64, new: usize) -> Self {
        let mut room = new;
        let mut is_wanted = |task: &Task| match schedule.card(task) {
            Some(card) => card.due_ms <= now_ms,
            None if room > 0 => {
                room -= 1;
                true
            }
            None => false,
        };
        Self::of(tasks.iter().filter(|task| is_wanted(task)).cloned().collect())
    }

    /// Creates a session of all these positions.
    pub fn of(tasks: Vec<Task>) -> Self {
        Self {
            queue: (0..tasks.len()).collect(),
            is_graded: vec![false; tasks.len()],
            tasks: tasks.into(),
            trial: Trial::Open,
            has_hint: false,
            has_failed: false,
            known: 0,
        }
    }

    /// Returns the current position; `None` at the end.
    pub fn task(&self) -> Option<&Task> {
        self.queue.front().map(|&place| &self.tasks[place])
    }

    /// Returns the try at the current position.
    pub const fn trial(&self) -> Trial {
        self.trial
    }

    /// Whether the hint is shown: the square of the piece to move.
    pub const fn has_hint(&self) -> bool {
        self.has_hint
    }

    /// Returns the number of positions, the number of those that remain, and the number of those that were known at once.
    pub fn progress(&self) -> [usize; 3] {
        [self.tasks.len(), self.queue.len(), self.known]
    }

    /// Shows the hint.
    #[must_use]
    pub fn hinted(mut self) -> Self {
        self.has_hint = matches!(self.trial, Trial::Open | Trial::Wrong(_)) || self.has_hint;
        self
    }

    /// Shows the move.
    #[must_use]
    pub fn shown(mut self) -> (Self, Option<(Move, Grade)>) {
        if matches!(self.trial, Trial::Right(_)) {
            return (self, None);
        }
        self.trial = Trial::Shown;
        let grade = self.graded(None, Grade::Again);
        (self, grade)
    }

    /// Plays a move. The grade is to be recorded for the current position and the move of the repertoire that it says something about; it
    /// is given once, by the first try.
    #[must_use]
    pub fn played(mut self, m: Move) -> (Self, Option<(Move, Grade)>) {
        let Some(task) = self.task().filter(|_| matches!(self.trial, Trial::Open | Trial::Wrong(_))) else {
            return (self, None);
        };
        let is_right = task.answers.contains(&m);
        self.trial = if is_right { Trial::Right(m) } else { Trial::Wrong(m) };
        let grade = match (is_right, self.has_hint) {
            (false, _) => Grade::Again,
            (true, true) => Grade::Hard,
            (true, false) => Grade::Good,
        };
        let grade = self.graded(is_right.then_some(m), grade);
        (self, grade)
    }

    /// Goes to the next position.
    #[must_use]
    pub fn next(mut self) -> Self {
        if let Some(place) = self.queue.pop_front()
            && self.has_failed
        {
            self.queue.push_back(place);
        }
        (self.trial, self.has_hint, self.has_failed) = (Trial::Open, false, false);
        self
    }

    /// Notes a grade of the current position; returns it if it is the first one, with the move: the preferred one if none was right.
    fn graded(&mut self, right: Option<Move>, grade: Grade) -> Option<(Move, Grade)> {
        let &place = self.queue.front()?;
        let answer = right.or_else(|| self.tasks[place].answers.first().copied())?;
        self.has_failed |= grade == Grade::Again;
        if std::mem::replace(&mut self.is_graded[place], true) {
            return None;
        }
        self.known += usize::from(grade == Grade::Good);
        Some((answer, grade))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tabia_chess::Color;

    use super::*;
    use crate::repertoire::tests::repertoire;

    fn line() -> Vec<Task> {
        repertoire(Color::White, &["1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 *"]).tasks().to_vec()
    }

    fn wrong(task: &Task) -> Move {
        *task.position.legal_moves().iter().find(|m| !task.answers.contains(m)).unwrap()
    }

    #[test]
    fn due_positions_come_first_in_the_order_of_the_lines_with_some_new_ones() {
        let (tasks, mut schedule) = (line(), Schedule::default());
        schedule.grade(&tasks[0], tasks[0].answers[0], Grade::Good, 0.0);
        schedule.grade(&tasks[3], tasks[3].answers[0], Grade::Good, 1e12);
        let taken = |new| {
            let session = Session::new(&tasks, &schedule, 1e12, new);
            session
                .tasks
                .iter()
                .map(|task| tasks.iter().position(|other| other == task).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!((taken(0), taken(1), taken(9)), (vec![0], vec![0, 1], vec![0, 1, 2]));
    }

    #[test]
    fn the_first_try_is_graded_and_what_was_wrong_comes_again() {
        let tasks = line();
        let session = Session::of(tasks[..2].to_vec());
        let (session, grade) = session.played(wrong(&tasks[0]));
        assert_eq!(grade, Some((tasks[0].answers[0], Grade::Again)));
        let (session, grade) = session.played(tasks[0].answers[0]);
        assert_eq!((grade, session.trial()), (None, Trial::Right(tasks[0].answers[0])));
        let (session, grade) = session.next().hinted().played(tasks[1].answers[0]);
        assert_eq!((grade, session.has_hint()), (Some((tasks[1].answers[0], Grade::Hard)), true));
        let session = session.next();
        assert_eq!(
            (session.task(), session.progress(), session.has_hint()),
            (Some(&tasks[0]), [2, 1, 0], false)
        );
        // Right this time, but its grade is that of the first try.
        let (session, grade) = session.played(tasks[0].answers[0]);
        assert_eq!((grade, session.next().task()), (None, None));
    }

    #[test]
    fn of_several_moves_the_one_played_is_known() {
        let tasks = repertoire(Color::White, &["1. e4 (1. d4) *"]);
        let d4 = tasks.tasks()[0].answers[1];
        let (session, grade) = Session::of(tasks.tasks().to_vec()).played(d4);
        assert_eq!((grade, session.trial()), (Some((d4, Grade::Good)), Trial::Right(d4)));
    }

    #[test]
    fn a_move_that_was_shown_was_not_known() {
        let tasks = line();
        let (session, grade) = Session::of(tasks[..1].to_vec()).shown();
        assert_eq!((grade, session.trial()), (Some((tasks[0].answers[0], Grade::Again)), Trial::Shown));
        let (session, grade) = session.played(tasks[0].answers[0]);
        assert_eq!(
            (grade, session.trial()),
            (None, Trial::Shown),
            "it must be played after the next time it is asked"
        );
        let (session, grade) = session.next().played(tasks[0].answers[0]);
        assert_eq!((grade, session.progress()), (None, [1, 1, 0]));
        assert_eq!(session.next().progress(), [1, 0, 0]);
    }

    proptest! {
        #[test]
        fn a_session_ends_when_everything_was_right_once_and_grades_everything_once(tries in prop::collection::vec(0..4_u8, 0..40)) {
            let tasks = line();
            let (mut session, mut grades) = (Session::of(tasks.clone()), 0);
            for number in tries.into_iter().chain([0; 8]) {
                let Some(task) = session.task().cloned() else { break };
                let (next, grade) = match number {
                    0 => session.played(task.answers[0]),
                    1 => session.played(wrong(&task)),
                    2 => session.shown(),
                    _ => (session.hinted(), None),
                };
                grades += usize::from(grade.is_some());
                session = if number < 3 { next.next() } else { next };
            }
            prop_assert_eq!((session.task(), grades, session.progress()[1]), (None, tasks.len(), 0));
        }
    }
}
