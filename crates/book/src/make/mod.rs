//! Books from games, as `polyglot make-book` builds them.
//!
//! [`build`] reads a source of games and hands out the entries in their order. With the same games and options the
//! entries are those of Polyglot 2.0.4, byte for byte:
//!
//! - Of the tags only the result counts; `1-0` and `0-1` decide, anything else and none is a draw.
//! - A move's weight is twice the wins plus the draws of the side that played it. There is no scaling to a common
//!   maximum, whatever Polyglot's own manual says; but when a move has been played 16384 times the counts of all moves
//!   of its position are halved, rounding up.
//! - The minimal score is a percentage.
//! - Among moves of equal weight the one seen first is first.
//!
//! Polyglot stops at the first game it cannot read and writes no book, and it plays the moves of a game with a `FEN`
//! tag from the normal start position. Both happen here with [`MakeOptions::strict`] only; otherwise such games are
//! reported and left out.
//!
//! Memory is bounded without loss. When the table of counts would grow over [`MakeOptions::max_bytes`], it keeps
//! only the lower half of the range of keys it is counting, and the games are read again for what was left out. A book is
//! sorted by keys, so the ranges are written one after the other.

mod builder;
mod table;

pub use builder::{BookBuilder, Pass};
pub(crate) use builder::{MIN_BYTES, weight};
pub(crate) use table::Table;

use std::ops::ControlFlow;

use tabia_chess::Color;
use thiserror::Error;

use crate::pgn_scan::{GameProblem, PgnScanner};
use crate::{BlockSource, Entry, SourceError};

/// Games are read in pieces of so many bytes.
const CHUNK: usize = 1 << 16;

/// What goes into a book.
#[derive(Clone, PartialEq, Debug)]
pub struct MakeOptions {
    /// Half-moves of each game that are counted; later ones are not even looked at.
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

/// How far building has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Bytes of the source that were read, of all passes.
    pub bytes: u64,
    /// The size of the source.
    pub total_bytes: u64,
    /// Which reading of the source this is, from 1.
    pub pass: u32,
    /// Games taken in this pass.
    pub games: u64,
    /// Games left out.
    pub rejected: u64,
    /// Half-moves counted in this pass.
    pub plies: u64,
    /// Different moves of different positions in the table.
    pub moves: u64,
    /// Entries handed out.
    pub entries: u64,
}

/// Learns what happens while a book is built, and may stop it.
pub trait Observer {
    /// Called after every piece of the source.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called for every game that is left out.
    fn problem(&mut self, problem: &GameProblem) {
        let _ = problem;
    }
}

/// Observes nothing.
impl Observer for () {}

/// Why there is no book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MakeError {
    /// The games cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A game that Polyglot cannot read, with [`MakeOptions::strict`].
    #[error("{0}")]
    Game(#[from] GameProblem),
    /// The observer stopped it.
    #[error("building the book was cancelled")]
    Cancelled,
}

/// Builds a book from games in PGN and hands out its entries in their order.
///
/// # Errors
/// [`MakeError`]; entries handed out before it are the beginning of a book.
pub fn build(
    source: &mut impl BlockSource,
    options: &MakeOptions,
    observer: &mut impl Observer,
    mut emit: impl FnMut(Entry),
) -> Result<Progress, MakeError> {
    let mut builder = BookBuilder::new(options.clone());
    let mut progress = Progress { total_bytes: source.len(), ..Progress::default() };
    loop {
        progress.pass += 1;
        read_all(source, &mut builder, observer, &mut progress)?;
        let mut entries = 0;
        let next = builder.finish_pass(|entry| {
            entries += 1;
            emit(entry);
        });
        progress.entries += entries;
        if next == Pass::Last {
            return Ok(progress);
        }
    }
}

/// Reads the source once, from its beginning to its end.
fn read_all(
    source: &mut impl BlockSource,
    builder: &mut BookBuilder,
    observer: &mut impl Observer,
    progress: &mut Progress,
) -> Result<(), MakeError> {
    let mut buffer = vec![0; CHUNK.min(usize::try_from(source.len()).unwrap_or(CHUNK))];
    let mut scanner = PgnScanner::new(builder.options().strict);
    let mut offset = 0;
    loop {
        while offset < source.len() {
            let length = buffer.len().min(usize::try_from(source.len() - offset).unwrap_or(buffer.len()));
            source.read_at(offset, &mut buffer[..length])?;
            scanner.feed(&buffer[..length], builder)?;
            offset += length as u64;
            progress.bytes += length as u64;
            builder.update(progress);
            report(builder, observer, progress.pass);
            if observer.progress(progress).is_break() {
                return Err(MakeError::Cancelled);
            }
        }
        scanner.finish(builder)?;
        builder.update(progress);
        report(builder, observer, progress.pass);
        // A comment that never ends hides the games after it: they are looked for inside it.
        let Some(start) = scanner.swallowed_from() else { return Ok(()) };
        scanner = scanner.resume_in();
        offset = start;
    }
}

fn report(builder: &mut BookBuilder, observer: &mut impl Observer, pass: u32) {
    for problem in builder.take_problems() {
        // Later passes meet the same faults again.
        if pass == 1 {
            observer.problem(&problem);
        }
    }
}
