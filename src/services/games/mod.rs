//! Games: read from text, shown on the board, kept.
//!
//! - [`reading`]: games read from text, in slices
//! - [`shelf`]: the kept games of this browser, with an event for each change
//! - [`requests`]: other applications put a game on the board
//! - [`keeper`]: keeps everything that is on the board: the pure core
//! - [`driver`]: has done what the core says
//! - [`start`]: finds again what was on the board
//! - [`on_board`]: the games that are open in this tab, for the other applications
//! - [`recent`]: the list of what was on the board before

pub mod driver;
pub mod keeper;
pub mod on_board;
pub mod reading;
pub mod recent;
pub mod requests;
pub mod shelf;
pub mod start;
mod tab;

pub use reading::{decode, first_games, read_rest};
