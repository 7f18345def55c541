//! Engine output for one position.

use tabia_chess::{Color, Move, Position};
use tabia_uci::{Bound, Info, Score, UciMove};

use crate::Eval;

/// Result of an engine's analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Evaluation from White's point of view.
    pub eval: Eval,
    /// Search depth in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Best line, up to the first illegal move.
    pub line: Vec<Move>,
}

/// Collects the `info` lines of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listener {
    exact: Option<(Score, u32, Vec<UciMove>)>,
    bound: Option<(Score, u32, Vec<UciMove>)>,
    nodes: u64,
}

impl Listener {
    /// Processes a line.
    pub fn info(&mut self, info: &Info) {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        if info.multipv.is_some_and(|place| place > 1) {
            return;
        }
        let (Some(score), false) = (info.score, info.pv.is_empty()) else { return };
        let found = Some((score, info.depth.unwrap_or(0), info.pv.clone()));
        match info.bound {
            None => self.exact = found,
            // Fallback for an engine that never gives an exact score.
            Some(Bound::Lower | Bound::Upper) => self.bound = found,
        }
    }

    /// The result at the end of the search; `None` if the engine gave no score with a line.
    pub fn finish(self, position: &Position) -> Option<Analysis> {
        let (score, depth, line) = self.exact.or(self.bound)?;
        let eval = from_white(score, position.turn());
        Some(Analysis { eval, depth, nodes: self.nodes, line: legal(position, &line) })
    }
}

/// Converts a score for the side to move to White's point of view.
fn from_white(score: Score, turn: Color) -> Eval {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Cp(cp) => Eval::Cp(cp * sign),
        Score::Mate(moves) => Eval::Mate(moves * sign),
    }
}

fn legal(position: &Position, line: &[UciMove]) -> Vec<Move> {
    let mut position = *position;
    line.iter()
        .map_while(|word| {
            let m = position.parse_uci(word.as_str()).ok()?;
            position.play_unchecked(m);
            Some(m)
        })
        .collect()
}
