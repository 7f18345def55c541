//! Progress of a hint.

use tabia_chess::Move;

use crate::services::play::view::Hint;

/// Progress of a hint.
#[derive(Debug, Default)]
pub(super) struct HintState {
    /// Number of steps requested: the piece, then the move.
    pub(super) steps: u8,
    /// The move, once found.
    pub(super) found: Option<Move>,
    /// Whether the search is running.
    pub(super) is_searching: bool,
}

impl HintState {
    /// Returns the hint to show.
    pub(super) fn shown(&self) -> Option<Hint> {
        match (self.steps, self.found) {
            (0, _) => None,
            (_, None) => Some(Hint::Searching),
            (1, Some(mv)) => Some(Hint::Piece(mv.from())),
            (_, Some(mv)) => Some(Hint::Move(mv)),
        }
    }
}
