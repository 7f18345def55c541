//! Reasons for an engine to be idle.

use super::analysis_request::Limits;
use super::figures::Figures;
use super::score::Evaluation;

/// Reason why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// The limit was reached; the search could continue.
    Limit,
    /// A mate was found.
    Mate,
    /// The engine ended the search by itself.
    Ended,
    /// The maximum depth was reached: nothing more will come, although an infinite search is never ended by the engine.
    Deepest,
}

/// Maximum depth of this engine and of Stockfish, in plies.
pub const GREATEST_DEPTH: u32 = 245;

impl Rest {
    /// Derives the reason from the results of the search.
    pub fn of(limits: Limits, figures: &Figures, best: Option<Evaluation>) -> Self {
        // Engines tend to end node- and time-limited searches slightly early.
        let nearly = |found: u64, limit: u64| found >= limit - limit / 8;
        let is_reached = match limits {
            Limits::Infinite => false,
            Limits::Depth(depth) => figures.depth >= depth,
            Limits::Nodes(nodes) => nearly(figures.nodes, nodes),
            Limits::MoveTime(ms) => nearly(figures.time_ms, u64::from(ms)),
        };
        if is_reached {
            Self::Limit
        } else if matches!(best, Some(Evaluation::Mate { .. })) {
            Self::Mate
        } else {
            Self::Ended
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Color;

    #[test]
    fn the_reason_follows_from_limit_and_score() {
        let figures = Figures { depth: 12, nodes: 950_000, time_ms: 2_900, ..Figures::default() };
        let mate = Some(Evaluation::Mate { winner: Color::White, moves: 3 });
        assert_eq!(Rest::of(Limits::Depth(12), &figures, mate), Rest::Limit);
        assert_eq!(Rest::of(Limits::Depth(20), &figures, mate), Rest::Mate);
        assert_eq!(Rest::of(Limits::Nodes(1_000_000), &figures, None), Rest::Limit);
        assert_eq!(Rest::of(Limits::MoveTime(3_000), &figures, None), Rest::Limit);
        assert_eq!(Rest::of(Limits::MoveTime(30_000), &figures, None), Rest::Ended);
        assert_eq!(Rest::of(Limits::Infinite, &figures, mate), Rest::Mate);
    }
}
