//! Lessons: results of one game for the moves of its book part.

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Move, Position};
use tabia_polyglot::{BookLookup, BookMove, Candidate, Probe, SourceError};

use crate::filter::BookSide;

/// Result of a game for the side that learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerResult {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// Subject of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Teaching {
    /// Book learning: Crafty's `{value, depth, rating_difference}`.
    Book {
        /// The key value in centipawns.
        value: i32,
        /// Its search depth.
        depth: u32,
        /// The learner's Elo minus the opponent's.
        rating_difference: i32,
    },
    /// Result learning.
    Result {
        /// The game's result.
        outcome: PlayerResult,
    },
}

/// The book part of a game: the beginning that a lesson is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLine {
    /// The moves from the standard start position to the learner's last book move, in UCI notation.
    pub moves: Vec<String>,
    /// The side that learns.
    pub side: BookSide,
    /// For each of the learner's moves among them, the number of moves that the book offered.
    pub choices: Vec<u16>,
}

impl BookLine {
    /// Returns the book part of a game from the standard start position; `None` if the side played no book move, or a move is
    /// illegal. Moves of weight 0, and those never to be played again, don't count as offered.
    ///
    /// # Errors
    /// [`SourceError`] if the book cannot be read.
    pub fn of_game(
        book: &mut impl BookLookup,
        moves: &[Move],
        side: Color,
        never_again: impl Fn(u64, BookMove) -> bool,
    ) -> Result<Option<Self>, SourceError> {
        let mut position = Position::default();
        let mut line = Self { moves: Vec::new(), side: side.into(), choices: Vec::new() };
        let mut end = 0;
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            line.moves.push(position.uci(mv));
            if position.turn() == side {
                let key = position.key();
                let probe = Probe::of(book.lookup(key)?, &position);
                if probe.moves.iter().all(|candidate| candidate.mv != mv) {
                    break;
                }
                let on_offer = |candidate: &&Candidate| {
                    candidate.mv == mv || candidate.weight > 0 && !never_again(key, candidate.mv.into())
                };
                line.choices.push(probe.moves.iter().filter(on_offer).count() as u16);
                end = line.moves.len();
            }
            position.play_unchecked(mv);
        }
        line.moves.truncate(end);
        Ok((end > 0).then_some(line))
    }

    /// Returns the learner's moves with the keys of their positions and the choices there; `None` if the line is illegal.
    pub(super) fn own_moves(&self) -> Option<Vec<(u64, BookMove, u16)>> {
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
    /// Its subject.
    pub teaching: Teaching,
    /// Name of the opponent, for display; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opponent: String,
    /// Date for display, and to distinguish otherwise equal lessons; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time: String,
}
