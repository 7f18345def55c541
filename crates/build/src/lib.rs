//! The engine build: the engine as one `.wasm` file with the interface of `docs/engine-abi.md`, version 1, or
//! version 2 with the feature `tablebase`.
//!
//! ```text
//! cargo build --release -p tabia-build --target wasm32-unknown-unknown
//! ```
//!
//! It has only raw imports and exports, no wasm-bindgen and no WASI. On other targets the crate has only the
//! buffer for incoming lines and the pool of threads, so that they can be tested there.

mod lines;
mod pool;

pub use lines::{LineBuffer, LineRefused, MAX_LINE_LENGTH};
pub use pool::Pool;

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(all(target_arch = "wasm32", feature = "tablebase"))]
mod tablebase;
#[cfg(all(target_arch = "wasm32", feature = "threads"))]
mod threads;
