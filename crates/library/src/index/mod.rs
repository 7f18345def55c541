//! The index of a PGN file: built by streaming, written front to back, opened for searching.
//!
//! An index belongs to one file, which it names by a [`Fingerprint`](crate::Fingerprint), and holds nothing that is not in the file: it can be
//! thrown away and built again. It is only ever appended to while it is built, so what is torn lacks its end and is
//! recognised; every part has a checksum.
//!
//! Games are scanned as Polyglot reads them, which is fast; one that is not understood so is read again by the reader that shows it.

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
pub(crate) use tables::Texts;
