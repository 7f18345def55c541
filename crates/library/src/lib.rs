//! Game databases: PGN files of any size, indexed by streaming and searched in place.
//!
//! [`build_index`] (or [`IndexBuilder`], if bytes arrive in pieces) reads a PGN file once and writes its index; the file itself
//! is never changed. A [`Library`] is an opened index: it filters and sorts the headers ([`Query`], [`Order`]), finds positions and
//! the moves played from them ([`Library::explore`]), finds duplicates ([`Library::duplicates`]) and returns the
//! texts of games as in the file ([`Library::text`], [`export`]).
//!
//! The crate opens and writes no files: bytes come from a [`BlockSource`](tabia_polyglot::BlockSource) and go to a [`ByteSink`].

mod bytes;
mod date;
mod fingerprint;
mod fold;
mod index;
mod library;
mod material;
mod positions;
mod record;
mod search;
mod sink;
mod strings;

pub use date::GameDate;
pub use fingerprint::Fingerprint;
pub use fold::fold;
pub use index::{
    BuildError, FORMAT_VERSION, IndexBuilder, IndexOptions, IndexedProblem, LinePlace, OpenError, Progress,
    Summary, build_index,
};
pub use library::{Header, Headers, Library};
pub use material::{Ending, Material, MaterialFilter, MaterialRange, ParseMaterialError};
pub use positions::{LookupError, Occurrence};
pub use record::Flag;
pub use search::{
    Bounds, Column, Difference, DuplicateGroup, EloOf, Explorer, MaterialScan, MoveStatistics, Order, Query,
    ReadError, Score, Selection, export,
};
pub use sink::{ByteSink, SinkError};
