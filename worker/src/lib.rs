//! The web workers of the page, and what they share with it.
//!
//! An engine build is one `.wasm` file behind the ABI of `docs/engine-abi.md`; two kinds of workers call one. Each worker is a
//! [gloo-worker](https://docs.rs/gloo-worker) worker and receives [envelopes](wire::envelope). The page is built with the messages
//! alone, without the features.
//!
//! - [`wire`]: envelope, codec and what else all messages have in common
//! - [`engine`]: the engine worker, which analyses
//! - [`mod@matches`]: the match worker, which plays whole games between engines
//! - [`probe`]: the worker that looks opening books up, in the engine worker's file
//! - [`book`]: the book worker: opening books made, changed and listed
//! - [`library`]: the library worker: databases of games indexed and searched
//! - [`abi`]: what a build must import and export, and the errors when it does not
//! - `clock` (feature `serve`): the time
//! - `instance`: an engine build that runs, for either worker
//! - `file_maker` (features `book`, `library`): files that a worker makes
//! - `blob_source` (features `look`, `library`, `matches`): blobs as sources of bytes

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
