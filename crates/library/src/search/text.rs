//! The texts of games, byte for byte.

use std::ops::Range;

use tabia_polyglot::{BlockSource, SourceError};
use thiserror::Error;

use crate::{ByteSink, Library, SinkError};

/// A text longer than this is not read at once.
const MAX_BYTES: u32 = 1 << 28;

/// Games are read together up to this many bytes: in a browser each read of a file takes a millisecond or more.
const RUN_BYTES: u64 = 1 << 20;

/// Maximum gap in bytes between two games that are read together.
const MAX_GAP: u64 = 16 << 10;

/// Reason why the text of a game could not be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    /// The file cannot be read, or is shorter than its index says.
    #[error("{0}; if the file was changed, build its index again")]
    Source(#[from] SourceError),
    /// The text cannot be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(u32),
    /// The text is too long.
    #[error("the text of game {0} is longer than 256 MB")]
    TooLong(u32),
}

impl<S: BlockSource> Library<S> {
    /// Returns the text of a game, byte for byte as in its file, without trailing whitespace.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn text(&self, game: u32, file: &mut impl BlockSource) -> Result<Vec<u8>, ReadError> {
        let span = self.span(game)?;
        let mut text = vec![0; (span.end - span.start) as usize];
        file.read_at(span.start, &mut text)?;
        text.truncate(text.trim_ascii_end().len());
        Ok(text)
    }

    /// Passes the texts of the first of `games` to `take`, each as [`text`](Self::text) returns it. Games that follow one another in the
    /// file are read together. Returns how many were passed: at least one, unless `games` is empty.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn texts(
        &self,
        games: &[u32],
        file: &mut impl BlockSource,
        mut take: impl FnMut(&[u8]),
    ) -> Result<usize, ReadError> {
        let Some((&first, others)) = games.split_first() else { return Ok(0) };
        let first = self.span(first)?;
        let (start, mut end) = (first.start, first.end);
        let mut spans = vec![first];
        for &game in others {
            // An error is returned once its game comes first.
            let Ok(span) = self.span(game) else { break };
            let is_near = span.start >= end && span.start - end <= MAX_GAP;
            if !is_near || span.end - start > RUN_BYTES {
                break;
            }
            end = span.end;
            spans.push(span);
        }
        let mut bytes = vec![0; (end - start) as usize];
        file.read_at(start, &mut bytes)?;
        for span in &spans {
            take(bytes[(span.start - start) as usize..(span.end - start) as usize].trim_ascii_end());
        }
        Ok(spans.len())
    }

    /// Returns the place of a game's text in the file.
    fn span(&self, game: u32) -> Result<Range<u64>, ReadError> {
        if game >= self.len() {
            return Err(ReadError::NoGame(game));
        }
        let record = self.record(game);
        if record.length > MAX_BYTES {
            return Err(ReadError::TooLong(game));
        }
        Ok(record.offset..record.offset.saturating_add(u64::from(record.length)))
    }
}

/// Writes games byte for byte, an empty line after each; returns the number of bytes.
///
/// # Errors
/// [`ReadError`].
pub fn export<S: BlockSource>(
    library: &Library<S>,
    games: impl IntoIterator<Item = u32>,
    file: &mut impl BlockSource,
    sink: &mut impl ByteSink,
) -> Result<u64, ReadError> {
    let games: Vec<u32> = games.into_iter().collect();
    let mut rest = games.as_slice();
    let mut bytes = 0;
    while !rest.is_empty() {
        let mut texts = Vec::new();
        let count = library.texts(rest, file, |text| {
            texts.extend_from_slice(text);
            texts.extend_from_slice(b"\n\n");
        })?;
        sink.append(&texts)?;
        bytes += texts.len() as u64;
        rest = &rest[count..];
    }
    Ok(bytes)
}
