//! Messages between the page and the book probe worker.

use serde::{Deserialize, Serialize};

use crate::wire::FileBytes;

/// Id of an open book in a worker.
pub type BookId = u32;

/// Request from the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ProbeRequest {
    /// Opens a book under an id, replacing any book that has it. Reply: [`ProbeAnswer::Opened`].
    Open {
        /// Id of the book.
        book: BookId,
        /// Book file.
        file: FileBytes,
        /// Results of its moves (`tabia_book_tools::stats`).
        stats: Option<FileBytes>,
    },
    /// Checks whether a file is an opening book, without opening it under an id. Reply: [`ProbeAnswer::Opened`].
    Recognise {
        /// File to check.
        file: FileBytes,
    },
    /// Looks up a line in the book, if given, and in the opening names. Replies: [`ProbeAnswer::Looked`], then [`ProbeAnswer::Follow`] if the
    /// book knows the position or its neighbours.
    Look {
        /// Id of the book.
        book: Option<BookId>,
        /// Line to look up.
        line: Line,
    },
}

/// Reply of the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ProbeAnswer {
    /// The book is open.
    Opened {
        /// Number of entries in the book.
        entries: f64,
    },
    /// Book entry for the last position of a line.
    Looked(Looked),
    /// Continuations of its moves.
    Follow(Follow),
}

/// A position and the moves that lead to the position in question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Line {
    /// The start position, as FEN or Shredder-FEN.
    pub start_fen: String,
    /// UCI moves.
    pub moves: Vec<String>,
}

/// From a book worker to the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reply<A> {
    /// Answer to a request.
    Answer {
        /// The answer.
        answer: A,
        /// Whether this is the last reply to the request.
        done: bool,
    },
    /// The request failed. The sentence states what was wrong, where, and what to do. Nothing follows.
    Failed(String),
}

/// Author's mark on a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// `!`: if a position has such moves, only they are played.
    Recommended,
    /// `?`: never played.
    Avoided,
}

/// Book entry for a position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Looked {
    /// Book moves, in the book's order.
    pub moves: Vec<LookedMove>,
    /// Number of records that are illegal in the position: the book is corrupt or for another variant.
    pub illegal: u32,
    /// Move at which the line left the book, if it was in the book before.
    pub left: Option<Left>,
    /// Opening of the line.
    pub opening: Option<OpeningName>,
    /// Duration of the lookup, in milliseconds.
    pub ms: f64,
}

/// A move of a book.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LookedMove {
    /// Move in Polyglot encoding (`tabia_polyglot::BookMove`).
    pub code: u16,
    /// Move in SAN.
    pub san: String,
    /// Weight of the move.
    pub weight: u16,
    /// Share of the total weight, 0 to 1.
    pub share: f64,
    /// Learn field as in the file; 0 if it holds the author's marks.
    pub learn: u32,
    /// Author's mark.
    pub mark: Mark,
    /// Percentage of games in which the author wants it played; 0 if unset.
    pub play_percent: u8,
    /// Games won, drawn and lost by the side that plays it, if known.
    pub results: Option<[u32; 3]>,
}

/// The move after which a line is no longer in the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// Move number and move: `7…h6`.
    pub text: String,
    /// Ply of the move in the line, from 1.
    pub ply: u32,
    /// Whether the move is in the book: then the book ends here, and the line has not left it.
    pub was_book_move: bool,
}

/// Name of an opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningName {
    /// ECO code.
    pub eco: String,
    /// Name of the opening.
    pub name: String,
    /// Number of plies of the line up to its position.
    pub ply: u32,
}

/// Continuations of moves in a book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Follow {
    /// Number of book moves after each of [`Looked::moves`], in the same order.
    pub replies: Vec<u32>,
    /// Name of the position after each of them, if it has one.
    pub names: Vec<Option<String>>,
    /// Other legal moves that transpose back into the book.
    pub transpositions: Vec<Transposition>,
}

/// A move that is not in the book but leads back into it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transposition {
    /// Move in Polyglot encoding.
    pub code: u16,
    /// Move in SAN.
    pub san: String,
    /// Number of book moves after it.
    pub replies: u32,
}
