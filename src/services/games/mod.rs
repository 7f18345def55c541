//! Games: read from text, shown on the board, saved.
//!
//! - [`reading`]: games read from text, in slices
//! - [`repository`]: the saved games of this browser, with an event for each change
//! - [`requests`]: requests by other applications to open a game on the board
//! - [`autosave`]: autosave of everything on the board: the pure core
//! - [`driver`]: runs the core's commands
//! - [`start`]: restores what was on the board
//! - [`on_board`]: the games open in this tab, for the other applications
//! - [`recent`]: the list of what was on the board before

pub mod autosave;
pub mod driver;
pub mod on_board;
pub mod reading;
pub mod recent;
pub mod repository;
pub mod requests;
pub mod start;
mod tab;

pub use reading::{decode, first_games, read_rest};
