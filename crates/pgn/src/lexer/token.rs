//! PGN tokens and their faults.

use std::borrow::Cow;

use crate::{GameResult, Nag};

/// A token of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A tag pair.
    Tag { name: &'a str, value: Cow<'a, str>, fault: Option<TagFault> },
    /// Text in square brackets that is not a tag pair.
    Bracketed(&'a str),
    /// A comment, with line breaks converted to spaces.
    Comment { text: Cow<'a, str>, fault: Option<CommentFault> },
    /// `}` outside a comment.
    StrayBrace,
    /// A move number; `periods` distinguishes `1.` from `1`.
    MoveNumber { number: u32, periods: bool },
    /// A glyph: `$n`, `!`, `?!` ...
    Nag(Nag),
    /// `$` without a number from 0 to 255.
    BadNag(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A game terminator.
    Result(GameResult),
    /// Text between `<` and `>`, reserved by the standard.
    Reserved(&'a str),
    /// A word: a move, a symbol, or neither.
    Word(&'a str),
    /// End of the text.
    End,
}

/// Fault of a tag pair that was read anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagFault {
    /// No closing quotation mark: the value extends to the end of the line.
    Unterminated,
    /// Unescaped quotation marks inside the value.
    InnerQuotes,
    /// Missing closing bracket.
    NoBracket,
    /// Spaces in the name.
    SpacedName,
}

/// Fault of a comment that was read anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentFault {
    /// Nested braces.
    Nested,
    /// Unclosed; extends to the end of the text.
    ToEnd,
    /// Unclosed before the tags of the next game; ends there.
    ToNextGame,
}
