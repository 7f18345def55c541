//! Problems in a text: what is wrong, where, and how it was handled.

use std::fmt;

/// Kind of a [`Problem`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The bytes were not plain UTF-8.
    Encoding,
    /// A tag pair that does not follow the standard.
    Tag,
    /// A start position that is not playable.
    StartPosition,
    /// A variant of chess that is not supported.
    Variant,
    /// An unclosed, unopened or nested brace.
    Comment,
    /// An unmatched parenthesis, or one where no variation can begin.
    Variation,
    /// An invalid number after `$`, or an unknown glyph.
    Nag,
    /// Piece letters of a language other than English.
    Letters,
    /// A word that means nothing in PGN.
    UnknownToken,
    /// A move that is illegal, ambiguous or unreadable.
    Move,
    /// The result is missing or repeated, or tag and terminator differ.
    Result,
    /// More problems than are listed.
    TooMany,
}

/// A problem in a text: where it is, what is wrong and how it was handled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Number of the game, from 1; 0 for the text as a whole.
    pub game: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Kind of problem.
    pub kind: ProblemKind,
    /// What was wrong and how it was handled, as a sentence.
    pub message: String,
    /// Whether something in the text is missing from the game.
    pub is_loss: bool,
}

impl Problem {
    /// Sorts problems by position in the text.
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
