//! The header of newer books.
//!
//! Forks of Polyglot put text before the first position: records whose key is 0 and whose other eight bytes are
//! the next piece of a NUL-ended text that begins with `@PG@`. Older readers take them for moves of a position
//! that does not occur.

use crate::entry::ENTRY_SIZE;
use crate::{BlockSource, SourceError};

const MAGIC: &[u8] = b"@PG@";
/// Headers are a few lines; anything longer is not a header.
const MAX_RECORDS: u64 = 4096;

/// The text before the positions of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The lines from `@PG@` on: version, number of variants, their names, then a comment. Bytes that are not UTF-8
    /// are replaced.
    pub text: String,
    /// The records it fills.
    pub records: u64,
}

impl Header {
    /// The names of the variants the book is for; empty if the header does not say.
    pub fn variants(&self) -> Vec<&str> {
        let mut lines = self.text.lines().skip(2);
        let count = lines.next().and_then(|count| count.trim().parse().ok()).unwrap_or(0);
        lines.take(count).collect()
    }
}

/// The header of a book, if it has one.
///
/// # Errors
/// [`SourceError`] if the source cannot be read.
pub fn read_header(source: &mut impl BlockSource) -> Result<Option<Header>, SourceError> {
    let mut text = Vec::new();
    let mut records = 0;
    let mut ended = false;
    while records < MAX_RECORDS.min(source.len() / ENTRY_SIZE as u64) {
        let mut record = [0; ENTRY_SIZE];
        source.read_at(records * ENTRY_SIZE as u64, &mut record)?;
        let (key, piece) = record.split_at(8);
        if key != [0; 8] || (records == 0 && !piece.starts_with(MAGIC)) {
            break;
        }
        records += 1;
        if !ended {
            let end = piece.iter().position(|&byte| byte == 0);
            text.extend_from_slice(&piece[..end.unwrap_or(piece.len())]);
            ended = end.is_some();
        }
    }
    Ok((records > 0).then(|| Header { text: String::from_utf8_lossy(&text).into_owned(), records }))
}
