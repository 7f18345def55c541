//! A game as it was played.

use tabia_chess::{Color, Move, Position};
use tabia_uci::Score;

use crate::stats::PlayerResult;
use crate::termination::Conclusion;

/// One half-move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What the engine said about it; `None` for a move of the opening.
    pub search: Option<SearchReport>,
}

/// What an engine said last before its move, and how long it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The score from the mover's side.
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Greatest depth in plies.
    pub seldepth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time by the referee's clock in milliseconds.
    pub time_ms: f64,
    /// The principal variation as far as its moves are legal, the move itself first.
    pub pv: Vec<Move>,
    /// The position at the end of the principal variation, for samples: the last one without check, if there is
    /// one behind the move.
    pub resolved: Option<Box<Position>>,
}

/// Something odd about an engine's output that decided nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The number of plies played when it was seen.
    pub ply: usize,
    /// Whose engine.
    pub color: Color,
    /// What was odd.
    pub message: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The players' names, White's first.
    pub players: [String; 2],
    /// Where it began.
    pub start: Position,
    /// Whether castling needs the notation of Chess960.
    pub chess960: bool,
    /// The moves, those of the opening included.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub conclusion: Conclusion,
    /// What is known about the end beyond that: the move that was not legal, why the engine was gone. A line of text; empty if
    /// there is nothing to say.
    pub detail: String,
    /// What was odd about the engines' output.
    pub warnings: Vec<Warning>,
}

impl GameRecord {
    /// How the game ended with all that is known about it: `White makes an illegal move: e2e5`.
    pub fn ending(&self) -> String {
        ending(&self.conclusion, &self.detail)
    }

    /// The positions before each ply and at the end.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start;
        std::iter::once(self.start).chain(self.plies.iter().map(move |ply| {
            position.play_unchecked(ply.mv);
            position
        }))
    }

    /// The position at the end.
    pub fn final_position(&self) -> Position {
        self.positions().last().unwrap_or(self.start)
    }

    /// The result from a colour's side; `None` for a game that does not count.
    pub fn result_for(&self, color: Color) -> Option<PlayerResult> {
        self.conclusion.result_for(color)
    }
}

/// A conclusion with what is known beyond it.
pub fn ending(conclusion: &Conclusion, detail: &str) -> String {
    if detail.is_empty() { conclusion.to_string() } else { format!("{conclusion}: {detail}") }
}
