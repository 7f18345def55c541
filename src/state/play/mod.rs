//! Games that are played here: against the engine, against each other on one device, or between engines to
//! watch. Pure values; nothing here knows the browser or an engine.
//!
//! - [`setup`]: what a game is begun with
//! - [`control`]: time controls as players write them
//! - [`clock`]: the two clocks of a game
//! - [`game`]: the game as it is kept, and as it is played
//! - [`ending`]: how a game ends, and which draws can be claimed
//! - [`dead`]: positions that nobody can win
//! - [`offers`]: when an engine accepts and offers a draw
//! - [`thinking`]: how long a level takes for a move
//! - [`keys`]: what the keys do
//! - [`levels`]: the levels, with the strength that was measured
//! - [`rating`]: the user's own rating, from results against levels
//! - [`rating_chart`]: its way over time as a chart
//! - [`adaptive`]: the level that goes with the user's results

pub mod adaptive;
pub mod clock;
pub mod control;
pub mod dead;
pub mod ending;
pub mod game;
pub mod keys;
pub mod levels;
pub mod offers;
pub mod rating;
pub mod rating_chart;
pub mod setup;
pub mod thinking;
