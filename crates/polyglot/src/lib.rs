//! Opening books in Polyglot's format.
//!
//! Books are looked up ([`BookReader`], [`Probe`]), examined ([`check()`], [`open_book`]), built from games ([`make`]), merged
//! ([`merge()`]), listed as lines ([`lines`]) and played from ([`select`]). What is built, merged and listed equals, byte for byte, what
//! Debian's Polyglot 2.0.4 makes of the same input. Nothing is opened or written here: bytes come from a [`BlockSource`].
//!
//! The format: <http://hgm.nubati.net/book_format.html>.
//!
//! ```
//! use tabia_chess::Position;
//! use tabia_polyglot::{BookReader, Entry};
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
mod entry;
mod header;
pub mod lines;
pub mod make;
mod marks;
mod merge;
pub mod pgn_scan;
mod probe;
mod reader;
mod recognise;
pub mod select;
mod source;

pub use book_move::BookMove;
pub use cache::BlockCache;
pub use check::{BookFault, BookReport, check};
pub use entry::{ENTRY_SIZE, Entry, entries, to_bytes};
pub use header::{Header, read_header};
pub use marks::{Flag, Marks};
pub use merge::{MergeError, MergeOptions, MergeReport, MergeRule, merge};
pub use probe::{BookLookup, Candidate, Probe};
pub use reader::BookReader;
pub use recognise::{NotABook, open_book};
pub use source::{BlockSource, SourceError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
