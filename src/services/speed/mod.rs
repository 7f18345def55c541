//! Speed of this machine: perft, search, and the start, stop and reply latencies of engines.
//!
//! - [`talk`]: engine build that handles one request after the other
//! - [`measure`]: the measurements
//! - [`signature`]: node count of the benchmark

pub mod measure;
pub mod signature;
pub mod talk;
