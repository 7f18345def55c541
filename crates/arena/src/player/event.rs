//! Actions that a player requests, and events that it emits.

use tabia_uci::{BestMove, BestMoveError, EngineOption};

use super::conduct::Conduct;

/// An action for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Start the engine, restarting it if it is running; then call
    /// [`UciPlayer::started`](super::UciPlayer::started), or
    /// [`UciPlayer::disconnected`](super::UciPlayer::disconnected) if that fails.
    Start,
    /// Send a line.
    Line(String),
    /// Kill the engine.
    Kill,
}

/// An engine's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `id name`; empty if missing.
    pub name: String,
    /// `id author`.
    pub author: String,
    /// The options it announced.
    pub options: Vec<EngineOption>,
}

/// A search to start.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchCommand {
    /// The `position` command. The clock runs from the moment it is sent.
    pub position: String,
    /// The `go` command, with any limits.
    pub go: String,
    /// The total time limit in milliseconds; infinite if the search is stopped externally.
    pub time_ms: f64,
}

/// The state of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerState {
    /// Not running: never started, or disconnected.
    Disconnected,
    /// Starting, or replying to `uci`.
    Starting,
    /// Setting options or preparing a game, before `readyok`.
    Pinging,
    /// Ready for a command.
    Idle,
    /// Receiving a position, or searching it.
    Thinking,
    /// Thinking on its opponent's time.
    Pondering,
    /// Its move has arrived, but its call has not returned.
    Returning,
    /// Ending its search.
    Stopping,
}

/// An event. Every search has exactly one result: [`BestMove`](Event::BestMove),
/// [`NoBestMove`](Event::NoBestMove), [`Overdue`](Event::Overdue) or [`Lost`](Event::Lost).
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// The engine has identified itself. Its options are being set.
    Introduced,
    /// The text of an `info string` while options are set or a game is prepared.
    InfoString(&'a str),
    /// The engine is idle: it sent `readyok`, or ended a search whose result is not needed.
    Ready,
    /// An `info` line of the search.
    Info(&'a str),
    /// The end of the search.
    BestMove {
        /// The line.
        line: &'a str,
        /// The parsed line.
        answer: Result<BestMove, BestMoveError>,
    },
    /// The search ended without a `bestmove`.
    NoBestMove(Conduct),
    /// The search missed its deadline. The engine is being stopped; [`Ready`](Event::Ready) or
    /// [`Lost`](Event::Lost) follows.
    Overdue,
    /// An `info` or `bestmove` line outside a search.
    Stray(&'a str),
    /// The engine is no longer usable.
    Lost(Conduct),
}
