//! What a game looks up at its host.

use tabia_chess::{Color, Position};
use tabia_polyglot::select::Choice;

/// What ends a game or takes the place of a search, and is looked up by the host.
pub trait Knowledge {
    /// What the own book of a side has for the position.
    fn own_book(&mut self, _color: Color, _position: &Position) -> Choice {
        Choice::Nothing
    }

    /// How endgame tables judge the position.
    fn tablebase(&mut self, _position: &Position) -> TablebaseResult {
        TablebaseResult::Unknown
    }
}

/// What endgame tables say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseResult {
    /// Nothing.
    Unknown,
    /// A draw with best play.
    Draw,
    /// A win for this side.
    Win(Color),
}
