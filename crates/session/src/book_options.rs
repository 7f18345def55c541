//! Values of the book's UCI options.

use crate::opening_book::{BookRules, BookSelection};

/// Values of the book's UCI options.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a UCI option.
pub(crate) struct BookOptions {
    pub(crate) own_book: bool,
    /// Book name; empty for none.
    pub(crate) file: String,
    pub(crate) selection: BookSelection,
    /// Maximum number of moves that are ranked or searched.
    pub(crate) width: i64,
    /// Factors of the ranking, in percent.
    pub(crate) frequency: i64,
    pub(crate) learned: i64,
    /// Last move number at which the book is used.
    pub(crate) depth: i64,
    /// Seed for the choice of moves; 0 leaves the randomness to the host.
    pub(crate) seed: i64,
    /// Learn file; empty for none.
    pub(crate) learn_file: String,
    pub(crate) learns_searches: bool,
    pub(crate) learns_results: bool,
    /// Engine's own Elo; 0 if unknown.
    pub(crate) rating: i64,
    /// `UCI_Opponent`: title, Elo or `none`, kind, name, as in `GM 2800 human Gary Kasparov`.
    pub(crate) opponent: String,
}

impl BookOptions {
    pub(crate) const MAX_WIDTH: i64 = 100;
    pub(crate) const MAX_DEPTH: i64 = 1024;
    pub(crate) const MAX_SEED: i64 = u32::MAX as i64;
    pub(crate) const MAX_RATING: i64 = 4000;

    /// The rules by which a move is chosen.
    pub(crate) fn rules(&self) -> BookRules {
        BookRules {
            selection: self.selection,
            width: self.width as usize,
            frequency: self.frequency as u8,
            learned: self.learned as u8,
        }
    }

    /// Opponent's Elo, if known, and name.
    pub(crate) fn opponent(&self) -> (Option<i64>, String) {
        let mut words = self.opponent.split_whitespace();
        let rating = words.nth(1).and_then(|elo| elo.parse().ok());
        (
            rating.filter(|elo| (1..=Self::MAX_RATING).contains(elo)),
            words.skip(1).collect::<Vec<_>>().join(" "),
        )
    }
}

impl Default for BookOptions {
    fn default() -> Self {
        Self {
            own_book: false,
            file: String::new(),
            selection: BookSelection::Random,
            width: 5,
            frequency: 100,
            learned: 0,
            // Polyglot's default.
            depth: 256,
            seed: 0,
            learn_file: String::new(),
            learns_searches: true,
            learns_results: true,
            rating: 0,
            opponent: String::new(),
        }
    }
}
