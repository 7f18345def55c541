//! Games read as Polyglot reads them: the main line only, fast, and in pieces of any size.
//!
//! The tree reader of the PGN crate keeps everything of a game; a book needs the moves of hundreds of thousands of
//! games. This reader takes the bytes as they come, keeps no more of them than the token that is being read, and
//! accepts what Polyglot 2.0.4 accepts. Where Polyglot gives up the whole file, this one reports the game and goes on
//! with the next, unless it is told to be as strict.

mod lexer;
mod main_line;
mod problem;
mod san;
mod scanner;

pub use main_line::{MainLine, check_tag, is_normal_start};
pub use problem::{GameProblem, ProblemKind};
pub use san::read_san;
pub use scanner::{GameSink, PgnScanner};
