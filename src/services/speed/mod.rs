//! How fast this machine is: perft, the search, and how soon engines start, stop and answer.
//!
//! - [`talk`]: an engine build that is asked one thing after the other
//! - [`measure`]: the measurements
//! - [`signature`]: how many nodes the benchmark has

pub mod measure;
pub mod signature;
pub mod talk;
