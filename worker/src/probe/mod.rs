//! The worker that probes opening books off the page's main thread. Every visit with a book needs it, so it contains no code for
//! making books (`crate::book`) and shares its file with the engine worker, so that code used by both is fetched once.
//!
//! - [`messages`]: messages between page and worker
//! - [`look`]: lookup of a line's positions in a book
//! - `host` (feature `probe`): the worker itself

pub mod messages;

#[cfg(feature = "probe")]
pub mod host;
#[cfg(feature = "look")]
pub mod look;
