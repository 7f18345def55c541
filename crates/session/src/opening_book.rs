//! An opening book, as a session uses it.

use tabia_chess::{Move, Position};

use crate::book_game::BookGame;
use crate::host_error::HostError;

/// How to choose among a book's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookSelection {
    /// The move with the highest weight.
    Best,
    /// At random in proportion to the weights, without rare moves, as in Polyglot.
    Random,
    /// At random among the best of them, as with Crafty's `book random 1`.
    Ranked,
    /// The best of them are searched, as with Crafty's `book random 0`.
    Search,
}

impl BookSelection {
    /// All ways to choose.
    pub const ALL: [Self; 4] = [Self::Best, Self::Random, Self::Ranked, Self::Search];

    /// The name, as a value of the UCI option `BookSelection`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "Best",
            Self::Random => "Random",
            Self::Ranked => "Ranked",
            Self::Search => "Search",
        }
    }
}

/// What a book has for a position.
#[derive(Clone, PartialEq, Debug)]
pub enum BookAnswer {
    /// Play this legal move; with its share of all weights, 0 to 1.
    Play(Move, f64),
    /// Search these legal moves only.
    Search(Vec<Move>),
    /// Nothing.
    Nothing,
}

/// A book as a session uses it; the host opens and reads it.
pub trait OpeningBook {
    /// Opens the book with this name in place of the open one; returns a message.
    ///
    /// # Errors
    /// Why it cannot be used. No book is open then.
    fn open(&mut self, name: &str) -> Result<String, HostError>;

    /// Closes the book.
    fn close(&mut self);

    /// Chooses a move for a position; at most `width` moves are ranked or searched. `seed` makes the choice
    /// repeatable; 0 leaves chance to the host.
    ///
    /// # Errors
    /// Why the book cannot be read.
    fn choose(
        &mut self,
        position: &Position,
        selection: BookSelection,
        width: usize,
        seed: u64,
    ) -> Result<BookAnswer, HostError>;

    /// Learns into the file with this name from now on, and uses its lessons when moves are chosen; a file
    /// that does not exist yet is empty. An empty name stops this. Returns a message.
    ///
    /// # Errors
    /// Why it cannot be used. Nothing is learned then.
    fn open_lessons(&mut self, name: &str) -> Result<Option<String>, HostError>;

    /// Switches learning from searches and from results on or off; lessons of a kind that is off have no
    /// effect.
    fn switch_learning(&mut self, searches: bool, results: bool);

    /// Learns from a game, if there is a file of lessons. Returns a message.
    ///
    /// # Errors
    /// Why the lessons could not be stored.
    fn learn(&mut self, game: &BookGame<'_>) -> Result<Option<String>, HostError>;
}
