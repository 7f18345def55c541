//! The limits of a search.

use tabia_chess::Move;

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes; the search ends at exactly this number.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration is started; the current one is finished.
    pub soft_nodes: Option<u64>,
    /// End when a mate in this many moves is found for either side.
    pub mate: Option<u32>,
    /// Time.
    pub time: TimeLimit,
    /// Answer only after a stop signal.
    pub infinite: bool,
    /// The opponent's clock is running: time does not count, and no move is reported, before the ponder hit.
    pub ponder: bool,
    /// Search only these root moves; empty means all.
    pub search_moves: Vec<Move>,
    /// The opponent's last move, if it is known. No limit: beginners look where something has just happened.
    pub last_move: Option<Move>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    /// No time limit.
    #[default]
    None,
    /// Exactly this many milliseconds.
    MoveTime(u64),
    /// The remaining time on the clock.
    Clock(ClockState),
}

/// A chess clock as the side to move sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Milliseconds left.
    pub time_ms: u64,
    /// Milliseconds gained with each move.
    pub increment_ms: u64,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}
