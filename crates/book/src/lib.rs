//! Opening books in Polyglot's format.
//!
//! Books are looked up ([`BookReader`]), examined ([`check()`]), built from games ([`make`]), by
//! recipes of several filtered passes ([`recipe`], [`filter`]), merged ([`merge()`]),
//! listed as lines ([`lines`]), compiled from lines written by hand ([`compile()`]), and played from ([`select`]). Openings
//! have names ([`names`]). What is built, merged and listed equals, byte for byte, what Debian's Polyglot
//! 2.0.4 makes of the same input. Nothing is opened or written here: bytes come from a [`BlockSource`].
//!
//! The format: <http://hgm.nubati.net/book_format.html>.
//!
//! ```
//! use tabia_book::{BookReader, Entry};
//! use tabia_chess::Position;
//!
//! let start = Position::default();
//! let e4 = start.parse_uci("e2e4")?;
//! let entry = Entry { key: start.key(), book_move: e4.into(), weight: 1, learn: 0 };
//! let mut book = BookReader::open(entry.to_bytes().to_vec())?;
//! assert_eq!(book.probe(&start)?.moves[0].mv, e4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book_move;
mod cache;
mod check;
mod choosing;
mod compile;
pub mod edit;
mod entry;
pub mod filter;
mod header;
pub mod learn;
pub mod leaving;
pub mod lines;
pub mod make;
mod marks;
mod merge;
pub mod names;
pub mod panel;
pub mod pgn_scan;
mod reader;
pub mod recipe;
mod recognise;
pub mod select;
mod source;
pub mod stats;
pub mod strip;
pub mod tree;

pub use book_move::BookMove;
pub use check::{BookFault, BookReport, check};
pub use choosing::{Choosing, Way};
pub use compile::compile;
pub use entry::{ENTRY_SIZE, Entry, entries, to_bytes};
pub use header::{Header, read_header};
pub use marks::Marks;
pub use merge::{MergeError, MergeOptions, MergeReport, MergeRule, merge};
pub use reader::{BookReader, Candidate, Probe};
pub use recognise::{NotABook, open_book};
pub use source::{BlockSource, SourceError};
