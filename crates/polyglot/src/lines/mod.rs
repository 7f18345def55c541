//! The lines of a book, as `polyglot dump-book` and `polyglot info-book` find them.
//!
//! A line of a side begins at the start position; the side plays only moves of the book, the other any move after which
//! the book has an answer. It ends where the book does, or at a position met before.
//!
//! ```
//! use tabia_chess::{Color, Position};
//! use tabia_polyglot::{Entry, lines};
//!
//! let start = Position::default();
//! let entry = |uci, weight| {
//!     let book_move = start.parse_uci(uci).expect("a legal move").into();
//!     Entry { key: start.key(), book_move, weight, learn: 0 }
//! };
//! let mut list = String::new();
//! let count = lines::dump(&[entry("e2e4", 3), entry("d2d4", 1)], Color::White, |line| list.push_str(line))?;
//! assert_eq!((count, list.as_str()), (2, "1: 1. e4{75%} \n2: 1. d4{25%} \n"));
//! # Ok::<(), lines::LinesError>(())
//! ```

mod order;
mod walk;

use std::fmt;

use tabia_chess::Color;

use crate::{BookMove, Entry};
pub use walk::LinesError;
use walk::{Positions, Walk};

/// Emits the lines of one side, each with its number and a line break, as `polyglot dump-book` writes them after
/// the heading; returns their number.
///
/// Moves of the side carry their probability: `1. e4{55%} c5 2. Nf3{100%}`. At its end a line may say where its last position
/// was met before: `{trans: line=3, ply=4}` in another line, `{cycle: ply=2}` in the same.
///
/// # Errors
/// [`LinesError`] after lines that were handed out.
pub fn dump(entries: &[Entry], color: Color, emit: impl FnMut(&str)) -> Result<u64, LinesError> {
    Walk::new(&mut Positions::new(entries), color, &mut Vec::new(), true).run(emit)
}

/// The counts of `polyglot info-book`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LinesInfo {
    /// Lines of White.
    pub white_lines: u64,
    /// Lines of Black.
    pub black_lines: u64,
    /// Positions with White to move on lines of White.
    pub white_positions: u64,
    /// Positions with Black to move on lines of Black.
    pub black_positions: u64,
    /// Positions that can be reached only if a side leaves the book, White's and Black's; `None` if not requested.
    pub unreachable: Option<(u64, u64)>,
    /// Positions on no line.
    pub isolated: u64,
}

/// The counts as Polyglot prints them.
impl fmt::Display for LinesInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name, count: u64| writeln!(f, "{name:<31}: {count:>8}");
        row("Lines for white", self.white_lines)?;
        row("Lines for black", self.black_lines)?;
        row("Positions on lines for white", self.white_positions)?;
        row("Positions on lines for black", self.black_positions)?;
        if let Some((white, black)) = self.unreachable {
            row("Unreachable white positions(?)", white)?;
            row("Unreachable black positions(?)", black)?;
        }
        row("Isolated positions", self.isolated)
    }
}

/// Counts the lines of a book and the positions on them. With `exact` it also looks for positions that can be reached
/// only by leaving the book, which takes a long time.
///
/// # Errors
/// [`LinesError`] if the lines cannot be followed.
pub fn info(entries: &[Entry], exact: bool) -> Result<LinesInfo, LinesError> {
    let mut keys = Vec::new();
    let mut first = Positions::new(entries);
    let white_lines = Walk::new(&mut first, Color::White, &mut keys, false).run(|_| {})?;
    // After its first search Polyglot drops records without a move.
    let (kept, reached): (Vec<Entry>, Vec<Option<Color>>) =
        entries.iter().zip(first.reached).filter(|(entry, _)| entry.book_move != BookMove::NONE).unzip();
    let mut positions = Positions::new(&kept);
    positions.reached = reached;
    let black_lines = Walk::new(&mut positions, Color::Black, &mut keys, false).run(|_| {})?;
    let (white_positions, black_positions, total) = count(&positions);
    let mut info = LinesInfo {
        white_lines,
        black_lines,
        white_positions,
        black_positions,
        unreachable: None,
        isolated: total - white_positions - black_positions,
    };
    if exact {
        for color in Color::ALL {
            let mut walk = Walk::new(&mut positions, color, &mut keys, false);
            walk.extended = true;
            walk.run(|_| {})?;
        }
        let (white, black, _) = count(&positions);
        info.unreachable = Some((white - white_positions, black - black_positions));
        info.isolated = total - white - black;
    }
    Ok(info)
}

/// Positions on lines of White and of Black, and all positions.
fn count(positions: &Positions<'_>) -> (u64, u64, u64) {
    let (mut white, mut black, mut total) = (0, 0, 0);
    let mut last = 0;
    for (entry, reached) in positions.entries.iter().zip(&positions.reached) {
        if entry.key == last {
            continue;
        }
        last = entry.key;
        total += 1;
        white += u64::from(*reached == Some(Color::White));
        black += u64::from(*reached == Some(Color::Black));
    }
    (white, black, total)
}
