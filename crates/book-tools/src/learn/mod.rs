//! Book learning: which book moves to play again, judged by games.
//!
//! As in Crafty's manual, there are two kinds. *Book learning* uses the evaluations of the first searches after the book: if they
//! show that the opening went well or badly, the moves that led there get a value in centipawns, which grows with the search depth
//! and the opponent's strength. *Result learning* uses the result: after a loss, the last move for which the book offered a choice is
//! not played again. The formulas are this program's own and described with each function.
//!
//! Lessons are stored in a [`LearnStore`] next to the book; the book itself is not changed. The store contains the lessons,
//! not only their sum, so that it can be viewed, shared, and imported by others as if they had played the games themselves.
//! [`LearnStore::apply`] optionally writes it into a book being edited.

mod games;
mod learned;
mod lesson;
mod store;
mod value;

pub use games::GamesReport;
pub use learned::Learned;
pub use lesson::{BookLine, Lesson, PlayerResult, Teaching};
pub use store::{FORMAT, LearnError, LearnStore, VERSION};
pub use value::{INDIFFERENT, SEARCHES, Searched, key_value, trusted};
