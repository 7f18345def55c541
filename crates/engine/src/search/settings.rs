//! What is asked of a search besides its limits, and its result.

use tabia_chess::Move;

use crate::personality::Personality;
use crate::strength::Strength;
use crate::value::Score;

/// Choices that hold for all searches until they are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many lines to search, 1 to 256.
    pub multi_pv: usize,
    /// Milliseconds lost with each move between the engine and the owner of the clock.
    pub move_overhead_ms: u64,
    /// Whether the opponent's time is thought on as well: then a move may take a little more.
    pub ponder: bool,
    /// How well to play; `None` is full strength, and so is every infinite search.
    pub strength: Option<Strength>,
    /// How to play.
    pub personality: Personality,
    /// The least depth at which positions with [`Settings::tb_probe_limit`] men are looked up, in plies; those with fewer
    /// men always are.
    pub tb_probe_depth: u32,
    /// Positions with more men are not looked up; 0 looks up none.
    pub tb_probe_limit: u32,
    /// Whether the fifty-move rule makes wins draws that take longer.
    pub tb_rule50: bool,
}

impl Settings {
    /// The most lines that can be searched.
    pub const MAX_MULTI_PV: usize = 256;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead_ms: 20,
            ponder: false,
            strength: None,
            personality: Personality::default(),
            tb_probe_depth: 1,
            tb_probe_limit: 7,
            tb_rule50: true,
        }
    }
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` if there is none (mate, stalemate).
    pub best: Option<Move>,
    /// The answer expected.
    pub ponder: Option<Move>,
    /// The score from the side to move's point of view; `None` if nothing was searched.
    pub score: Option<Score>,
    /// The last depth that was searched to its end, in plies.
    pub depth: u32,
    /// Nodes searched: positions reached by making a move, and the root.
    pub nodes: u64,
    /// Those of them in the quiescence search.
    pub quiescence_nodes: u64,
}
