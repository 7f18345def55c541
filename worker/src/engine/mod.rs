//! The engine worker: an engine build that analyses for the page, hosted exactly as a stranger's. UCI text is all that crosses
//! the boundary, batched, and tagged with the search it belongs to.
//!
//! - [`messages`]: messages between page and worker
//! - [`signals`]: the flags in shared memory that reach an engine in the middle of a search
//! - [`outbox`]: how often output is posted, and what is left out when an engine prints too much
//! - [`waiting`]: which engine only waits for a signal, and may sleep
//! - `host` (feature `engine`): the worker itself

pub mod messages;
pub mod outbox;
pub mod signals;
pub mod waiting;

#[cfg(feature = "engine")]
mod console;
#[cfg(feature = "engine")]
pub mod host;
