//! How far a hint has come.

use tabia_chess::Move;

use crate::services::play::view::Hint;

/// How far a hint has come.
#[derive(Debug, Default)]
pub(super) struct HintState {
    /// How many steps were asked for: the piece, then the move.
    pub(super) steps: u8,
    /// The move, once it was found.
    pub(super) found: Option<Move>,
    /// Whether it is searched for.
    pub(super) is_searching: bool,
}

impl HintState {
    /// What is shown.
    pub(super) fn shown(&self) -> Option<Hint> {
        match (self.steps, self.found) {
            (0, _) => None,
            (_, None) => Some(Hint::Searching),
            (1, Some(mv)) => Some(Hint::Piece(mv.from())),
            (_, Some(mv)) => Some(Hint::Move(mv)),
        }
    }
}
