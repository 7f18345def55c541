//! What a player wants done, and what happened to it.

use tabia_uci::{BestMove, BestMoveError, EngineOption};

use super::conduct::Conduct;

/// What a host has to do with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Start it, afresh if it runs already; then call [`UciPlayer::started`](super::UciPlayer::started), or
    /// [`UciPlayer::disconnected`](super::UciPlayer::disconnected) if that fails.
    Start,
    /// Send it a line.
    Line(String),
    /// End it: it is of no use any more.
    Kill,
}

/// What the engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `id name`; empty if it said none.
    pub name: String,
    /// `id author`.
    pub author: String,
    /// The options that it announced.
    pub options: Vec<EngineOption>,
}

/// A search to be started.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchCommand {
    /// The `position` command. The clock runs from the moment that it is sent.
    pub position: String,
    /// The `go` command, with any limits.
    pub go: String,
    /// How long the engine may take in all, in milliseconds; infinite if it is stopped from outside.
    pub time_ms: f64,
}

/// What an engine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerState {
    /// It does not run: it was never started, or is gone.
    Disconnected,
    /// It is being started, or answers `uci`.
    Starting,
    /// It sets its options or prepares a game, and has not said `readyok`.
    Pinging,
    /// It has nothing to do.
    Idle,
    /// It is told a position, or searches it.
    Thinking,
    /// It thinks on its opponent's time.
    Pondering,
    /// Its move has come, and its call has not returned.
    Returning,
    /// It is to end its search.
    Stopping,
}

/// What happened. Of every search exactly one of [`BestMove`](Event::BestMove),
/// [`NoBestMove`](Event::NoBestMove), [`Overdue`](Event::Overdue) and [`Lost`](Event::Lost) tells the result.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// The engine has said who it is. Its options are being set.
    Introduced,
    /// An `info string` while options are set or a game is prepared: the text.
    InfoString(&'a str),
    /// The engine has nothing to do: it said `readyok`, or has ended a search of which nothing is wanted.
    Ready,
    /// An `info` line of the search.
    Info(&'a str),
    /// The search has ended.
    BestMove {
        /// The line.
        line: &'a str,
        /// What it says.
        answer: Result<BestMove, BestMoveError>,
    },
    /// The search has ended without a word about it.
    NoBestMove(Conduct),
    /// The search has not ended in time. The engine is stopped; [`Ready`](Event::Ready) or
    /// [`Lost`](Event::Lost) follows.
    Overdue,
    /// An `info` or `bestmove` of an engine that does not search.
    Stray(&'a str),
    /// The engine is of no use any more.
    Lost(Conduct),
}
