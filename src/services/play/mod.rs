//! Games of the user against engines and people, and between engines to watch.
//!
//! - [`view`]: snapshot and events for the page
//! - [`session`]: one game at the board: the pure core. Events and the time go in, commands come out
//! - [`pgn`]: a game as PGN, with clocks and evaluations
//! - [`book_learning`]: the engines that learn from a finished game about its book
//! - [`played_games`]: storage of games while they are played
//! - [`ongoing`]: whether a game is in progress, for the link to the page
//! - [`requests`]: requests by other applications for a game from a position
//! - [`service`]: the page's handle: engines in their workers, timers, storage

pub mod book_learning;
pub mod ongoing;
pub mod pgn;
pub mod played_games;
pub mod requests;
pub mod service;
pub mod session;
pub mod view;

pub use service::PlayService;
pub use view::{EngineStatus, Hint, PlayEvent, PlayNotice, PlaySaveState, PlaySnapshot, PlayStage, SoundCue};
