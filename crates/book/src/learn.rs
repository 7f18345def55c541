//! Learning from games which of a book's moves to play again.
//!
//! After Crafty's manual there are two kinds. *Book learning* looks at the evaluations of the first searches after the book: if they
//! say that the opening went well or badly, the moves that led there get a value in centipawns, the more the deeper the search and
//! the stronger the opponent. *Result learning* looks at the result: after a loss, the last move at which the book offered a choice is not
//! played again. How much each move gets is this program's own arithmetic, described with each function.
//!
//! What was learned is kept in a [`LearnStore`] beside the book; the book itself is not changed. The store keeps the lessons and
//! not only their sum, so that it can be viewed, passed on, and imported by others as if they had played the games themselves.
//! [`LearnStore::apply`] writes it into a book being edited, if one wants that.

mod games;

pub use games::GamesReport;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Move, Position};
use thiserror::Error;

use crate::edit::{BookEditor, EditError};
use crate::filter::BookSide;
use crate::panel::BookLookup;
use crate::select::Flag;
use crate::{BlockSource, BookMove, Marks, Probe, SourceError};

/// What [`LearnStore::format`] must say.
pub const FORMAT: &str = "tabia-book-learning";
/// The version that this program writes, and the newest it reads.
pub const VERSION: u32 = 1;
/// Searches after the book that are looked at.
pub const SEARCHES: usize = 10;
/// An opening that changes the evaluation by less, in centipawns, teaches nothing.
pub const INDIFFERENT: i32 = 33;
/// Evaluations count as at most so many centipawns.
const MAX_VALUE: i32 = 500;
/// A search as deep as this is trusted wholly.
const FULL_DEPTH: u32 = 16;

/// A search of the side that learns, after the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Searched {
    /// The evaluation in centipawns, good for the side that learns if positive. Write mates as great numbers.
    pub value: i32,
    /// The depth in plies.
    pub depth: u32,
}

/// The value that the first searches after the book agree on, and their mean depth; nothing if the opening was indifferent.
///
/// Of the first [`SEARCHES`] searches the best value counts as far as it held to the end: it is the least from there on. The same holds
/// for the worst, the other way round. If either is beyond [`INDIFFERENT`], the one further from 0 is the value. So a gambit
/// that looks well and then fades teaches nothing, nor does a sacrifice that is repaid.
pub fn key_value(searches: &[Searched]) -> Option<Searched> {
    let first = searches.get(..SEARCHES.min(searches.len()))?;
    let best = first.iter().enumerate().max_by_key(|(_, searched)| searched.value)?.0;
    let worst = first.iter().enumerate().min_by_key(|(_, searched)| searched.value)?.0;
    let held = first.get(best..)?.iter().map(|searched| searched.value).min()?;
    let repaid = first.get(worst..)?.iter().map(|searched| searched.value).max()?;
    let value = if held.saturating_abs() >= repaid.saturating_abs() { held } else { repaid };
    let value = match (held >= INDIFFERENT, repaid <= -INDIFFERENT) {
        (true, false) => held,
        (false, true) => repaid,
        (true, true) => value,
        (false, false) => return None,
    };
    let depth: u64 = first.iter().map(|searched| u64::from(searched.depth)).sum();
    Some(Searched { value, depth: (depth / first.len() as u64) as u32 })
}

/// What a value is worth: its part grows with the depth up to 16 plies, and with the strength of the opponent.
///
/// `rating_difference` is the learner's Elo minus the opponent's. The factor is twice the score that Elo's formula expects of the opponent:
/// 1 for an equal, 1.8 for one 400 stronger, 0.2 for one 400 weaker.
pub fn trusted(searched: Searched, rating_difference: i32) -> f64 {
    let depth = f64::from(searched.depth.min(FULL_DEPTH)) / f64::from(FULL_DEPTH);
    let difference = f64::from(rating_difference.clamp(-2000, 2000));
    let opponent = 2.0 / (1.0 + 10_f64.powf(difference / 400.0));
    f64::from(searched.value.clamp(-MAX_VALUE, MAX_VALUE)) * depth * opponent
}

/// How a game ended for the side that learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// What a lesson is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Teaching {
    /// Book learning: Crafty's `{value, depth, rating_difference}`.
    Book {
        /// The key value in centipawns.
        value: i32,
        /// The depth it was found at.
        depth: u32,
        /// The learner's Elo minus the opponent's.
        rating_difference: i32,
    },
    /// Result learning.
    Result {
        /// How the game ended.
        outcome: Outcome,
    },
}

/// The book part of a game: the beginning that a lesson is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLine {
    /// The moves from the normal start position to the learner's last move of the book, as UCI writes them.
    pub moves: Vec<String>,
    /// The side that learns.
    pub side: BookSide,
    /// For each of its moves among them, how many moves the book offered.
    pub choices: Vec<u16>,
}

impl BookLine {
    /// The book part of a game from the normal start position; nothing if the side played no move of the book, or the moves are not
    /// legal. Moves of weight 0, and those that `store` says not to play again, are not on offer.
    ///
    /// # Errors
    /// [`SourceError`] if the book cannot be read.
    pub fn of_game(
        book: &mut impl BookLookup,
        moves: &[Move],
        side: Color,
        store: Option<&LearnStore>,
    ) -> Result<Option<Self>, SourceError> {
        let mut position = Position::default();
        let mut line = Self { moves: Vec::new(), side: side.into(), choices: Vec::new() };
        let mut end = 0;
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            line.moves.push(position.uci(mv, false));
            if position.turn() == side {
                let key = position.key();
                let probe = Probe::of(book.lookup(key)?, &position);
                if probe.moves.iter().all(|candidate| candidate.mv != mv) {
                    break;
                }
                let on_offer = |candidate: &&crate::Candidate| {
                    let learned = store.and_then(|store| store.learned(key, candidate.mv.into()));
                    candidate.mv == mv
                        || candidate.weight > 0 && !learned.is_some_and(|learned| learned.never_again)
                };
                line.choices.push(probe.moves.iter().filter(on_offer).count() as u16);
                end = line.moves.len();
            }
            position.play_unchecked(mv);
        }
        line.moves.truncate(end);
        Ok((end > 0).then_some(line))
    }

    /// The learner's moves with the keys of their positions and the choices there; nothing if the line is not a legal one.
    fn own_moves(&self) -> Option<Vec<(u64, BookMove, u16)>> {
        let mut position = Position::default();
        let mut own = Vec::new();
        let mut choices = self.choices.iter();
        for text in &self.moves {
            let mv = position.parse_uci(text).ok()?;
            if BookSide::from(position.turn()) == self.side {
                own.push((position.key(), mv.into(), *choices.next()?));
            }
            position.play_unchecked(mv);
        }
        choices.next().is_none().then_some(own)
    }
}

/// One thing learned from one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The moves it is about.
    pub line: BookLine,
    /// What it says.
    pub teaching: Teaching,
    /// Who the game was against, for the eyes of people; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opponent: String,
    /// When, for the eyes of people, and to tell lessons apart that are alike; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time: String,
}

/// What is learned of one move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Learned {
    /// The mean value in centipawns of book learning.
    pub value: f64,
    /// The lessons it is the mean of.
    pub count: u32,
    /// Whether it is not to be played again.
    pub never_again: bool,
}

impl Learned {
    /// The value rounded.
    pub fn centipawns(&self) -> i32 {
        self.value.round() as i32
    }
}

/// Why a text is no store of lessons.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LearnError {
    /// No JSON, or not that of a store.
    #[error("the file of lessons cannot be read: {0}")]
    Json(String),
    /// The format says something else.
    #[error("this is no file of lessons: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// Made by a newer program.
    #[error("the lessons are of version {0}; this program knows versions up to {VERSION}")]
    Version(u32),
    /// A lesson whose moves cannot be played.
    #[error("lesson {0}: its moves are not legal, or its choices do not fit them")]
    Lesson(usize),
}

/// What was learned, and the switches of learning. Stored as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnStore {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Whether book learning is on. Switched off, it neither learns nor has its lessons any effect.
    #[serde(default = "on")]
    book_learning: bool,
    /// Whether result learning is on.
    #[serde(default = "on")]
    result_learning: bool,
    /// The lessons, the oldest first.
    #[serde(default)]
    lessons: Vec<Lesson>,
    /// What they come to.
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
        /// What every version has, looked at first.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let json = |error: serde_json::Error| LearnError::Json(error.to_string());
        let head: Head = serde_json::from_str(text).map_err(json)?;
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

    /// The store as a text of several lines: for keeping it, and for giving it to others.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists: nothing that serialising could refuse.
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

    /// Switches book learning and result learning on or off. Lessons of what is off are kept, but without effect.
    pub fn set_switches(&mut self, book_learning: bool, result_learning: bool) {
        (self.book_learning, self.result_learning) = (book_learning, result_learning);
        self.sum_up();
    }

    /// What is learned of a move.
    pub fn learned(&self, key: u64, book_move: BookMove) -> Option<Learned> {
        self.learned.get(&(key, book_move)).copied()
    }

    /// All moves of which something is learned, in no order.
    pub fn all_learned(&self) -> impl Iterator<Item = (u64, BookMove, Learned)> + '_ {
        self.learned.iter().map(|(&(key, book_move), &learned)| (key, book_move, learned))
    }

    /// Learns from a game: from its searches after the book, and from its result. Returns how many lessons it gave.
    ///
    /// Only losses teach by their result.
    pub fn learn_game(
        &mut self,
        line: &BookLine,
        searches: &[Searched],
        rating_difference: i32,
        outcome: Option<Outcome>,
        opponent: &str,
        time: &str,
    ) -> usize {
        let mut teachings = Vec::new();
        if let (true, Some(Searched { value, depth })) = (self.book_learning, key_value(searches)) {
            teachings.push(Teaching::Book { value, depth, rating_difference });
        }
        if let (true, Some(Outcome::Lost)) = (self.result_learning, outcome) {
            teachings.push(Teaching::Result { outcome: Outcome::Lost });
        }
        let mut learned = 0;
        for teaching in teachings {
            let (opponent, time) = (opponent.to_owned(), time.to_owned());
            learned += usize::from(self.add(Lesson { line: line.clone(), teaching, opponent, time }));
        }
        learned
    }

    /// Adds a lesson; whether its moves could be played.
    pub fn add(&mut self, lesson: Lesson) -> bool {
        let taken = self.count(&lesson);
        if taken {
            self.lessons.push(lesson);
        }
        taken
    }

    /// Adds the lessons of another store, after all own ones were cleared if `clear`. Lessons that are here already, equal in
    /// all they say, are not added again. Returns how many were added, and how many were here.
    pub fn import(&mut self, other: &Self, clear: bool) -> (usize, usize) {
        if clear {
            self.clear();
        }
        // Two equal lessons of the other store are two games: only what was here before counts.
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

    /// Forgets all lessons.
    pub fn clear(&mut self) {
        self.lessons.clear();
        self.learned.clear();
    }

    /// Forgets one lesson, by its place from 0; whether there was one.
    pub fn forget(&mut self, index: usize) -> bool {
        if index >= self.lessons.len() {
            return false;
        }
        self.lessons.remove(index);
        self.sum_up();
        true
    }

    /// Writes what is learned into a book, as steps that can be undone: moves not to be played again, and those whose value is below -100
    /// centipawns, are marked `?`, those above 100 `!`. Moves that have a mark, and moves not in the book, are left as they are.
    /// Only positions on the lines of lessons are looked at. Returns how many moves were marked.
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
                    let entry = entries.iter().find(|entry| entry.book_move == mv.into());
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

    /// Lets a lesson have its effect; whether its moves could be played.
    ///
    /// The value of book learning goes to the learner's moves from the last back. Up to and with the last move at which there was a choice
    /// all get the whole of it; whenever a move with a choice is passed, what goes further back is divided by the number
    /// of moves that were on offer. A move's values are averaged. A loss takes the last move with a choice out of play; where
    /// there was never one, it teaches nothing.
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
            Teaching::Result { outcome: Outcome::Lost } if self.result_learning => {
                if let Some(&(key, book_move, _)) = own.iter().rev().find(|(_, _, choices)| *choices > 1) {
                    self.learned.entry((key, book_move)).or_default().never_again = true;
                }
            }
            _ => {}
        }
        true
    }
}

impl Learned {
    /// The mark that it comes to.
    fn flag(&self) -> Option<Flag> {
        match self.centipawns() {
            _ if self.never_again => Some(Flag::Avoided),
            value if value > crate::select::LEARNED_FLAG => Some(Flag::Recommended),
            value if value < -crate::select::LEARNED_FLAG => Some(Flag::Avoided),
            _ => None,
        }
    }
}

/// All that a lesson says.
fn fingerprint(lesson: &Lesson) -> String {
    serde_json::to_string(lesson).unwrap_or_default()
}
