//! The engine worker: runs an engine build for analysis, treating our own like any third-party one. Only UCI text crosses the
//! boundary, in batches tagged with their search.
//!
//! - [`messages`]: messages between page and worker
//! - [`signals`]: flags in shared memory that reach an engine during a search
//! - [`outbox`]: how often output is posted, and what is dropped when an engine prints too much
//! - [`waiting`]: detects an engine that only waits for a signal and may sleep
//! - `host` (feature `engine`): the worker itself

pub mod messages;
pub mod outbox;
pub mod signals;
pub mod waiting;

#[cfg(feature = "engine")]
mod console;
#[cfg(feature = "engine")]
pub mod host;
