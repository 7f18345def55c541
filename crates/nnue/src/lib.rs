//! An efficiently updatable neural network (NNUE, Yu Nasu 2018) that evaluates positions: its architecture,
//! its file format ([`Network::from_bytes`], [`Network::to_bytes`]) and the accumulators that follow the
//! moves of a search ([`AccumulatorStack`]).
//!
//! All arithmetic is on integers and exact, so every way to the same position, on every platform, gives the
//! same value. Uses no files, threads or clocks. docs/net.md describes how a net is made.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod accumulator;
mod activation;
pub mod architecture;
mod changes;
#[cfg(feature = "embedded")]
mod embedded;
mod error;
mod evaluation;
mod format;
mod network;
mod output;
mod stack;

pub use changes::Changes;
#[cfg(feature = "embedded")]
pub use embedded::embedded_net;
pub use error::NetworkError;
pub use network::{Network, Weights};
pub use stack::AccumulatorStack;
