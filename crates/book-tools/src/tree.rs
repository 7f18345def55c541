//! Hand-written trees of moves: the source of the default book and of the opening names.
//!
//! A row contains moves in SAN. It continues the nearest row above that is indented less; rows at the left margin
//! begin at the start position. A row that nothing continues ends a line.
//!
//! ```text
//! # Ruy Lopez                        a comment: from a # at the beginning or after a space
//! e4 e5 Nf3 Nc6 Bb5
//!   a6! Ba4 Nf6 O-O
//!     Be7! Re1 b5 Bb3 d6 c3 O-O h3    ! plays the move three times as often
//!     Nxe4 d4 b5 Bb3 d5 dxe5 Be6
//!   f5?! Nc3                          ?! a quarter as often;  ? never: the book only answers it
//! ```
//!
//! A row with a name ends in `=`, the ECO code of the position after its last move, and the name. A name that begins
//! with `:` continues the family (the part before the colon) of the nearest named row above in the tree, one that
//! begins with `,` continues its whole name, and the code alone repeats it.
//!
//! ```text
//! e4 c5 = B20 Sicilian Defense
//!   Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 = B90 : Najdorf Variation
//!     Be3 = B90 , English Attack
//! ```

use std::error::Error;
use std::fmt;

use tabia_chess::{Move, Position, SanError};

use crate::eco::Eco;

/// Effect of a mark after a move on how often it is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Mark {
    /// None: as often as the number of lines suggests.
    #[default]
    Plain,
    /// `!`: three times as often.
    Main,
    /// `?!`: a quarter as often.
    Rare,
    /// `?`: never played, only answered.
    Never,
}

impl Mark {
    /// Frequency of the move, in quarters of the usual one.
    pub const fn factor(self) -> u32 {
        match self {
            Self::Plain => 4,
            Self::Main => 12,
            Self::Rare => 1,
            Self::Never => 0,
        }
    }

    /// Splits a move into the move and its mark.
    fn split(word: &str) -> (&str, Self) {
        for (suffix, mark) in [("?!", Self::Rare), ("?", Self::Never), ("!", Self::Main)] {
            if let Some(word) = word.strip_suffix(suffix) {
                return (word, mark);
            }
        }
        (word, Self::Plain)
    }
}

/// A move of a tree.
#[derive(Clone, Debug)]
pub struct TreeMove {
    /// The position in which it is played.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// Its frequency.
    pub mark: Mark,
}

/// A row of a tree.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The line of the text, from 1.
    pub line: usize,
    /// The index of the row which this one continues.
    pub parent: Option<usize>,
    /// The row's own moves; at least one.
    pub moves: Vec<TreeMove>,
    /// The position after them.
    pub position: Position,
    /// Text after `=`.
    pub name: Option<&'a str>,
    /// Whether another row continues this one.
    pub continued: bool,
}

/// An error in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeFault {
    /// A tab in the indentation, whose width is anyone's guess.
    Tab,
    /// An indentation that no row above has.
    Indentation,
    /// A row without a move.
    NoMove,
    /// A word that is not a legal move here.
    Move(String, SanError),
    /// No ECO code (A00 to E99) after `=`.
    Eco,
    /// A name that continues another, but no named row above in the tree.
    NothingToContinue,
}

/// A row that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The fault.
    pub fault: TreeFault,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            TreeFault::Tab => f.write_str("a tab in the indentation; use spaces"),
            TreeFault::Indentation => f.write_str(
                "no row above is indented like this; indent by two spaces, or as much as a row above",
            ),
            TreeFault::NoMove => f.write_str("no move"),
            TreeFault::Move(word, error) => write!(f, "{word}: {error}"),
            TreeFault::Eco => f.write_str("an ECO code (A00 to E99) must follow the ="),
            TreeFault::NothingToContinue => {
                f.write_str("no row above has a name that this one could continue")
            }
        }
    }
}

impl Error for TreeError {}

/// Reads a tree.
///
/// # Errors
/// [`TreeError`]: the first row that cannot be read.
pub fn parse(text: &str) -> Result<Vec<Row<'_>>, TreeError> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    // The rows that may be continued, with their increasing indentations.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (number, text) in text.lines().enumerate() {
        let line = number + 1;
        let error = |fault| TreeError { line, fault };
        let text = without_comment(text);
        let trimmed = text.trim_start_matches(' ');
        if trimmed.trim().is_empty() {
            continue;
        }
        if trimmed.starts_with('\t') {
            return Err(error(TreeFault::Tab));
        }
        let indentation = text.len() - trimmed.len();
        let deepest = open.last().map_or(0, |&(indentation, _)| indentation);
        let known = open.iter().any(|&(other, _)| other == indentation);
        if !known && (indentation <= deepest && !open.is_empty() || open.is_empty() && indentation > 0) {
            return Err(error(TreeFault::Indentation));
        }
        open.retain(|&(other, _)| other < indentation);
        let parent = open.last().map(|&(_, row)| row);
        let mut position = match parent.and_then(|row| rows.get_mut(row)) {
            Some(parent) => {
                parent.continued = true;
                parent.position
            }
            None => Position::default(),
        };
        let (words, name) = match trimmed.split_once('=') {
            Some((words, name)) => (words, Some(name.trim())),
            None => (trimmed, None),
        };
        let mut moves = Vec::new();
        for word in words.split_whitespace() {
            let (san, mark) = Mark::split(word);
            let mv =
                position.parse_san(san).map_err(|fault| error(TreeFault::Move(word.to_owned(), fault)))?;
            moves.push(TreeMove { before: position, mv, mark });
            position.play_unchecked(mv);
        }
        if moves.is_empty() {
            return Err(error(TreeFault::NoMove));
        }
        open.push((indentation, rows.len()));
        rows.push(Row { line, parent, moves, position, name, continued: false });
    }
    Ok(rows)
}

/// Returns a row without its comment. The `#` of a mate directly follows its move.
fn without_comment(text: &str) -> &str {
    let comment = text
        .match_indices('#')
        .find(|&(at, _)| text[..at].chars().next_back().is_none_or(char::is_whitespace));
    comment.map_or(text, |(at, _)| &text[..at])
}

/// Returns all moves of the line that ends with a row, from the start position.
pub fn line_to<'r>(rows: &'r [Row<'_>], row: usize) -> Vec<&'r TreeMove> {
    let mut path = Vec::new();
    let mut next = Some(row);
    while let Some(row) = next.and_then(|row| rows.get(row)) {
        path.push(row);
        next = row.parent;
    }
    path.iter().rev().flat_map(|row| &row.moves).collect()
}

/// A position with its name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The row, as an index.
    pub row: usize,
    /// The ECO code.
    pub eco: Eco,
    /// The whole name.
    pub name: String,
}

/// The whole names of the rows that have one, in the rows' order.
///
/// # Errors
/// [`TreeError`]: the first row whose code or name cannot be read.
pub fn names(rows: &[Row<'_>]) -> Result<Vec<Named>, TreeError> {
    let mut named: Vec<Named> = Vec::new();
    // For each row, the index of the name that applies there.
    let mut holds: Vec<Option<usize>> = Vec::with_capacity(rows.len());
    for (number, row) in rows.iter().enumerate() {
        let above = row.parent.and_then(|parent| holds.get(parent).copied().flatten());
        let Some(text) = row.name else {
            holds.push(above);
            continue;
        };
        let error = |fault| TreeError { line: row.line, fault };
        let (code, text) = text.split_once(' ').unwrap_or((text, ""));
        let eco = code.parse().map_err(|_| error(TreeFault::Eco))?;
        let above = above.and_then(|above| named.get(above)).map(|named| named.name.as_str());
        let above = || above.ok_or_else(|| error(TreeFault::NothingToContinue));
        let text = text.trim();
        let name = if text.is_empty() {
            above()?.to_owned()
        } else if text.starts_with(':') {
            let above = above()?;
            format!("{}{text}", above.split_once(':').map_or(above, |(family, _)| family))
        } else if text.starts_with(',') {
            format!("{}{text}", above()?)
        } else {
            text.to_owned()
        };
        holds.push(Some(named.len()));
        named.push(Named { row: number, eco, name });
    }
    Ok(named)
}
