//! Names of openings, by position.
//!
//! Whatever order the moves came in, a position has one name and one ECO code. They are written in `data/names`, in the
//! form of [`crate::tree`], and compiled into a table by the build script.
//!
//! ```
//! use tabia_book_tools::names::name_of_moves;
//! use tabia_chess::Position;
//!
//! let mut position = Position::default();
//! let mut moves = Vec::new();
//! for san in ["Nf3", "d5", "d4", "Nf6", "c4", "e6", "Nc3", "h6"] {
//!     let m = position.parse_san(san)?;
//!     moves.push(m);
//!     position.play_unchecked(m);
//! }
//! let last = name_of_moves(&Position::default(), moves).expect("the opening has a name");
//! assert_eq!(last.opening.to_string(), "D37 Queen's Gambit Declined: Three Knights Variation");
//! assert_eq!(last.ply, 7);
//! # Ok::<(), tabia_chess::SanError>(())
//! ```

use std::fmt;

use tabia_chess::{Move, Position};

use crate::eco::Eco;

mod table {
    include!(concat!(env!("OUT_DIR"), "/names.rs"));
}

/// An opening: its code and its name, `Family: Variation, Subvariation`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The ECO code.
    pub eco: Eco,
    /// The name in English.
    pub name: &'static str,
}

impl Opening {
    /// The name up to the colon: `Sicilian Defense`.
    pub fn family(&self) -> &'static str {
        self.name.split_once(':').map_or(self.name, |(family, _)| family)
    }
}

/// Code and name: `B90 Sicilian Defense: Najdorf Variation`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The opening of a game and where it was last named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastNamed {
    /// The opening.
    pub opening: Opening,
    /// The number of half-moves behind which its position stood.
    pub ply: usize,
}

/// The opening that this position belongs to, if the position itself has a name.
pub fn name_of(position: &Position) -> Option<Opening> {
    opening(table::KEYS.binary_search(&position.key()).ok()?)
}

/// The opening of the position with this place in the table.
fn opening(index: usize) -> Option<Opening> {
    let &(eco, name) = table::OPENINGS.get(index)?;
    Some(Opening { eco: Eco::from_index(eco)?, name: table::NAMES.get(usize::from(name))? })
}

/// The opening of a game: the last of its positions that has a name.
///
/// Moves from an illegal one onwards are left out. Positions set up in another way than the normal one are looked up
/// like any other; most have no name.
pub fn name_of_moves(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<LastNamed> {
    let named = |position: &Position, ply| name_of(position).map(|opening| LastNamed { opening, ply });
    let mut position = *start;
    let mut last = named(&position, 0);
    for (index, m) in moves.into_iter().enumerate() {
        let Ok(next) = position.play(m) else { break };
        position = next;
        last = named(&position, index + 1).or(last);
    }
    last
}

/// How many positions have a name.
pub const fn len() -> usize {
    table::KEYS.len()
}

/// All named positions, by [`Position::key`], in the order of the keys.
pub fn all() -> impl Iterator<Item = (u64, Opening)> {
    table::KEYS.iter().enumerate().filter_map(|(index, &key)| Some((key, opening(index)?)))
}
