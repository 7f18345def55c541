//! What an engine says of one position.

use tabia_chess::{Color, Move, Position};
use tabia_uci::{Bound, Info, Score, UciMove};

use crate::Eval;

/// What an engine found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The evaluation, from White's side.
    pub eval: Eval,
    /// The depth in plies that it was found at.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line, as far as it is legal.
    pub line: Vec<Move>,
}

/// Takes the `info` lines of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listener {
    exact: Option<(Score, u32, Vec<UciMove>)>,
    bound: Option<(Score, u32, Vec<UciMove>)>,
    nodes: u64,
}

impl Listener {
    /// Takes a line.
    pub fn info(&mut self, info: &Info) {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        if info.multipv.is_some_and(|place| place > 1) {
            return;
        }
        let (Some(score), false) = (info.score, info.pv.is_empty()) else { return };
        let found = Some((score, info.depth.unwrap_or(0), info.pv.clone()));
        match info.bound {
            None => self.exact = found,
            // An engine that never gave an exact score: the bound is better than nothing.
            Some(Bound::Lower | Bound::Upper) => self.bound = found,
        }
    }

    /// What was found by the end of the search; `None` if the engine gave no score with a line.
    pub fn finish(self, position: &Position) -> Option<Analysis> {
        let (score, depth, line) = self.exact.or(self.bound)?;
        let eval = from_white(score, position.turn());
        Some(Analysis { eval, depth, nodes: self.nodes, line: legal(position, &line) })
    }
}

/// A score of the side to move, from White's side.
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
