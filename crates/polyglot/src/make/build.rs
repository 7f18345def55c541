//! A book built from one source of games.

use thiserror::Error;

use super::builder::{BookBuilder, Pass};
use super::options::MakeOptions;
use super::progress::{Observer, Progress};
use crate::pgn_scan::{GameProblem, PgnScanner};
use crate::{BlockSource, Entry, SourceError};

/// Size of the chunks in which games are read, in bytes.
const CHUNK: usize = 1 << 16;

/// Reason for which there is no book.
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

/// Builds a book from PGN games and emits its entries in book order.
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
