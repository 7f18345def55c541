//! Preset positions.

use crate::apps::analysis::strings;

/// Names and FENs.
pub const PRESETS: [(&str, &str); 10] = [
    (strings::START_POSITION, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (strings::EMPTY_BOARD, "8/8/8/8/8/8/8/8 w - - 0 1"),
    (strings::KINGS_ONLY, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    (strings::QUEEN_MATE, "8/8/8/4k3/8/8/8/4K2Q w - - 0 1"),
    (strings::ROOK_MATE, "8/8/8/4k3/8/8/8/4K2R w - - 0 1"),
    (strings::BISHOPS_MATE, "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1"),
    (strings::BISHOP_KNIGHT_MATE, "8/8/8/4k3/8/8/8/4KBN1 w - - 0 1"),
    (strings::OPPOSITION, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
    (strings::LUCENA, "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    (strings::PHILIDOR, "4k3/R7/8/4PK2/8/7r/8/8 b - - 0 1"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::board_editor::{BoardEditor, SetupVerdict};

    #[test]
    fn all_but_the_empty_board_can_be_played() {
        for (name, fen) in PRESETS {
            let is_legal = BoardEditor::of_fen(fen).verdict() == SetupVerdict::Legal;
            assert_eq!(is_legal, name != strings::EMPTY_BOARD, "{name}");
        }
    }
}
