//! The value of a single position.

use tabia_chess::{Color, Position};

use crate::network::Network;
use crate::{accumulator, output};

impl Network {
    /// Evaluates a position from scratch, in centipawns from the side to move's point of view. Searches
    /// use [`crate::AccumulatorStack`].
    pub fn evaluate(&self, pos: &Position) -> i32 {
        let mut views = vec![0; 2 * self.hidden()];
        let (white, black) = views.split_at_mut(self.hidden());
        accumulator::refresh(self, pos, Color::White, white);
        accumulator::refresh(self, pos, Color::Black, black);
        let (us, them) = if pos.turn().is_white() { (white, black) } else { (black, white) };
        output::evaluate(self, us, them, pos.occupied().count())
    }
}
