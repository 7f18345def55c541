//! Game trees, and reading and writing PGN and EPD.
//!
//! ```
//! use tabia_pgn::{NodeId, read};
//!
//! let text = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 (2... d5 $5 {the Falkbeer}) 1-0";
//! let game = &read(text).games[0];
//! assert_eq!(game.tags().get("White"), Some("Anderssen"));
//! assert_eq!(game.main_line().count(), 4);
//! let before = game.parent(game.line_end(NodeId::ROOT)).unwrap();
//! assert_eq!(game.children(before).count(), 2);
//! ```

mod characters;
pub mod comment;
mod decode;
pub mod epd;
mod game;
mod letters;
mod lexer;
mod move_text;
mod nag;
mod problem;
mod quote;
pub mod reader;
mod result;
mod start;
mod steps;
mod stream;
mod tags;
mod walk;
pub mod writer;

pub use crate::decode::{Decoded, Encoding, decode, encoding_problem};
pub use crate::epd::{Epd, EpdError};
pub use crate::game::{Annotations, Children, Game, GameTags, NodeId, NullMoveInCheck, Played};
pub use crate::nag::Nag;
pub use crate::problem::{Problem, ProblemKind};
pub use crate::reader::{ReadGame, Reader};
pub use crate::result::GameResult;
pub use crate::start::{doubt_text, needs_chess960, position_from_fen};
pub use crate::stream::StreamReader;
pub use crate::tags::{SEVEN_TAG_ROSTER, Tags, unknown_value};
pub use crate::walk::{Step, Walk};
pub use crate::writer::{WriteOptions, write, write_all, write_with};

/// All games of a text and the problems found in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// The games, in the order of the text.
    pub games: Vec<Game>,
    /// The problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads all games of a text. Use a [`Reader`] to read them one by one, and a [`StreamReader`] for files that are too long for the memory.
pub fn read(text: &str) -> Collection {
    let mut reader = Reader::new(text);
    let mut collection = Collection::default();
    for read in reader.by_ref() {
        collection.games.push(read.game);
        collection.problems.extend(read.problems);
    }
    collection.problems.extend_from_slice(reader.leftover_problems());
    collection
}

/// Reads all games of a file in any encoding.
pub fn read_bytes(bytes: &[u8]) -> Collection {
    let decoded = decode(bytes);
    let mut collection = read(&decoded.text);
    if let Some(problem) = encoding_problem(&decoded) {
        collection.problems.insert(0, problem);
    }
    collection
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
