//! The index of a PGN file: built by streaming, written front to back, opened for searching.
//!
//! An index belongs to one file, identified by a [`Fingerprint`](crate::Fingerprint), and contains nothing that is not in the file: it
//! can be deleted and rebuilt. While it is built it is only appended to, so a torn index lacks its end and is
//! recognised; every part has a checksum.
//!
//! Games are scanned as Polyglot reads them, which is fast; those that the scanner doesn't understand are read again by the board's reader.

mod builder;
mod collector;
mod format;
mod one_game;
mod openings;
mod problem;
mod recent;
pub(crate) mod reread;
mod tables;
mod variations;

pub use builder::{BuildError, IndexBuilder, IndexOptions, LinePlace, Progress, build_index};
pub use format::OpenError;
pub(crate) use format::{Contents, read};
pub use format::{FORMAT_VERSION, Summary};
pub use problem::IndexedProblem;
pub(crate) use tables::TextTable;
