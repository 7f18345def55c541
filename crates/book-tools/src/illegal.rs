//! Illegal moves in a book.
//!
//! A book contains keys, not positions: legality can be checked only for positions that a line of the book reaches.

use std::collections::HashSet;

use tabia_chess::{Move, Position};
use tabia_polyglot::{BookLookup, BookMove, SourceError};

/// Positions and illegal moves reached by the lines of a book from the start position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reached {
    /// Positions of the book.
    pub positions: u64,
    /// Records whose moves are not legal there.
    pub illegal: u64,
    /// The first of them, up to the requested number.
    pub listed: Vec<IllegalMove>,
}

/// A move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The moves to its position in SAN, separated by spaces; empty at the start position.
    pub line: String,
    /// The move.
    pub book_move: BookMove,
}

impl std::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line.is_empty() {
            write!(f, "{} is not legal in the start position", self.book_move)
        } else {
            write!(f, "{} is not legal after {}", self.book_move, self.line)
        }
    }
}

/// Follows all lines of a book from the start position, and lists the first `most` illegal moves on them.
///
/// # Errors
/// [`SourceError`] if the book cannot be read.
pub fn reached(book: &mut impl BookLookup, most: usize) -> Result<Reached, SourceError> {
    let start = Position::default();
    let mut reached = Reached::default();
    let mut seen = HashSet::from([start.key()]);
    // How each position was reached: the index of the previous one, and the move.
    let mut steps: Vec<(Option<usize>, Move)> = Vec::new();
    let mut open = vec![(start, None)];
    while let Some((position, step)) = open.pop() {
        let entries = book.lookup(position.key())?;
        reached.positions += u64::from(!entries.is_empty());
        for entry in entries {
            let Some(mv) = entry.book_move.resolve(&position) else {
                reached.illegal += 1;
                if reached.listed.len() < most {
                    let line = line_to(&steps, step);
                    reached.listed.push(IllegalMove { line, book_move: entry.book_move });
                }
                continue;
            };
            let mut next = position;
            next.play_unchecked(mv);
            if seen.insert(next.key()) {
                steps.push((step, mv));
                open.push((next, Some(steps.len() - 1)));
            }
        }
    }
    Ok(reached)
}

/// Returns the moves to a position in SAN.
fn line_to(steps: &[(Option<usize>, Move)], step: Option<usize>) -> String {
    let mut places: Vec<usize> = std::iter::successors(step, |&place| steps[place].0).collect();
    places.reverse();
    let mut position = Position::default();
    let play = |place: usize| {
        let mv = steps[place].1;
        let san = position.san(mv);
        position.play_unchecked(mv);
        san
    };
    places.into_iter().map(play).collect::<Vec<_>>().join(" ")
}
