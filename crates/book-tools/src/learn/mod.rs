//! Learning from games which of a book's moves to play again.
//!
//! After Crafty's manual there are two kinds. *Book learning* looks at the evaluations of the first searches after the book: if they
//! say that the opening went well or badly, the moves that led there get a value in centipawns, the more the deeper the search and
//! the stronger the opponent. *Result learning* looks at the result: after a loss, the last move at which the book offered a choice is not
//! played again. How much each move gets is this program's own arithmetic, described with each function.
//!
//! Lessons are kept in a [`LearnStore`] beside the book; the book itself is not changed. The store keeps the lessons and
//! not only their sum, so that it can be viewed, passed on, and imported by others as if they had played the games themselves.
//! [`LearnStore::apply`] writes it into a book being edited, if one wants that.

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
