//! What is read, and the bounds of it.

use std::ops::Range;

use crate::{Game, Problem};

/// Variations may be nested this deep; what is nested deeper is left out and reported. It bounds the memory that a text of
/// parentheses alone can ask for.
pub const MAX_VARIATION_DEPTH: usize = 20_000;

/// How many problems are listed per game.
pub const MAX_PROBLEMS_PER_GAME: usize = 100;

/// One game out of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game, as far as it could be read.
    pub game: Game,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// What was wrong with it, in the order of the text.
    pub problems: Vec<Problem>,
}
