//! Trains nets of `tabia-nnue` from packed positions with scores and results of games.
//!
//! All numbers are 32-bit floating point until a [`Model`] is quantised. Equal seeds and equal data give
//! equal nets on one platform, whatever the number of threads: a batch is always divided into [`SLICES`]
//! parts, whose gradients are added in order. Uses no files, threads or clocks; the caller may
//! work on several slices at a time. docs/net.md has the recipe.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod adamw;
mod example;
mod gradient;
mod model;
mod quantise;

pub use adamw::{AdamW, Rates};
pub use example::{Example, Examples};
pub use gradient::{Target, Work, loss, total};
pub use model::Model;
pub use quantise::{QuantisationError, quantisation_error};

/// Parts of a batch whose gradients are computed independently.
pub const SLICES: usize = 8;
