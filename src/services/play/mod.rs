//! Games of the user against engines and people, and between engines to watch.
//!
//! - [`view`]: what the page shows, and what it hears
//! - [`session`]: one game at the board: the pure core. Events and the time go in, commands come out
//! - [`pgn`]: a game as PGN, with clocks and evaluations
//! - [`pupils`]: who learns from a finished game about its book
//! - [`kept`]: games that are kept while they are played
//! - [`requests`]: other applications ask for a game from a position
//! - [`service`]: the handle of the page: engines in their workers, timers, storage

pub mod kept;
pub mod pgn;
pub mod pupils;
pub mod requests;
pub mod service;
pub mod session;
pub mod view;

pub use service::PlayService;
pub use view::{EngineStatus, Hint, PlayEvent, PlayNotice, PlaySnapshot, SaveState, SoundCue, Stage};
