//! Path to the position in the editor.

use tabia_chess::{Move, Position};
use tabia_worker::probe::messages::Line;

/// The moves from the start position to the edited position.
#[derive(Clone, PartialEq, Default)]
pub struct Path(pub Vec<Move>);

impl Path {
    /// Returns the positions along the path, including the start position.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![Position::default()];
        for &m in &self.0 {
            let mut next = positions[positions.len() - 1];
            next.play_unchecked(m);
            positions.push(next);
        }
        positions
    }

    /// Returns the final position.
    pub fn position(&self) -> Position {
        let mut position = Position::default();
        for &m in &self.0 {
            position.play_unchecked(m);
        }
        position
    }

    /// Returns the path as a line for worker requests.
    pub fn line(&self) -> Line {
        let positions = self.positions();
        let moves = self.0.iter().zip(&positions).map(|(m, position)| position.uci(*m)).collect();
        Line { start_fen: Position::default().to_fen(), moves }
    }

    /// Returns the path with another move appended.
    pub fn with(&self, m: Move) -> Self {
        let mut moves = self.0.clone();
        moves.push(m);
        Self(moves)
    }

    /// Returns the first `length` moves of the path.
    pub fn first(&self, length: usize) -> Self {
        Self(self.0[..length.min(self.0.len())].to_vec())
    }
}
