//! When positions are to be repeated, by FSRS.
//!
//! FSRS 5 with its published default parameters (`rs-fsrs`, <https://github.com/open-spaced-repetition/rs-fsrs>): the next repetition is
//! due when the probability of remembering has fallen to 90 %. Intervals are whole days; a session itself repeats what was wrong.

use std::collections::BTreeMap;

use chrono::DateTime;
use rs_fsrs::{FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};
use tabia_chess::Move;

use crate::repertoire::Task;

/// Result of a try at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Not known.
    Again,
    /// Known after a hint.
    Hard,
    /// Known.
    Good,
}

/// Memory state of a position, as FSRS defines it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The move that was known or not, in UCI notation: if the repertoire plays another one, the position is new.
    pub answer: String,
    /// Time of the next repetition, in milliseconds since 1970.
    pub due_ms: f64,
    /// Time of the last repetition, in milliseconds since 1970.
    pub last_ms: f64,
    /// Days after which the probability of remembering is 90 %.
    pub stability: f64,
    /// Difficulty, from 1 to 10.
    pub difficulty: f64,
    /// Number of repetitions.
    pub reps: i32,
    /// Number of times that the move was forgotten.
    pub lapses: i32,
}

/// Number of positions by what is to be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Repetition is due.
    pub due: usize,
    /// Never trained.
    pub new: usize,
    /// Known until later.
    pub known: usize,
}

/// Memory states of all positions that were trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule {
    /// By the key of the position, in hexadecimal digits.
    cards: BTreeMap<String, Card>,
}

/// The key of a task's position.
fn key_of(task: &Task) -> String {
    format!("{:016x}", task.position.repetition_key())
}

fn time(ms: f64) -> DateTime<chrono::Utc> {
    DateTime::from_timestamp_millis(ms as i64).unwrap_or_default()
}

/// The latest time that a card may hold, in milliseconds since 1970: the year 9999.
const LATEST_MS: f64 = 253_402_300_799_999.0;

impl Schedule {
    /// Returns the memory state of a position; `None` if it is new.
    pub fn card(&self, task: &Task) -> Option<&Card> {
        let card = self.cards.get(&key_of(task))?;
        task.answers.iter().any(|&m| task.position.uci(m) == card.answer).then_some(card)
    }

    /// Counts the positions at this time, in milliseconds since 1970.
    pub fn standing<'a>(&self, tasks: impl IntoIterator<Item = &'a Task>, now_ms: f64) -> Standing {
        let mut standing = Standing::default();
        for task in tasks {
            match self.card(task) {
                None => standing.new += 1,
                Some(card) if card.due_ms <= now_ms => standing.due += 1,
                Some(_) => standing.known += 1,
            }
        }
        standing
    }

    /// Returns the time at which the first of these positions that are known is due, in milliseconds since 1970.
    pub fn next_due_ms<'a>(&self, tasks: impl IntoIterator<Item = &'a Task>) -> Option<f64> {
        tasks.into_iter().filter_map(|task| self.card(task)).map(|card| card.due_ms).reduce(f64::min)
    }

    /// Whether nothing was trained.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Takes over the memory states of another schedule that are later than those here.
    pub fn merge(&mut self, other: &Self) {
        for (key, card) in &other.cards {
            if self.cards.get(key).is_none_or(|own| own.last_ms <= card.last_ms) {
                self.cards.insert(key.clone(), card.clone());
            }
        }
    }

    /// Removes the memory states that another schedule has too, or has later ones of.
    pub fn remove_known_to(&mut self, other: &Self) {
        self.cards.retain(|key, card| other.cards.get(key).is_none_or(|there| there.last_ms < card.last_ms));
    }

    /// Returns a schedule with the memory state of this position only.
    #[must_use]
    pub fn only(&self, task: &Task) -> Self {
        let key = key_of(task);
        Self {
            cards: self
                .cards
                .get_key_value(&key)
                .map(|(key, card)| (key.clone(), card.clone()))
                .into_iter()
                .collect(),
        }
    }

    /// Records how well a move of a position was known at this time, in milliseconds since 1970.
    pub fn grade(&mut self, task: &Task, answer: Move, grade: Grade, now_ms: f64) {
        // FSRS knows no negative times, as after a clock was put back.
        let now_ms = self.card(task).map_or(0.0, |card| card.last_ms).max(now_ms).clamp(0.0, LATEST_MS);
        let before = self.card(task).map_or_else(
            || rs_fsrs::Card { due: time(now_ms), last_review: time(now_ms), ..rs_fsrs::Card::default() },
            |card| rs_fsrs::Card {
                due: time(card.due_ms),
                stability: card.stability,
                difficulty: card.difficulty,
                reps: card.reps,
                lapses: card.lapses,
                state: State::Review,
                last_review: time(card.last_ms),
                ..rs_fsrs::Card::default()
            },
        );
        let rating = match grade {
            Grade::Again => Rating::Again,
            Grade::Hard => Rating::Hard,
            Grade::Good => Rating::Good,
        };
        let fsrs = FSRS::new(Parameters { enable_short_term: false, ..Parameters::default() });
        let after = fsrs.next(before, time(now_ms), rating).card;
        let card = Card {
            answer: task.position.uci(answer),
            due_ms: after.due.timestamp_millis() as f64,
            last_ms: now_ms,
            stability: after.stability,
            difficulty: after.difficulty,
            reps: after.reps,
            lapses: after.lapses,
        };
        self.cards.insert(key_of(task), card);
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::Color;

    use super::*;
    use crate::repertoire::tests::repertoire;

    const DAY: f64 = 86_400_000.0;

    /// Grades the preferred move.
    fn note(schedule: &mut Schedule, task: &Task, grade: Grade, now_ms: f64) {
        schedule.grade(task, task.answers[0], grade, now_ms);
    }

    /// Days until the next repetition after each grade, each given when the position is due.
    fn intervals(grades: &[Grade]) -> Vec<f64> {
        let tasks = repertoire(Color::White, &["1. e4 *"]);
        let task = &tasks.tasks()[0];
        let (mut schedule, mut now) = (Schedule::default(), 1.7e12);
        let mut days = Vec::new();
        for &grade in grades {
            note(&mut schedule, task, grade, now);
            let due = schedule.card(task).unwrap().due_ms;
            days.push((due - now) / DAY);
            now = due;
        }
        days
    }

    #[test]
    fn intervals_grow_while_the_move_is_known_and_begin_again_when_it_is_not() {
        use Grade::{Again, Good, Hard};
        // The initial stabilities of FSRS 5 are 0.4072, 1.1829 and 3.1262 days for Again, Hard and Good.
        let first = [Again, Hard, Good].map(|grade| intervals(&[grade])[0]);
        assert_eq!(first.map(|days| days as u32), [1, 2, 3], "{first:?}");
        let known = intervals(&[Good; 6]);
        assert!(known.windows(2).all(|pair| pair[1] > pair[0] * 1.5), "{known:?}");
        let lapsed = intervals(&[Good, Good, Good, Again, Good]);
        assert!(lapsed[3] < lapsed[2] / 2.0 && lapsed[3] >= 1.0, "{lapsed:?}");
    }

    #[test]
    fn positions_are_new_then_known_then_due() {
        let white = repertoire(Color::White, &["1. e4 e5 2. Nf3 *"]);
        let (mut schedule, now) = (Schedule::default(), 1.7e12);
        let standing = |schedule: &Schedule, now_ms| {
            let Standing { due, new, known } = schedule.standing(white.tasks(), now_ms);
            [due, new, known]
        };
        assert_eq!((standing(&schedule, now), schedule.next_due_ms(white.tasks())), ([0, 2, 0], None));
        note(&mut schedule, &white.tasks()[0], Grade::Good, now);
        assert_eq!(standing(&schedule, now), [0, 1, 1]);
        let due = schedule.next_due_ms(white.tasks()).unwrap();
        assert_eq!(standing(&schedule, due), [1, 1, 0]);
        let text = serde_json::to_string(&schedule).unwrap();
        assert_eq!(serde_json::from_str::<Schedule>(&text).unwrap(), schedule);
    }

    #[test]
    fn of_two_schedules_the_later_states_count() {
        let tasks = repertoire(Color::White, &["1. e4 e5 2. Nf3 Nc6 3. Bc4 *"]);
        let tasks = tasks.tasks();
        let (mut stored, mut here) = (Schedule::default(), Schedule::default());
        note(&mut stored, &tasks[0], Grade::Good, 2e12);
        note(&mut stored, &tasks[1], Grade::Good, 1e12);
        note(&mut here, &tasks[0], Grade::Again, 1e12);
        note(&mut here, &tasks[1], Grade::Again, 2e12);
        assert_eq!((here.only(&tasks[1]).cards.len(), here.only(&tasks[2])), (1, Schedule::default()));
        note(&mut here, &tasks[2], Grade::Good, 1e12);
        let mut merged = stored.clone();
        merged.merge(&here);
        let times: Vec<f64> = tasks.iter().map(|task| merged.card(task).unwrap().last_ms).collect();
        assert_eq!(times, [2e12, 2e12, 1e12]);
        here.remove_known_to(&stored);
        assert_eq!(here.cards.len(), 2, "the first one has a later state there");
        here.remove_known_to(&merged);
        assert!(here.is_empty());
    }

    #[test]
    fn another_move_is_new_and_an_additional_one_is_not() {
        let mut schedule = Schedule::default();
        note(&mut schedule, &repertoire(Color::White, &["1. e4 *"]).tasks()[0], Grade::Good, 1.7e12);
        let is_new = |text: &str| schedule.card(&repertoire(Color::White, &[text]).tasks()[0]).is_none();
        assert!(is_new("1. d4 *") && !is_new("1. d4 (1. e4) *") && !is_new("1. e4 (1. d4) *"));
    }

    #[test]
    fn a_clock_that_was_put_back_is_no_fault() {
        let white = repertoire(Color::White, &["1. e4 *"]);
        let task = &white.tasks()[0];
        let mut schedule = Schedule::default();
        for now in [1.7e12, 1.6e12, 0.0, -1e18, f64::NAN, f64::INFINITY, 1.7e12] {
            note(&mut schedule, task, Grade::Good, now);
            let card = schedule.card(task).unwrap();
            assert!(card.stability.is_finite() && card.difficulty.is_finite(), "{now}: {card:?}");
        }
    }
}
