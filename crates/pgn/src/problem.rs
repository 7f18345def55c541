//! What was wrong in a text, where, and what was done about it.

use std::fmt;

/// What kind of fault a [`Problem`] tells of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The bytes were not plain UTF-8.
    Encoding,
    /// A tag pair that does not follow the standard.
    Tag,
    /// A start position that cannot be played from.
    StartPosition,
    /// A variant of chess that is not supported.
    Variant,
    /// A brace that was never closed, or closed without having been opened, or one inside another.
    Comment,
    /// A parenthesis without its partner, or where no variation can begin.
    Variation,
    /// A number after `$` that is no glyph, or a glyph nobody knows.
    Nag,
    /// Pieces with the letters of another language than English.
    Letters,
    /// A word that means nothing in PGN.
    UnknownToken,
    /// A move that is not legal, ambiguous or cannot be read.
    Move,
    /// The result is missing, stands twice, or tag and terminator differ.
    Result,
    /// More faults than are listed.
    TooMany,
}

/// One fault in a text: where it is, what was wrong and what was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The game that it is in, counted from 1; 0 when it belongs to the text as a whole.
    pub game: usize,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What kind of fault it is.
    pub kind: ProblemKind,
    /// A sentence that says what was wrong and what was done.
    pub message: String,
    /// Whether something that was in the text is not in the game.
    pub is_loss: bool,
}

impl Problem {
    /// Sorts problems by their places.
    pub(crate) fn sort(problems: &mut [Self]) {
        problems.sort_by_key(|problem| (problem.line, problem.column));
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, ", self.game)?;
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}
