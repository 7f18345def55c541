//! Options for making a book.

use tabia_chess::Color;

use super::table::MoveCount;

/// Options for making a book.
#[derive(Clone, PartialEq, Debug)]
pub struct MakeOptions {
    /// Half-moves of each game that are counted; later ones are ignored.
    pub max_ply: u32,
    /// Games in which a move must have been played.
    pub min_game: u32,
    /// The percentage, 0 to 100, that a move must have scored for its side.
    pub min_score: f64,
    /// The side whose moves are kept; both if not given.
    pub only: Option<Color>,
    /// Gives every move the weight 1.
    pub uniform: bool,
    /// Reads as Polyglot does in everything: a fault stops the run, `FEN` tags are ignored.
    pub strict: bool,
    /// Memory for the counts, in bytes; at least 64 KiB is taken.
    pub max_bytes: usize,
}

/// Polyglot's defaults, and 1 GiB of memory.
impl Default for MakeOptions {
    fn default() -> Self {
        Self {
            max_ply: 1024,
            min_game: 3,
            min_score: 0.0,
            only: None,
            uniform: false,
            strict: false,
            max_bytes: 1 << 30,
        }
    }
}

impl MakeOptions {
    /// Weight of a move; `None` if it does not belong in the book.
    pub fn weight(&self, count: &MoveCount) -> Option<u16> {
        let score = f64::from(count.points) / f64::from(count.games) / 2.0;
        let keep = u32::from(count.games) >= self.min_game
            && count.points > 0
            && score >= self.min_score / 100.0
            && self.only.is_none_or(|only| only == count.color());
        keep.then_some(if self.uniform { 1 } else { count.points })
    }
}
