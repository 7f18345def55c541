//! Result of reading a game, and limits.

use std::ops::Range;

use crate::{Game, Problem};

/// Maximum nesting depth of variations; deeper ones are skipped and reported. Limits the memory that a text of parentheses can use up.
pub const MAX_VARIATION_DEPTH: usize = 20_000;

/// Maximum number of problems listed per game.
pub const MAX_PROBLEMS_PER_GAME: usize = 100;

/// A game read from a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game, as far as readable.
    pub game: Game,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// Problems of the game, in the order of the text.
    pub problems: Vec<Problem>,
}
