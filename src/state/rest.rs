//! Why an engine rests.

use super::analysis_request::Limits;
use super::figures::Figures;
use super::score::Evaluation;

/// Why a search has come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Its limit was reached: it could go on.
    Limit,
    /// A mate was found.
    Mate,
    /// The engine has ended it by itself.
    Ended,
    /// It is at the greatest depth that there is: nothing more will come, though an endless search is not ended by the engine.
    Deepest,
}

/// The greatest depth of this engine and of Stockfish, in plies.
pub const GREATEST_DEPTH: u32 = 245;

impl Rest {
    /// Why a search that has ended rests, from what it found.
    pub fn of(limits: Limits, figures: &Figures, best: Option<Evaluation>) -> Self {
        // Engines end searches by nodes and time a little early, rather than late.
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
