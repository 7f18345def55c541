//! Web workers: the host of an engine build, and what the page shares with it.
//!
//! An engine build is one `.wasm` file behind the ABI of `docs/engine-abi.md`. The host runs inside a
//! [gloo-worker](https://docs.rs/gloo-worker) worker, calls the build's exports and offers its imports;
//! the engine that the app ships is hosted exactly as a stranger's. UCI text is all that crosses the
//! boundary between page and worker: batched, and tagged with the search it belongs to.
//!
//! - [`abi`]: what a build must import and export, and the errors when it does not
//! - [`messages`]: what page and host say to each other
//! - [`envelope`]: how gloo-worker wraps these messages
//! - [`codec`]: their form as JavaScript values
//! - [`signals`]: the flags in shared memory that reach an engine in the middle of a search
//! - [`outbox`]: how often output is posted, and what is left out when an engine prints too much
//! - [`waiting`]: which engine only waits for a signal, and may sleep
//! - [`lab`]: the match worker, which plays whole games between engines
//! - `instance`: an engine build that runs, for either worker
//! - `host` (feature `host`): the engine worker itself; the page is built without it
//! - `blob_source` (features `book`, `lab`): blobs as sources of bytes
//! - [`book`]: the book worker: opening books looked up, built and edited

pub mod abi;
#[cfg(any(feature = "book", feature = "lab"))]
pub mod blob_source;
pub mod book;
pub mod codec;
pub mod envelope;
pub mod lab;
pub mod messages;
pub mod outbox;
pub mod signals;
pub mod waiting;

#[cfg(feature = "host")]
pub mod host;

#[cfg(any(feature = "host", feature = "lab"))]
pub mod instance;
