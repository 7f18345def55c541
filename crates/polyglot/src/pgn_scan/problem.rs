//! Problems of games.

use thiserror::Error;

/// Why a game was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProblemKind {
    /// A byte that begins no token.
    #[error("{:?} does not belong here", char::from(*.0))]
    StrayByte(u8),
    /// A tag pair that is none.
    #[error("a tag pair must look like [Name \"value\"]")]
    MalformedTag,
    /// A text in quotation marks longer than 255 characters, Polyglot's limit, or one that never ends.
    #[error("a quoted string is too long or not closed")]
    LongString,
    /// A word longer than 255 characters.
    #[error("a word longer than 255 characters")]
    LongWord,
    /// `$` without one to three digits.
    #[error("a glyph must be $ and one to three digits")]
    MalformedGlyph,
    /// A comment that is not closed before the end.
    #[error("the comment that begins here is never closed")]
    OpenComment,
    /// `)` without `(`, or a result inside a variation.
    #[error("the brackets of the variations do not match")]
    MalformedVariation,
    /// Something else is where a move is expected.
    #[error("expected a move here")]
    MoveExpected,
    /// No terminator: the next game or the end of the text comes instead.
    #[error("the game does not end with a result")]
    NoTerminator,
    /// A word that is not a legal move.
    #[error("{0} is not a legal move")]
    IllegalMove(String),
    /// The game starts from another position.
    #[error("the game does not start from the normal position")]
    SetUp,
    /// The `FEN` tag describes no position that can be played.
    #[error("invalid FEN: {0}")]
    Fen(String),
    /// More half-moves than any game of chess can have.
    #[error("the game has more than 32767 half-moves")]
    TooLong,
    /// The game is of another variant.
    #[error("the game is of another variant: {0}")]
    Variant(String),
}

/// A game that was not taken, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}, game {game}: {kind}")]
pub struct GameProblem {
    /// The game, from 1.
    pub game: u64,
    /// The line of the text, from 1.
    pub line: u64,
    /// The byte of the line, from 1.
    pub column: u64,
    /// The fault.
    pub kind: ProblemKind,
}
