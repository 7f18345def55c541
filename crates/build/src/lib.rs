//! The engine build: the engine as one `.wasm` file with the interface of `docs/engine-abi.md`, version 1, or
//! version 2 with the feature `tablebase`.
//!
//! ```text
//! cargo build --release -p tabia-build --target wasm32-unknown-unknown
//! ```
//!
//! It has only raw imports and exports, no wasm-bindgen and no WASI. On other targets the crate has only the
//! buffer for incoming lines, so that it can be tested there.

mod lines;

pub use lines::{LineBuffer, LineRefused, MAX_LINE_LENGTH};

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(all(target_arch = "wasm32", feature = "tablebase"))]
mod tablebase;
