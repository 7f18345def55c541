//! Moves in UCI notation.

use tabia_chess::{Move, Position};
use tabia_uci::UciMove;

/// Converts a move to UCI notation.
pub(crate) fn uci_move(position: &Position, mv: Move, chess960: bool) -> Option<UciMove> {
    position.uci_with(mv, chess960).parse().ok()
}
