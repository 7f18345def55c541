//! Moves as UCI writes them.

use tabia_chess::{Move, Position};
use tabia_uci::UciMove;

/// A move in UCI notation.
pub(crate) fn uci_move(position: &Position, mv: Move, chess960: bool) -> Option<UciMove> {
    position.uci(mv, chess960).parse().ok()
}
