//! Search settings besides the limits, and search results.

use tabia_chess::Move;

use crate::control::Bound;
use crate::personality::Personality;
use crate::strength::Strength;
use crate::value::Score;

/// Settings that hold for all searches until they are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of lines to search, 1 to 256.
    pub multi_pv: usize,
    /// Milliseconds lost with each move between the engine and the clock.
    pub move_overhead_ms: u64,
    /// Whether the engine ponders: then a move may take a little more time.
    pub ponder: bool,
    /// Playing strength; `None` is full strength, as in every infinite search.
    pub strength: Option<Strength>,
    /// Whether searches are for analysis, as every infinite one is: then no move is preferred for the chances
    /// that it leaves the opponent to go wrong.
    pub analysis: bool,
    /// Playing style.
    pub personality: Personality,
    /// The minimum depth in plies for probing positions with [`Settings::tb_probe_limit`] pieces; those with
    /// fewer pieces are always probed.
    pub tb_probe_depth: u32,
    /// Positions with more pieces are not probed; 0 probes none.
    pub tb_probe_limit: u32,
    /// Whether wins that take longer than the fifty-move rule allows count as draws.
    pub tb_rule50: bool,
}

impl Settings {
    /// The maximum number of lines.
    pub const MAX_MULTI_PV: usize = 256;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead_ms: 20,
            ponder: false,
            strength: None,
            analysis: false,
            personality: Personality::default(),
            tb_probe_depth: 1,
            tb_probe_limit: 7,
            tb_rule50: true,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` if there is none (mate, stalemate).
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score from the side to move's point of view; `None` if nothing was searched.
    pub score: Option<Score>,
    /// Whether the score is exact. Of a search that was stopped only a bound may be known.
    pub bound: Bound,
    /// The best move of the last completed depth with its score, which is exact; `None` if no depth was
    /// completed.
    pub completed: Option<(Move, Score)>,
    /// The last completed depth in plies.
    pub depth: u32,
    /// Nodes searched: positions reached by making a move, and the root.
    pub nodes: u64,
    /// Nodes of the quiescence search among them.
    pub quiescence_nodes: u64,
}

impl SearchResult {
    /// A move with an exact score, for what outlives the search: the best move, or that of the last completed
    /// depth if only a bound is known of the best move's score.
    pub fn exact(&self) -> Option<(Move, Score)> {
        match self.bound {
            Bound::Exact => self.best.zip(self.score),
            Bound::Lower | Bound::Upper => self.completed,
        }
    }
}
