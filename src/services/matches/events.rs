//! What the Lab tells the page.

use std::rc::Rc;

use tabia_arena::{Finished, Ply, UnitRecord};
use tabia_chess::{Move, Position};

/// What a match is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchState {
    /// Games are being played.
    Playing,
    /// Halted between moves; games go on where they were. The text says why if it was not the user's wish: an engine
    /// that cannot be started or fails again and again, a unit that cannot be stored.
    Paused(Option<String>),
    /// Ended by [`MatchService::stop`](super::service::MatchService::stop). No worker is left; games that were not over were
    /// dropped and their units will be played again.
    Stopped,
    /// Nothing is left to be played: the test has decided, or every game is finished. No worker is left.
    Complete,
}

/// What subscribers are told.
#[derive(Debug, Clone, PartialEq)]
pub enum MatchEvent {
    /// The state changed.
    State(MatchState),
    /// A unit is finished, stored, and counted.
    UnitFinished {
        /// Its games.
        record: Rc<UnitRecord>,
        /// What it changed.
        finished: Rc<Finished>,
    },
    /// Something beside the games changed: how many are played at a time, what is kept of the logs, what failed.
    Changed,
    /// The game that is watched has moved on, or another has begun. At most 5 times a second.
    Watching(Rc<RunningGame>),
    /// An engine failed. Where that decided a game the game says so; the engine is started again.
    EngineFault {
        /// The engine, by its place in the settings.
        engine: usize,
        /// Its name.
        name: String,
        /// The worker in which it ran.
        worker: usize,
        /// What happened, in a sentence that follows the name.
        message: String,
    },
    /// Something about an engine that decides nothing, such as an option it lacks. Told once.
    Notice {
        /// The engine.
        engine: usize,
        /// Its name.
        name: String,
        /// A sentence that follows the name.
        message: String,
    },
    /// A worker failed, by no fault of an engine; it was replaced, and its unfinished game is played anew.
    WorkerFault {
        /// The worker.
        worker: usize,
        /// What happened, in a sentence that follows "a match worker".
        message: String,
    },
}

/// A game that is being played.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningGame {
    /// The worker that plays it.
    pub worker: usize,
    /// Its unit.
    pub unit: usize,
    /// Its place in the unit, from 0.
    pub index: usize,
    /// Its number in the whole match, from 0.
    pub number: usize,
    /// The engine with White, by its place in the settings.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// Where the game began.
    pub start: Position,
    /// Whether castling needs the notation of Chess960.
    pub chess960: bool,
    /// The moves of the opening.
    pub opening: Vec<Move>,
    /// The moves of the engines behind it, with what they said about them.
    pub plies: Vec<Ply>,
    /// The position on the board.
    pub position: Position,
    /// Time left to White and Black in milliseconds when the running search began, where they have clocks.
    pub clocks_ms: [Option<u32>; 2],
    /// For how long the running search has lasted, in milliseconds, as far as the page has seen it: the time by which
    /// the clock of the side to move has gone on.
    pub thinking_ms: f64,
}
