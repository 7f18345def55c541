//! A player's engine, of either kind, and what can go wrong with it.

use tabia_arena::{Failure, Request};

use super::build::Build;
use super::port::Port;

/// How a search ended.
#[derive(Debug)]
pub(super) enum SearchEnd {
    /// With a line that the referee took for its end.
    Moved,
    /// The deadline passed, or the engine came back without a move. The text says what should be known about it.
    Overdue(Option<String>),
    /// The engine is gone or does not answer.
    Failed(EngineFault),
}

/// An engine failed. It is started again for its next game.
#[derive(Debug)]
pub(super) struct EngineFault {
    /// What it comes to in the game.
    pub(super) failure: Failure,
    /// What happened, in a sentence.
    pub(super) message: String,
}

/// Why an engine is not ready for a game.
#[derive(Debug)]
pub(super) enum NotReady {
    /// It could not be started, and never was.
    NeverStarted(String),
    /// It failed.
    Failed(EngineFault),
}

/// What plays.
pub(super) enum Engine {
    /// An engine build, called directly.
    Build(Build),
    /// An engine elsewhere.
    Port(Port),
}

impl Engine {
    /// Gets ready for a new game; an engine that is gone is started again.
    pub(super) async fn new_game(&mut self, chess960: bool) -> Result<(), NotReady> {
        match self {
            Self::Build(build) => build.new_game(chess960),
            Self::Port(port) => port.new_game(chess960).await,
        }
    }

    /// Searches; lines go to the referee.
    pub(super) async fn search(&mut self, request: &Request) -> SearchEnd {
        match self {
            Self::Build(build) => build.search(request),
            Self::Port(port) => port.search(request).await,
        }
    }

    /// It is not needed for now: a build gives its memory back.
    pub(super) fn release(&mut self) {
        if let Self::Build(build) = self {
            build.release();
        }
    }
}
