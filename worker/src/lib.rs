//! The page's web workers, and the code they share with it.
//!
//! An engine build is one `.wasm` file behind the ABI of `docs/engine-abi.md`; two kinds of workers run one. Each worker is a
//! [gloo-worker](https://docs.rs/gloo-worker) worker and receives [envelopes](wire::envelope). The page itself uses only the
//! message types and is built without the features.
//!
//! - [`wire`]: envelope, codec and everything else that all messages share
//! - [`engine`]: the engine worker, for analysis
//! - [`mod@matches`]: the match worker, which plays whole games between engines
//! - [`probe`]: the worker that probes opening books, in the same file as the engine worker
//! - [`book`]: the book worker, which makes, edits and lists opening books
//! - [`library`]: the library worker, which indexes and searches game databases
//! - [`abi`]: required imports and exports of a build, and the errors when they don't match
//! - `clock` (feature `serve`): the time
//! - `instance`: a running engine build, for either worker
//! - `file_maker` (features `book`, `library`): files made by a worker
//! - `blob_source` (features `look`, `library`, `matches`): blobs as byte sources

pub mod abi;
#[cfg(any(feature = "look", feature = "matches", feature = "library"))]
pub mod blob_source;
pub mod book;
#[cfg(feature = "serve")]
pub mod clock;
pub mod engine;
#[cfg(any(feature = "book", feature = "library"))]
mod file_maker;
pub mod library;
pub mod matches;
pub mod probe;
pub mod wire;

#[cfg(any(feature = "engine", feature = "matches"))]
pub mod instance;
