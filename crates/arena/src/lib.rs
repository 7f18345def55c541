//! Matches between engines, without input, output, threads or clocks of its own.
//!
//! Time comes in as values, lines from engines as text; what to send and what was decided comes out. So the
//! same code runs in a browser's worker, in the native program and in tests with scripted players.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod rng;
pub mod stats;
