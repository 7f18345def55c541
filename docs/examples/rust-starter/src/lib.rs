//! An engine build to start from: all of the engine ABI, the rules from shakmaty, and a search to be replaced by yours.
//!
//! ```text
//! cargo build --release --target wasm32-unknown-unknown
//! node scripts/check/abi-check.mjs target/wasm32-unknown-unknown/release/starter_engine.wasm
//! ```

mod abi;
mod engine;
mod limits;
mod search;
