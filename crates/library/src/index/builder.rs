//! Index builder: bytes of a PGN file in, bytes of its index out.

use std::ops::ControlFlow;

use serde::Serialize;
use tabia_polyglot::pgn_scan::PgnScanner;
use tabia_polyglot::{BlockSource, SourceError};
use thiserror::Error;

use super::collector::Collector;
use super::format::{Summary, Writer};
use super::one_game;
use crate::fingerprint::Sampler;
use crate::positions::{Directory, SegmentBuilder};
use crate::{ByteSink, Header, SinkError};

/// Number of bytes scanned between two checks of the memory.
const PIECE: usize = 1 << 18;
/// Number of bytes read at once by [`build_index`].
const READ: u64 = 1 << 20;

/// Settings of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndexOptions {
    /// Whether positions of variations are found as well as those of main lines.
    pub variations: bool,
    /// Memory limit in bytes, at least 16 MiB; a tenth of it is for sorting positions. A file whose
    /// games do not fit is rejected.
    pub max_bytes: usize,
}

impl Default for IndexOptions {
    fn default() -> Self {
        Self { variations: false, max_bytes: 256 << 20 }
    }
}

/// Reason why an index could not be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BuildError {
    /// The file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The index cannot be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The text is in UTF-16.
    #[error("the file is in UTF-16; save it as UTF-8 and try again")]
    Utf16,
    /// The games do not fit into memory.
    #[error("an index of more than {games} games needs more than {} MB; divide the file", max_bytes >> 20)]
    Memory {
        /// Games read before it was used up.
        games: u64,
        /// The limit, in bytes.
        max_bytes: usize,
    },
    /// Stopped by the progress callback.
    #[error("indexing was cancelled")]
    Cancelled,
}

/// Location of a line in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePlace {
    /// Its offset, in bytes.
    pub offset: u64,
    /// Its bytes.
    pub length: u32,
    /// Its number, from 1.
    pub line: u64,
}

/// Progress of an index.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Progress {
    /// Bytes of the file read so far.
    pub bytes: u64,
    /// Games read so far, including those with errors.
    pub games: u64,
    /// Games with errors.
    pub errors: u64,
    /// Approximate current memory use, in bytes.
    pub memory: usize,
}

/// Builds an index from bytes that arrive in pieces of any size.
///
/// Get the offset of the next bytes from [`IndexBuilder::wants`], pass them to [`IndexBuilder::feed`], or call
/// [`IndexBuilder::end_of_file`] if there are none. The offset follows the last bytes, with one exception: after a comment
/// that is never closed, the builder goes back to look for games inside it.
#[derive(Debug)]
pub struct IndexBuilder {
    options: IndexOptions,
    scanner: PgnScanner,
    collector: Collector,
    sampler: Sampler,
    directory: Directory,
    writer: Writer,
    next: Option<u64>,
}

impl IndexBuilder {
    /// Creates a builder.
    pub fn new(options: IndexOptions) -> Self {
        let max_bytes = options.max_bytes.max(16 << 20);
        let positions = SegmentBuilder::new(max_bytes / 10);
        Self {
            options: IndexOptions { max_bytes, ..options },
            scanner: PgnScanner::new(false),
            collector: Collector::new(positions, options.variations),
            sampler: Sampler::default(),
            directory: Directory::default(),
            writer: Writer::default(),
            next: Some(0),
        }
    }

    /// Returns the file offset of the bytes to pass next; `None` when everything has been read.
    pub const fn wants(&self) -> Option<u64> {
        self.next
    }

    /// Returns the current progress.
    pub fn progress(&self) -> Progress {
        Progress {
            bytes: self.next.unwrap_or_default(),
            games: self.collector.records.len() as u64,
            errors: self.collector.problems.len() as u64,
            memory: self.collector.memory(),
        }
    }

    /// Processes the bytes at [`IndexBuilder::wants`].
    ///
    /// # Errors
    /// [`BuildError`]; the index is then unfinished for good.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl ByteSink) -> Result<(), BuildError> {
        let Some(offset) = self.next else { return Ok(()) };
        if offset == 0 && matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
            return Err(BuildError::Utf16);
        }
        self.sampler.feed(offset, bytes);
        self.next = Some(offset + bytes.len() as u64);
        for (number, piece) in bytes.chunks(PIECE).enumerate() {
            self.collector.add_bytes(offset + (number * PIECE) as u64, piece);
            // A lenient reader reports errors to the collector only.
            let _ = self.scanner.feed(piece, &mut self.collector);
            self.flush(false, sink)?;
            self.within_memory()?;
        }
        Ok(())
    }

    /// Notes that the file ends at [`IndexBuilder::wants`].
    pub fn end_of_file(&mut self) {
        let Some(end) = self.next else { return };
        let _ = self.scanner.finish(&mut self.collector);
        self.next = self.scanner.swallowed_from();
        if self.next.is_some() {
            self.scanner = self.scanner.resume_in();
        } else {
            self.collector.ends_at(end);
        }
    }

    /// Returns header and record of a game read so far; empty if there is no such game. The last game's length is known only at the end.
    pub fn header(&self, game: u32) -> Header<'_> {
        let tables = &self.collector.tables;
        let record = self.collector.records.get(game);
        Header::of(game, &record, |table, number| tables.get(table).get(number))
    }

    /// Number of games read.
    pub fn games(&self) -> u32 {
        self.collector.records.len() as u32
    }

    /// Adds one game whose text is at `offset` of the file, with exactly one record whatever its contents. For files whose
    /// games are already known; [`IndexBuilder::wants`] does not move.
    ///
    /// # Errors
    /// [`BuildError`]; the index is then unfinished for good.
    pub fn feed_game(
        &mut self,
        offset: u64,
        text: &[u8],
        sink: &mut impl ByteSink,
    ) -> Result<(), BuildError> {
        one_game::take(&mut self.collector, offset, text);
        self.flush(false, sink)
    }

    /// Adds a line of a file that is not PGN, as the text of a game made from it: exactly one record.
    ///
    /// # Errors
    /// [`BuildError`]; the index is then unfinished for good.
    pub fn feed_line(
        &mut self,
        place: LinePlace,
        text: &[u8],
        sink: &mut impl ByteSink,
    ) -> Result<(), BuildError> {
        let problems = self.collector.problems.len();
        one_game::take(&mut self.collector, place.offset, text);
        self.collector.ends_at(place.offset + u64::from(place.length));
        for problem in &mut self.collector.problems[problems..] {
            (problem.line, problem.column) = (place.line, 1);
        }
        self.flush(false, sink)?;
        self.within_memory()
    }

    fn within_memory(&self) -> Result<(), BuildError> {
        let games = self.collector.records.len() as u64;
        if self.collector.memory() > self.options.max_bytes {
            return Err(BuildError::Memory { games, max_bytes: self.options.max_bytes });
        }
        Ok(())
    }

    /// Writes the rest of the index.
    ///
    /// # Errors
    /// [`BuildError`] if it cannot be written.
    pub fn finish(mut self, sink: &mut impl ByteSink) -> Result<Summary, BuildError> {
        self.flush(true, sink)?;
        let fingerprint = self.sampler.finish();
        let summary = Summary {
            fingerprint,
            games: self.collector.records.len() as u64,
            errors: self.collector.problems.len() as u64,
            plies: self.collector.plies,
            positions: self.collector.positions.total(),
            variations: self.options.variations,
        };
        self.writer.finish(&summary, &self.collector, &self.directory, sink)?;
        Ok(summary)
    }

    fn flush(&mut self, all: bool, sink: &mut impl ByteSink) -> Result<(), BuildError> {
        if all || self.collector.positions.is_full() {
            let offset = self.writer.offset(sink)?;
            let write = |bytes: &[u8]| self.writer.append(bytes, sink);
            self.collector.positions.flush(&mut self.directory, offset, write)?;
        }
        Ok(())
    }
}

/// Builds the index of a file at once, and reports progress after every megabyte.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabia_library::{IndexOptions, Library, build_index};
///
/// let mut pgn: &[u8] = b"[White \"Tal\"]\n\n1. e4 c5 1-0\n";
/// let mut index = Vec::new();
/// let summary = build_index(&mut pgn, IndexOptions::default(), &mut index, |_| ControlFlow::Continue(()))?;
/// assert_eq!((summary.games, summary.plies, summary.positions), (1, 2, 3));
/// assert_eq!(Library::open(index)?.header(0).white, "Tal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BuildError`].
pub fn build_index(
    source: &mut impl BlockSource,
    options: IndexOptions,
    sink: &mut impl ByteSink,
    mut observe: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Summary, BuildError> {
    let mut builder = IndexBuilder::new(options);
    let mut buffer = vec![0; READ.min(source.len()) as usize];
    while let Some(offset) = builder.wants() {
        let piece = source.len().saturating_sub(offset).min(buffer.len() as u64) as usize;
        if piece == 0 {
            builder.end_of_file();
            continue;
        }
        source.read_at(offset, &mut buffer[..piece])?;
        builder.feed(&buffer[..piece], sink)?;
        if observe(&builder.progress()).is_break() {
            return Err(BuildError::Cancelled);
        }
    }
    builder.finish(sink)
}
