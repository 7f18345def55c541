//! The book worker: makes, merges, edits and lists opening books off the page's main thread. A different worker looks up positions
//! (`crate::probe`).
//!
//! Books of any size stay where they are: the worker reads only the blocks of a `Blob` that it needs (`crate::blob_source`). A long
//! job runs in a separate worker, which the page terminates to cancel the job.
//!
//! - [`messages`]: messages between page and worker
//! - [`jobs`]: making books from games; merging, checking and listing books
//! - [`openings`]: match openings from files and books
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
