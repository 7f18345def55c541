//! Events that the Lab emits to the page.

use std::rc::Rc;

use tabia_arena::{Finished, PairRecord, Ply};
use tabia_chess::{Move, Position};

/// State of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchState {
    /// Games are being played.
    Playing,
    /// Halted between moves; games resume where they were. The text gives the reason if the user did not pause it: an engine that
    /// cannot be started or keeps failing, a unit that cannot be stored.
    Paused(Option<String>),
    /// Ended by [`MatchService::stop`](super::service::MatchService::stop). All workers are gone; unfinished games were dropped, and
    /// their units will be replayed.
    Stopped,
    /// Nothing is left to play: the test has decided, or every game is finished. All workers are gone.
    Complete,
}

/// Event sent to subscribers.
#[derive(Debug, Clone, PartialEq)]
pub enum MatchEvent {
    /// The state changed.
    State(MatchState),
    /// A unit is finished, stored and counted.
    UnitFinished {
        /// Games of the unit.
        record: Rc<PairRecord>,
        /// Effect on the match.
        finished: Rc<Finished>,
    },
    /// Something other than the games changed: the number of concurrent games, the saved logs, the failures.
    Changed,
    /// The watched game has advanced, or the next one has begun. At most 5 times a second.
    Watching(Rc<RunningGame>),
    /// An engine failed and is restarted. If that decided a game, the game's result says so.
    EngineFault {
        /// Index of the engine in the settings.
        engine: usize,
        /// Name of the engine.
        name: String,
        /// Worker the engine ran in.
        worker: usize,
        /// Message in the form of a sentence that follows the name.
        message: String,
    },
    /// A note about an engine that decides nothing, such as a missing option. Emitted once.
    Notice {
        /// Index of the engine in the settings.
        engine: usize,
        /// Name of the engine.
        name: String,
        /// Message in the form of a sentence that follows the name.
        message: String,
    },
    /// A worker failed through no fault of an engine. It was replaced, and its unfinished game is replayed.
    WorkerFault {
        /// Number of the worker.
        worker: usize,
        /// Message in the form of a sentence that follows "a match worker".
        message: String,
    },
}

/// Game in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningGame {
    /// Worker playing the game.
    pub worker: usize,
    /// Unit of the game.
    pub unit: usize,
    /// Index in the unit, from 0.
    pub index: usize,
    /// Number in the whole match, from 0.
    pub number: usize,
    /// Index of the White engine in the settings.
    pub white: usize,
    /// Index of the Black engine in the settings.
    pub black: usize,
    /// Starting position.
    pub start: Position,
    /// Whether castling needs Chess960 notation.
    pub chess960: bool,
    /// Opening moves.
    pub opening: Vec<Move>,
    /// Engine moves after the opening, with the search info on each.
    pub plies: Vec<Ply>,
    /// Current position.
    pub position: Position,
    /// Time left to White and Black when the current search began, in milliseconds; `None` without a clock.
    pub clocks_ms: [Option<u32>; 2],
    /// Duration of the current search in milliseconds, as far as the page has seen it; the clock of the side to move has run down by as
    /// much.
    pub thinking_ms: f64,
}
