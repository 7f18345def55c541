//! The book worker: opening books made, merged, changed and listed beside the page's thread. They are looked up by another one
//! (`crate::probe`).
//!
//! Books of any size stay where they are: the worker reads the blocks of a `Blob` that it needs (`crate::blob_source`) and
//! nothing else. A long job runs in a separate worker, which the page ends to cancel it.
//!
//! - [`messages`]: messages between page and worker
//! - [`jobs`]: books made of games, merged, checked, listed
//! - [`openings`]: the openings of matches, from files and books
//! - `host` (feature `book`): the worker itself

pub mod messages;

#[cfg(feature = "book")]
mod editing;
#[cfg(feature = "book")]
pub mod host;
#[cfg(feature = "book")]
pub mod jobs;
#[cfg(feature = "book")]
pub mod openings;
