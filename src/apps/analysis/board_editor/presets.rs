//! Preset positions.

use crate::apps::analysis::strings;
use crate::language::Text;

/// Names and FENs.
pub const PRESETS: [(Text, &str); 10] = [
    (strings::start_position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (strings::empty_board, "8/8/8/8/8/8/8/8 w - - 0 1"),
    (strings::kings_only, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    (strings::queen_mate, "8/8/8/4k3/8/8/8/4K2Q w - - 0 1"),
    (strings::rook_mate, "8/8/8/4k3/8/8/8/4K2R w - - 0 1"),
    (strings::bishops_mate, "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1"),
    (strings::bishop_knight_mate, "8/8/8/4k3/8/8/8/4KBN1 w - - 0 1"),
    (strings::opposition, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
    (strings::lucena, "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    (strings::philidor, "4k3/R7/8/4PK2/8/7r/8/8 b - - 0 1"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::board_editor::{BoardEditor, SetupVerdict};

    #[test]
    fn all_but_the_empty_board_can_be_played() {
        for (name, fen) in PRESETS {
            let is_legal = BoardEditor::of_fen(fen).verdict() == SetupVerdict::Legal;
            assert_eq!(is_legal, !fen.starts_with("8/8/8/8/8/8/8/8"), "{}", name());
        }
    }
}
