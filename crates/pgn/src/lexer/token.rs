//! The tokens of PGN, and what may be wrong with one.

use std::borrow::Cow;

use crate::{GameResult, Nag};

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A tag pair.
    Tag { name: &'a str, value: Cow<'a, str>, fault: Option<TagFault> },
    /// Text in square brackets that is no tag pair.
    Bracketed(&'a str),
    /// A comment, line breaks turned into blanks.
    Comment { text: Cow<'a, str>, fault: Option<CommentFault> },
    /// `}` outside a comment.
    StrayBrace,
    /// A move number; `periods` tells `1.` from `1`.
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
    /// Something between `<` and `>`, reserved by the standard.
    Reserved(&'a str),
    /// A word: a move, a symbol, or neither.
    Word(&'a str),
    /// Nothing is left.
    End,
}

/// What is wrong with a tag pair that was read nevertheless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagFault {
    /// No closing quotation mark: the value goes to the end of the line.
    Unterminated,
    /// Quotation marks inside the value without a backslash before them.
    InnerQuotes,
    /// The closing bracket is missing.
    NoBracket,
    /// Blanks in the name.
    SpacedName,
}

/// What is wrong with a comment that was read nevertheless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentFault {
    /// Braces inside braces.
    Nested,
    /// Never closed; it goes to the end of the text.
    ToEnd,
    /// Not closed before the tags of the next game; it ends there.
    ToNextGame,
}
