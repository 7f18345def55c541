//! The worker that looks opening books up, beside the page's thread. Every visit with a book needs it, so it has nothing of what makes
//! books (`crate::book`), and shares its file with the engine worker: what both need is fetched once.
//!
//! - [`messages`]: messages between page and worker
//! - [`look`]: what a book knows about the positions of a line
//! - `host` (feature `probe`): the worker itself

pub mod messages;

#[cfg(feature = "probe")]
pub mod host;
#[cfg(feature = "look")]
pub mod look;
