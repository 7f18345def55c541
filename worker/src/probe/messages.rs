//! Messages between the page and the worker that looks books up.

use serde::{Deserialize, Serialize};

use crate::wire::FileBytes;

/// Names an open book in a worker.
pub type BookId = u32;

/// A request of the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Request {
    /// Open a book under a number, in place of what had the number. Answered by [`Answer::Opened`].
    Open {
        /// The number.
        book: BookId,
        /// The file.
        file: FileBytes,
        /// The results of its moves (`tabia_book_tools::stats`).
        stats: Option<FileBytes>,
    },
    /// Says whether a file is an opening book, without opening it under a number. Answered by [`Answer::Opened`].
    Recognise {
        /// The file.
        file: FileBytes,
    },
    /// Looks a line up in the book, if one is given, and in the names of openings. Answered by [`Answer::Looked`] and then, if the
    /// book knows the position or its neighbours, [`Answer::Follow`].
    Look {
        /// The book.
        book: Option<BookId>,
        /// The line.
        line: Line,
    },
}

/// A reply of the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// The book is open.
    Opened {
        /// Its entries.
        entries: f64,
    },
    /// The book's entry for the last position of a line.
    Looked(Looked),
    /// Continuations of its moves.
    Follow(Follow),
}

/// A position and the moves that lead from it to the one in question.
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
    /// An answer to a request.
    Answer {
        /// The reply.
        answer: A,
        /// Whether nothing follows for this request.
        done: bool,
    },
    /// The request could not be done: what was wrong, where, and what to do, as a sentence. Nothing follows.
    Failed(String),
}

/// The author's mark of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// `!`: where there is one, only such moves are played.
    Recommended,
    /// `?`: never played.
    Avoided,
}

/// A book's entry for a position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Looked {
    /// The book's moves, in its order.
    pub moves: Vec<LookedMove>,
    /// Records that the position does not allow: the book is spoilt, or of another variant.
    pub illegal: u32,
    /// Move at which the line left the book, if it was in it before.
    pub left: Option<Left>,
    /// The opening of the line.
    pub opening: Option<OpeningName>,
    /// Time of the lookup, in milliseconds.
    pub ms: f64,
}

/// A move of a book.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LookedMove {
    /// The move in Polyglot's code (`tabia_polyglot::BookMove`).
    pub code: u16,
    /// The move in SAN.
    pub san: String,
    /// Its weight.
    pub weight: u16,
    /// Its part of all weights, 0 to 1.
    pub share: f64,
    /// The learn field as in the file; 0 where it holds the author's marks.
    pub learn: u32,
    /// The author's mark.
    pub mark: Mark,
    /// Share in percent with which the author wants it played; 0 if none.
    pub play_percent: u8,
    /// Games won, drawn and lost with it by the side that plays it, if they are known.
    pub results: Option<[u32; 3]>,
}

/// The move after which a line is no longer in the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// Number and move: `7…h6`.
    pub text: String,
    /// Half-moves of the line up to it, from 1.
    pub ply: u32,
    /// Whether the book gives the move: then the book ends here, and the line has not left it.
    pub was_book_move: bool,
}

/// The name of an opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningName {
    /// The ECO code.
    pub eco: String,
    /// The name.
    pub name: String,
    /// After how many half-moves of the line its position stood.
    pub ply: u32,
}

/// Continuations of moves in a book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Follow {
    /// Number of book moves after each move of [`Looked::moves`], in the same order.
    pub replies: Vec<u32>,
    /// The name of the position after each of them, where it has one.
    pub names: Vec<Option<String>>,
    /// Other legal moves after which the book goes on: they transpose into it.
    pub transpositions: Vec<Transposition>,
}

/// A move that is not in the book and leads back into it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transposition {
    /// The move in Polyglot's code.
    pub code: u16,
    /// The move in SAN.
    pub san: String,
    /// Number of book moves after it.
    pub replies: u32,
}
