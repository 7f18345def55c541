//! Books from games, as `polyglot make-book` builds them.
//!
//! [`build()`] reads a source of games and emits the entries in book order. With the same games and options the
//! entries are those of Polyglot 2.0.4, byte for byte:
//!
//! - The only tag that counts is the result: `1-0` and `0-1` are decisive, anything else (or no tag) is a draw.
//! - A move's weight is twice the wins plus the draws of the side that played it. Weights are not scaled to a common
//!   maximum, despite Polyglot's own manual; but when a move has been played 16384 times the counts of all moves
//!   of its position are halved, rounding up.
//! - The minimal score is a percentage.
//! - Among moves of equal weight the one seen first is first.
//!
//! Polyglot stops at the first game it cannot read and writes no book, and it plays the moves of a game with a `FEN`
//! tag from the normal start position. Both happen here with [`MakeOptions::strict`] only; otherwise such games are
//! reported and left out.
//!
//! Memory is bounded without loss. When the table of counts would grow over [`MakeOptions::max_bytes`], it keeps
//! only the lower half of the range of keys it is counting, and the games are read again for what was left out. A book is
//! sorted by keys, so the ranges are written one after the other.
//!
//! ```
//! use tabia_polyglot::make::{MakeOptions, build};
//!
//! let games = b"[Result \"1-0\"]\n1. e4 e5 2. Nf3 1-0\n\n[Result \"1/2-1/2\"]\n1. e4 c5 1/2-1/2\n";
//! let options = MakeOptions { min_game: 2, ..MakeOptions::default() };
//! let mut book = Vec::new();
//! build(&mut games.as_slice(), &options, &mut (), |entry| book.push(entry))?;
//! // Only 1. e4 was played twice: one win and one draw, two points and one.
//! assert_eq!(book.len(), 1);
//! assert_eq!((book[0].book_move.to_string(), book[0].weight), ("e2e4".to_owned(), 3));
//! # Ok::<(), tabia_polyglot::make::MakeError>(())
//! ```

mod build;
mod builder;
mod options;
mod progress;
mod table;

pub use build::{MakeError, build};
pub use builder::{BookBuilder, Pass};
pub use options::MakeOptions;
pub use progress::{Observer, Progress};
pub use table::{CountTable, MoveCount};
