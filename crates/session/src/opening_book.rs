//! Opening book interface of a session.

use tabia_chess::{Move, Position};

use crate::book_game::BookGame;
use crate::host_error::HostError;

/// How a move is chosen from the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookSelection {
    /// Move with the highest weight.
    Best,
    /// Random in proportion to the weights, without rare moves, as in Polyglot.
    Random,
    /// Random among the best moves, as with Crafty's `book random 1`.
    Ranked,
    /// Searches the best moves, as with Crafty's `book random 0`.
    Search,
}

impl BookSelection {
    /// All selections.
    pub const ALL: [Self; 4] = [Self::Best, Self::Random, Self::Ranked, Self::Search];

    /// Returns the name, a value of the UCI option `BookSelection`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "Best",
            Self::Random => "Random",
            Self::Ranked => "Ranked",
            Self::Search => "Search",
        }
    }
}

/// The rules by which a move is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookRules {
    /// Method of selection.
    pub selection: BookSelection,
    /// Maximum number of moves that are ranked or searched.
    pub width: usize,
    /// Factor of the moves' weights in the ranking, in percent.
    pub frequency: u8,
    /// Factor of what was learned from games in the ranking, in percent.
    pub learned: u8,
}

/// Result of a book lookup.
#[derive(Clone, PartialEq, Debug)]
pub enum BookAnswer {
    /// Play this legal move; with its share of the total weight, 0 to 1.
    Play(Move, f64),
    /// Search these legal moves only.
    Search(Vec<Move>),
    /// No book move.
    Nothing,
}

/// Opening book; the host opens and reads it.
pub trait OpeningBook {
    /// Opens the book with this name, replacing the open one; returns a message.
    ///
    /// # Errors
    /// If the book cannot be used. No book is open then.
    fn open(&mut self, name: &str) -> Result<String, HostError>;

    /// Closes the book.
    fn close(&mut self);

    /// Chooses a move for a position. `seed` makes the choice reproducible; 0 leaves the randomness to the host.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn choose(&mut self, position: &Position, rules: BookRules, seed: u64) -> Result<BookAnswer, HostError>;

    /// Sets the learn file, in which lessons are stored and whose lessons count when moves are chosen; a file
    /// that does not exist yet counts as empty. An empty name stops this. Returns a message.
    ///
    /// # Errors
    /// If the file cannot be used. Nothing is learned then.
    fn open_lessons(&mut self, name: &str) -> Result<Option<String>, HostError>;

    /// Switches learning from searches and from results on or off; lessons of a kind that is off have no
    /// effect.
    fn switch_learning(&mut self, searches: bool, results: bool);

    /// Learns from a game, if there is a learn file. Returns a message.
    ///
    /// # Errors
    /// If the lessons could not be stored.
    fn learn(&mut self, game: &BookGame<'_>) -> Result<Option<String>, HostError>;
}
