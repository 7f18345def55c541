//! The lessons of a book, stored as JSON.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use tabia_chess::Position;
use tabia_polyglot::{BlockSource, BookMove, Marks};
use thiserror::Error;

use super::learned::Learned;
use super::lesson::{BookLine, Lesson, PlayerResult, Teaching};
use super::value::{Searched, key_value, trusted};
use crate::edit::{BookEditor, EditError};

/// Required value of [`LearnStore::format`].
pub const FORMAT: &str = "tabia-book-learning";
/// The version that this program writes, and the newest it can read.
pub const VERSION: u32 = 1;
/// Reason why a text is not a valid store of lessons.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LearnError {
    /// Not JSON, or not that of a store.
    #[error("the file of lessons cannot be read: {0}")]
    Json(String),
    /// The format says something else.
    #[error("not a file of lessons: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// Made by a newer program.
    #[error("the lessons have version {0}; this program supports versions up to {VERSION}")]
    Version(u32),
    /// A lesson whose moves cannot be played.
    #[error("lesson {0}: its moves are not legal, or its choices do not fit them")]
    Lesson(usize),
}

/// Lessons and learning settings. Stored as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnStore {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Whether book learning is on. If off, nothing is learned and its lessons have no effect.
    #[serde(default = "on")]
    book_learning: bool,
    /// Whether result learning is on.
    #[serde(default = "on")]
    result_learning: bool,
    /// The lessons, the oldest first.
    #[serde(default)]
    lessons: Vec<Lesson>,
    /// Their sums by move.
    #[serde(skip)]
    learned: HashMap<(u64, BookMove), Learned>,
}

const fn on() -> bool {
    true
}

impl Default for LearnStore {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            book_learning: true,
            result_learning: true,
            lessons: Vec::new(),
            learned: HashMap::new(),
        }
    }
}

impl LearnStore {
    /// Reads a store.
    ///
    /// # Errors
    /// [`LearnError`].
    pub fn from_json(text: &str) -> Result<Self, LearnError> {
        /// Fields that every version has, checked first.
        #[derive(Deserialize)]
        struct StatsHead {
            format: String,
            version: u32,
        }
        let json = |error: serde_json::Error| LearnError::Json(error.to_string());
        let head: StatsHead = serde_json::from_str(text).map_err(json)?;
        if head.format != FORMAT {
            return Err(LearnError::Format(head.format));
        }
        if head.version == 0 || head.version > VERSION {
            return Err(LearnError::Version(head.version));
        }
        let mut store: Self = serde_json::from_str(text).map_err(json)?;
        if let Some(bad) = store.lessons.iter().position(|lesson| lesson.line.own_moves().is_none()) {
            return Err(LearnError::Lesson(bad + 1));
        }
        store.sum_up();
        Ok(store)
    }

    /// Returns the store as multi-line JSON, for saving and sharing.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists: serialising cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The lessons, the oldest first.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Whether book learning and result learning are on.
    pub const fn switches(&self) -> (bool, bool) {
        (self.book_learning, self.result_learning)
    }

    /// Switches book learning and result learning on or off. Lessons of a kind that is off are kept, but without effect.
    pub fn set_switches(&mut self, book_learning: bool, result_learning: bool) {
        (self.book_learning, self.result_learning) = (book_learning, result_learning);
        self.sum_up();
    }

    /// The sum of the lessons about a move.
    pub fn learned(&self, key: u64, book_move: BookMove) -> Option<Learned> {
        self.learned.get(&(key, book_move)).copied()
    }

    /// Returns whether a move is never to be played again.
    pub fn never_again(&self, key: u64, book_move: BookMove) -> bool {
        self.learned(key, book_move).is_some_and(|learned| learned.never_again)
    }

    /// Returns all moves with learned values, in no particular order.
    pub fn all_learned(&self) -> impl Iterator<Item = (u64, BookMove, Learned)> + '_ {
        self.learned.iter().map(|(&(key, book_move), &learned)| (key, book_move, learned))
    }

    /// Learns from a game's searches after the book and from its result. Returns the number of new lessons.
    ///
    /// Only losses count for result learning.
    pub fn learn_game(
        &mut self,
        line: &BookLine,
        searches: &[Searched],
        rating_difference: i32,
        outcome: Option<PlayerResult>,
        opponent: &str,
        time: &str,
    ) -> usize {
        let mut teachings = Vec::new();
        if let (true, Some(Searched { value, depth })) = (self.book_learning, key_value(searches)) {
            teachings.push(Teaching::Book { value, depth, rating_difference });
        }
        if let (true, Some(PlayerResult::Lost)) = (self.result_learning, outcome) {
            teachings.push(Teaching::Result { outcome: PlayerResult::Lost });
        }
        let mut learned = 0;
        for teaching in teachings {
            let (opponent, time) = (opponent.to_owned(), time.to_owned());
            learned += usize::from(self.add(Lesson { line: line.clone(), teaching, opponent, time }));
        }
        learned
    }

    /// Adds a lesson; returns whether its moves could be played.
    pub fn add(&mut self, lesson: Lesson) -> bool {
        let taken = self.count(&lesson);
        if taken {
            self.lessons.push(lesson);
        }
        taken
    }

    /// Adds the lessons of another store, after clearing this one if `clear`. Lessons identical to existing ones
    /// are not added again. Returns how many were added, and how many existed.
    pub fn import(&mut self, other: &Self, clear: bool) -> (usize, usize) {
        if clear {
            self.clear();
        }
        // Two equal lessons in the other store are two games: only lessons that were here before count.
        let known: HashSet<String> = self.lessons.iter().map(fingerprint).collect();
        let mut added = 0;
        let mut here = 0;
        for lesson in &other.lessons {
            if known.contains(&fingerprint(lesson)) {
                here += 1;
            } else {
                added += usize::from(self.add(lesson.clone()));
            }
        }
        (added, here)
    }

    /// Deletes all lessons.
    pub fn clear(&mut self) {
        self.lessons.clear();
        self.learned.clear();
    }

    /// Deletes one lesson, by its index from 0; returns whether it existed.
    pub fn forget(&mut self, index: usize) -> bool {
        if index >= self.lessons.len() {
            return false;
        }
        self.lessons.remove(index);
        self.sum_up();
        true
    }

    /// Writes the learned values into a book, as undo steps: moves not to be played again, and those with a value below -100
    /// centipawns, are marked `?`, those above 100 `!`. Moves with a mark, and moves not in the book, stay unchanged.
    /// Only positions on the lines of lessons are considered. Returns how many moves were marked.
    ///
    /// # Errors
    /// [`EditError::Source`] if the book cannot be read.
    pub fn apply<S: BlockSource>(&self, book: &mut BookEditor<S>) -> Result<usize, EditError> {
        let mut done = HashSet::new();
        let mut marked = 0;
        for lesson in &self.lessons {
            let mut position = Position::default();
            for text in &lesson.line.moves {
                let Ok(mv) = position.parse_uci(text) else { break };
                let key = position.key();
                let learned = self.learned(key, mv.into()).filter(|_| done.insert((key, mv)));
                if let Some(flag) = learned.and_then(|learned| learned.flag()) {
                    let entries = book.entries(key)?;
                    let entry = entries.iter().find(|entry| entry.book_move.means(mv));
                    if entry.is_some_and(|entry| Marks::from_learn(entry.learn).flag.is_none()) {
                        book.set_flag(&position, mv, Some(flag))?;
                        marked += 1;
                    }
                }
                position.play_unchecked(mv);
            }
        }
        Ok(marked)
    }

    fn sum_up(&mut self) {
        self.learned.clear();
        let lessons = std::mem::take(&mut self.lessons);
        for lesson in &lessons {
            self.count(lesson);
        }
        self.lessons = lessons;
    }

    /// Applies a lesson; returns whether its moves could be played.
    ///
    /// The value of book learning is passed to the learner's moves from the last one back. All moves back to the last one with a choice,
    /// inclusive, get the whole value; at each move with a choice, the value passed further back is divided by the number
    /// of moves offered. A move's values are averaged. A loss excludes the last move with a choice from play; if
    /// there was none, it has no effect.
    fn count(&mut self, lesson: &Lesson) -> bool {
        let Some(own) = lesson.line.own_moves() else { return false };
        match lesson.teaching {
            Teaching::Book { value, depth, rating_difference } if self.book_learning => {
                let mut value = trusted(Searched { value, depth }, rating_difference);
                for &(key, book_move, choices) in own.iter().rev() {
                    let learned = self.learned.entry((key, book_move)).or_default();
                    let count = f64::from(learned.count);
                    learned.value = (learned.value * count + value) / (count + 1.0);
                    learned.count += 1;
                    value /= f64::from(choices.max(1));
                }
            }
            Teaching::Result { outcome: PlayerResult::Lost } if self.result_learning => {
                if let Some(&(key, book_move, _)) = own.iter().rev().find(|(_, _, choices)| *choices > 1) {
                    self.learned.entry((key, book_move)).or_default().never_again = true;
                }
            }
            _ => {}
        }
        true
    }
}

/// All that a lesson says.
fn fingerprint(lesson: &Lesson) -> String {
    serde_json::to_string(lesson).unwrap_or_default()
}
