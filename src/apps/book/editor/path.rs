//! Where the editor's board stands.

use tabia_chess::{Move, Position};
use tabia_worker::probe::messages::Line;

/// The moves from the start to the position that is edited.
#[derive(Clone, PartialEq, Default)]
pub struct Path(pub Vec<Move>);

impl Path {
    /// The positions on the way, the start first.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![Position::default()];
        for &m in &self.0 {
            let mut next = positions[positions.len() - 1];
            next.play_unchecked(m);
            positions.push(next);
        }
        positions
    }

    /// The position at its end.
    pub fn position(&self) -> Position {
        let mut position = Position::default();
        for &m in &self.0 {
            position.play_unchecked(m);
        }
        position
    }

    /// What the worker is asked about.
    pub fn line(&self) -> Line {
        let positions = self.positions();
        let moves = self.0.iter().zip(&positions).map(|(m, position)| position.uci(*m, false)).collect();
        Line { start_fen: Position::default().to_fen(), moves }
    }

    /// One move further.
    pub fn with(&self, m: Move) -> Self {
        let mut moves = self.0.clone();
        moves.push(m);
        Self(moves)
    }

    /// Its first moves.
    pub fn first(&self, length: usize) -> Self {
        Self(self.0[..length.min(self.0.len())].to_vec())
    }
}
