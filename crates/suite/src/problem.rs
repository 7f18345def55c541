//! One position of a suite.

use tabia_chess::{Move, Position};

/// A position, and which moves are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its line in the text, from 1.
    pub line: usize,
    /// Its name: `id`, or Crafty's `title`; empty if it has none.
    pub id: String,
    /// The position.
    pub position: Position,
    /// Whether castling must be written as in Chess960.
    pub is_chess960: bool,
    /// The moves that are right (`bm`); if there are none, all but those to avoid.
    pub best: Vec<Move>,
    /// The moves that are wrong (`am`).
    pub avoid: Vec<Move>,
    /// Mate in this many moves (`dm`): solved when the engine announces a mate that is not longer.
    pub mate_in: Option<u32>,
    /// Points of individual moves (`c0 "f5=10, Be5+=2"`, or `c8` with `c7`); empty if there are none.
    pub points: Vec<(Move, u32)>,
}

impl Problem {
    /// Returns whether a move is right. If only a mate is required, a move alone never is.
    pub fn is_right(&self, chosen: Move) -> bool {
        if self.avoid.contains(&chosen) {
            return false;
        }
        self.best.contains(&chosen) || (self.best.is_empty() && !self.avoid.is_empty())
    }

    /// Returns whether an announced mate, in moves from the side to move, is short enough.
    pub fn is_mate_asked_for(&self, moves: i32) -> bool {
        self.mate_in.is_some_and(|most| moves > 0 && moves.unsigned_abs() <= most)
    }

    /// Points of a move; `None` if the problem gives no points.
    pub fn points_of(&self, chosen: Move) -> Option<u32> {
        let worth = |&(m, points): &(Move, u32)| (m == chosen).then_some(points);
        (!self.points.is_empty()).then(|| self.points.iter().find_map(worth).unwrap_or(0))
    }

    /// Points of the best move; 0 if the problem gives no points.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }

    /// The `position` command of UCI.
    pub fn position_command(&self) -> String {
        let fen = if self.is_chess960 { self.position.to_shredder_fen() } else { self.position.to_fen() };
        format!("position fen {fen}")
    }

    /// The question in SAN, as suites write it: `bm Nf3 Nc3; am Bxa7; dm 4`.
    pub fn question(&self) -> String {
        let moves = |name: &str, moves: &[Move]| {
            let san: Vec<_> = moves.iter().map(|&m| self.position.san(m)).collect();
            (!san.is_empty()).then(|| format!("{name} {}", san.join(" ")))
        };
        let mate = self.mate_in.map(|moves| format!("dm {moves}"));
        let parts = [moves("bm", &self.best), moves("am", &self.avoid), mate];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}
