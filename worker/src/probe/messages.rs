//! What the page asks the worker that looks books up, and what it answers.

use serde::{Deserialize, Serialize};

use crate::wire::FileBytes;

/// Names an open book in a worker.
pub type BookId = u32;

/// What the page asks for.
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
    /// What the book, if one is given, and the names of openings say of a line. Answered by [`Answer::Looked`] and then, if the
    /// book knows the position or its neighbours, [`Answer::Follow`].
    Look {
        /// The book.
        book: Option<BookId>,
        /// The line.
        line: Line,
    },
}

/// What was found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// The book is open.
    Opened {
        /// Its entries.
        entries: f64,
    },
    /// What the book knows about the last position of a line.
    Looked(Looked),
    /// Where its moves lead.
    Follow(Follow),
}

/// A position and the moves that lead from it to the one in question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Line {
    /// Where it begins, as FEN or Shredder-FEN.
    pub start_fen: String,
    /// UCI moves.
    pub moves: Vec<String>,
}

/// From a book worker to the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reply<A> {
    /// An answer to a request.
    Answer {
        /// What was found or made.
        answer: A,
        /// Whether nothing follows for this request.
        done: bool,
    },
    /// The request could not be done: what was wrong, where, and what to do, as a sentence. Nothing follows.
    Failed(String),
}

/// What the author of a book says of a move.
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

/// What a book knows about a position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Looked {
    /// The book's moves, in its order.
    pub moves: Vec<LookedMove>,
    /// Records that the position does not allow: the book is spoilt, or of another variant.
    pub illegal: u32,
    /// Where the line left the book, if it was in it before.
    pub left: Option<Left>,
    /// The opening of the line.
    pub opening: Option<OpeningName>,
    /// How long looking took, in milliseconds.
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
    /// What was learned, as it stands in the file; 0 where the author's marks stand there.
    pub learn: u32,
    /// The author's mark.
    pub mark: Mark,
    /// How often the author wants it played, in percent; 0 says nothing.
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
    /// Whether the book gives the move: then it ends here, and nobody has left it.
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

/// Where moves lead in a book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Follow {
    /// How many moves the book has after each move of [`Looked::moves`], in the same order.
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
    /// How many moves the book has after it.
    pub replies: u32,
}
