//! The engine build: the engine as one `.wasm` file behind `docs/engine-abi.md`, version 1; version 2 with the feature
//! `tablebase`.
//!
//! ```text
//! cargo build --release -p tabia-build --target wasm32-unknown-unknown
//! ```
//!
//! Only raw imports and exports, no wasm-bindgen and no WASI. On other targets the crate has the room for
//! incoming lines and nothing else, so that it can be tested there.

mod lines;

pub use lines::{LineBuffer, LineRefused, MAX_LINE_LENGTH};

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(all(target_arch = "wasm32", feature = "tablebase"))]
mod tablebase;
