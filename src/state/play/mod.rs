//! Games played here: against the engine, between two people on one device, or between engines to watch. Pure
//! values, independent of the browser and the engine.
//!
//! - [`setup`]: set-up of a game
//! - [`control`]: time controls as players write them
//! - [`clock`]: the two clocks of a game
//! - [`game`]: the game as stored, and as played
//! - [`ending`]: game endings and draw claims
//! - [`dead`]: dead positions
//! - [`offers`]: when an engine accepts, offers and claims a draw, and when it resigns
//! - [`blunder`]: what a move obviously throws away
//! - [`prefs`]: the user's preferences during games
//! - [`thinking`]: move times of the levels
//! - [`keys`]: keyboard shortcuts
//! - [`levels`]: levels with their measured strength
//! - [`rating`]: the user's rating, from results against levels
//! - [`record`]: results by level, and streaks
//! - [`review`]: accuracy and worst moves of a finished game
//! - [`rating_chart`]: rating history as a chart
//! - [`adaptive`]: level that adapts to the user's results

pub mod adaptive;
pub mod blunder;
pub mod clock;
pub mod control;
pub mod dead;
pub mod ending;
pub mod game;
pub mod keys;
pub mod levels;
pub mod offers;
pub mod prefs;
pub mod rating;
pub mod rating_chart;
pub mod record;
pub mod review;
pub mod setup;
pub mod thinking;
