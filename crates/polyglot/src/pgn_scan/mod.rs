//! Games read as Polyglot reads them: the main line only, fast, and in pieces of any size.
//!
//! The PGN crate's tree reader keeps everything in a game; a book needs the moves of hundreds of thousands of
//! games. This reader takes bytes as they come, buffers only the current token, and
//! accepts what Polyglot 2.0.4 accepts. Where Polyglot rejects the whole file, this one reports the game and continues
//! with the next, unless configured to be as strict.
//!
//! ```
//! use tabia_polyglot::make::{BookBuilder, MakeOptions, Pass};
//! use tabia_polyglot::pgn_scan::PgnScanner;
//!
//! // Bytes may come in pieces of any size; here the first ends inside a move.
//! let mut scanner = PgnScanner::new(false);
//! let mut builder = BookBuilder::new(MakeOptions { min_game: 1, ..MakeOptions::default() });
//! scanner.feed(b"[Result \"1-0\"]\n\n1. e4 e5 2. N", &mut builder)?;
//! scanner.feed(b"f3 1-0\n", &mut builder)?;
//! scanner.finish(&mut builder)?;
//! let mut entries = 0;
//! assert_eq!(builder.finish_pass(|_| entries += 1), Pass::Last);
//! assert_eq!(entries, 2, "Black lost: moves without a point are left out");
//! # Ok::<(), tabia_polyglot::pgn_scan::GameProblem>(())
//! ```

mod lexer;
mod main_line;
mod problem;
mod san;
mod scanner;

pub use main_line::{MainLine, check_tag, is_normal_start};
pub use problem::{GameProblem, ProblemKind};
pub use san::{read_san, read_whole_san};
pub use scanner::{GameSink, PgnScanner};
