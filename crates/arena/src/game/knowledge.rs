//! Lookups that a game requests from its host: books and tablebases.

use tabia_chess::{Color, Position};
use tabia_polyglot::select::Choice;

/// Lookups by the host that can replace a search or end a game.
pub trait Knowledge {
    /// Looks up a position in a side's own book.
    fn own_book(&mut self, _color: Color, _position: &Position) -> Choice {
        Choice::Nothing
    }

    /// Looks up a position in the endgame tablebases.
    fn tablebase(&mut self, _position: &Position) -> TablebaseResult {
        TablebaseResult::Unknown
    }
}

/// Tablebase result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseResult {
    /// Not in the tables.
    Unknown,
    /// A draw with best play.
    Draw,
    /// A win for this side.
    Win(Color),
}
