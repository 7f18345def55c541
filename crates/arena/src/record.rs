//! The record of a game.

use tabia_chess::{Color, Move, Position};
use tabia_uci::Score;

use crate::termination::Conclusion;
use tabia_stats::PlayerResult;

/// One ply of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The engine's search report; `None` for an opening move.
    pub search: Option<SearchReport>,
}

/// The engine's last report before its move, and the time it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The score from the mover's point of view.
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time by the referee's clock in milliseconds.
    pub time_ms: f64,
    /// The legal part of the principal variation, starting with the move itself.
    pub pv: Vec<Move>,
    /// The position at the end of the principal variation, for samples: the last one without check, if there
    /// is one after the move.
    pub resolved: Option<Box<Position>>,
}

/// A problem with an engine's output that did not affect the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The number of plies played before it.
    pub ply: usize,
    /// The side whose engine caused it.
    pub color: Color,
    /// The description.
    pub message: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The players' names, White's first.
    pub players: [String; 2],
    /// The start position.
    pub start: Position,
    /// Whether castling needs Chess960 notation.
    pub chess960: bool,
    /// The moves, including the opening.
    pub plies: Vec<Ply>,
    /// The result and its reason.
    pub conclusion: Conclusion,
    /// Details about the end, such as the illegal move or why the engine disconnected. One line of text;
    /// empty if there is nothing to add.
    pub detail: String,
    /// Problems with the engines' output.
    pub warnings: Vec<Warning>,
}

impl GameRecord {
    /// Describes how the game ended, with details: `White makes an illegal move: e2e5`.
    pub fn ending(&self) -> String {
        ending(&self.conclusion, &self.detail)
    }

    /// Returns the position before each ply, and the final one.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start;
        std::iter::once(self.start).chain(self.plies.iter().map(move |ply| {
            position.play_unchecked(ply.mv);
            position
        }))
    }

    /// Returns the position at the end.
    pub fn final_position(&self) -> Position {
        self.positions().last().unwrap_or(self.start)
    }

    /// Returns the result from one colour's point of view; `None` for a game that does not count.
    pub fn result_for(&self, color: Color) -> Option<PlayerResult> {
        self.conclusion.result_for(color)
    }
}

/// Formats a conclusion with its details.
pub fn ending(conclusion: &Conclusion, detail: &str) -> String {
    if detail.is_empty() { conclusion.to_string() } else { format!("{conclusion}: {detail}") }
}
