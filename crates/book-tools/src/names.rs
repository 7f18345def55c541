//! Opening names, by position.
//!
//! A position has one name and one ECO code, whatever the move order. They are defined in `data/names`, in the
//! format of [`crate::tree`]. The program contains the text itself and parses it on the first lookup: half as many
//! compressed bytes as a table with position keys, which every visitor of the page would wait for.
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
use std::sync::OnceLock;

use tabia_chess::{Move, Position};

use crate::eco::Eco;
use crate::tree;

/// The files of `data/names`.
const TEXTS: [(&str, &str); 9] = [
    ("caro-french.txt", include_str!("../data/names/caro-french.txt")),
    ("closed-games.txt", include_str!("../data/names/closed-games.txt")),
    ("flank.txt", include_str!("../data/names/flank.txt")),
    ("indian.txt", include_str!("../data/names/indian.txt")),
    ("open-games.txt", include_str!("../data/names/open-games.txt")),
    ("ruy-lopez.txt", include_str!("../data/names/ruy-lopez.txt")),
    ("scotch-italian.txt", include_str!("../data/names/scotch-italian.txt")),
    ("semi-open.txt", include_str!("../data/names/semi-open.txt")),
    ("sicilian.txt", include_str!("../data/names/sicilian.txt")),
];

/// A position with its name.
struct NamedKey {
    key: u64,
    eco: Eco,
    name: Box<str>,
    /// File and line.
    place: (&'static str, usize),
}

/// The named positions, ordered by key.
fn table() -> &'static [NamedKey] {
    static TABLE: OnceLock<Vec<NamedKey>> = OnceLock::new();
    TABLE.get_or_init(|| read(&TEXTS, &mut Vec::new()))
}

/// Reads the names, and adds any errors to `faults`; the rest is still read.
fn read(texts: &[(&'static str, &str)], faults: &mut Vec<String>) -> Vec<NamedKey> {
    let mut table = Vec::new();
    for &(file, text) in texts {
        let rows = tree::parse(text).and_then(|rows| tree::names(&rows).map(|names| (rows, names)));
        let (rows, names) = match rows {
            Ok(read) => read,
            Err(error) => {
                faults.push(format!("{file}: {error}"));
                continue;
            }
        };
        for named in names {
            let Some(row) = rows.get(named.row) else { continue };
            let (key, place) = (row.position.key(), (file, row.line));
            table.push(NamedKey { key, eco: named.eco, name: named.name.into(), place });
        }
    }
    table.sort_by_key(|named| named.key);
    // A transposition may be named twice, but only by one name.
    table.dedup_by(|new, old| {
        if new.key == old.key && (new.eco, &new.name) != (old.eco, &old.name) {
            let (at, before) = (new.place, old.place);
            faults.push(format!(
                "{}:{}: {}, but the same position is {} at {}:{}",
                at.0, at.1, new.name, old.name, before.0, before.1
            ));
        }
        new.key == old.key
    });
    table
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

/// The opening of a game, and the last position that named it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastNamed {
    /// The opening.
    pub opening: Opening,
    /// The number of half-moves before its position.
    pub ply: usize,
}

/// Returns the opening of this position, if the position itself has a name.
pub fn name_of(position: &Position) -> Option<Opening> {
    let (table, key) = (table(), position.key());
    table.get(table.binary_search_by_key(&key, |named| named.key).ok()?).map(opening)
}

fn opening(named: &'static NamedKey) -> Opening {
    Opening { eco: named.eco, name: &named.name }
}

/// Returns the opening of a game: that of its last named position.
///
/// An illegal move and all moves after it are ignored. Games from other start positions are looked up
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

/// Number of positions with a name.
pub fn len() -> usize {
    table().len()
}

/// Returns all named positions, by [`Position::key`], ordered by key.
pub fn all() -> impl Iterator<Item = (u64, Opening)> {
    table().iter().map(|named| (named.key, opening(named)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_names_are_read_without_a_fault() {
        let mut faults = Vec::new();
        read(&TEXTS, &mut faults);
        assert_eq!(faults, Vec::<String>::new());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/names");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(files, TEXTS.len(), "every file of names is read");
    }

    #[test]
    fn what_is_wrong_with_names_is_said_with_its_place() {
        let faults = |texts: &[(&'static str, &str)]| {
            let mut faults = Vec::new();
            let table = read(texts, &mut faults);
            (table.len(), faults)
        };
        let (read, found) =
            faults(&[("a", "e4 = B00 King's Pawn"), ("b", "d4 Nf3\n"), ("c", "e4 = B00 Other")]);
        assert_eq!(read, 1);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("b: line 1: "), "{found:?}");
        assert_eq!(found[1], "c:1: Other, but the same position is King's Pawn at a:1");
        assert_eq!(faults(&[("a", "e4 = B00 King's Pawn"), ("b", "e4 = B00 King's Pawn")]), (1, Vec::new()));
    }
}
