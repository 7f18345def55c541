//! The texts of games, byte for byte.

use tabia_polyglot::{BlockSource, SourceError};
use thiserror::Error;

use crate::{ByteSink, Library, SinkError};

/// A text longer than this is not read at once.
const MAX_BYTES: u32 = 1 << 28;

/// Why the text of a game could not be read or written.
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
    /// The text of a game, byte for byte as in its file, without blanks at the end.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn text(&self, game: u32, file: &mut impl BlockSource) -> Result<Vec<u8>, ReadError> {
        if game >= self.len() {
            return Err(ReadError::NoGame(game));
        }
        let record = self.record(game);
        if record.length > MAX_BYTES {
            return Err(ReadError::TooLong(game));
        }
        let mut text = vec![0; record.length as usize];
        file.read_at(record.offset, &mut text)?;
        text.truncate(text.trim_ascii_end().len());
        Ok(text)
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
    let mut bytes = 0;
    for game in games {
        let mut text = library.text(game, file)?;
        text.extend_from_slice(b"\n\n");
        sink.append(&text)?;
        bytes += text.len() as u64;
    }
    Ok(bytes)
}
