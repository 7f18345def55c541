//! Games: read from text, shown on the board, kept.
//!
//! - [`reading`]: games read from text, in slices
//! - [`shelf`]: the kept games of this browser, with an event for each change
//! - [`requests`]: other applications put a game on the board

pub mod reading;
pub mod requests;
pub mod shelf;

pub use reading::{decode, first_games, read_rest};
