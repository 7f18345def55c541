//! Detection of files that are not opening books.

use thiserror::Error;

use crate::entry::ENTRY_SIZE;
use crate::{BlockSource, BookMove, BookReader, SourceError};

/// Bytes at the beginning of a file that decide whether it is text.
const BEGINNING: usize = 1024;
/// Places in the file that are checked, and the records read at each.
const PLACES: u64 = 16;
const RUN: u64 = 32;

/// Reason for which a file is not an opening book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotABook {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// There is nothing in it.
    #[error("not an opening book: the file is empty")]
    Empty,
    /// It is too short for a single entry.
    #[error("not an opening book: it has {0} bytes, and an entry of a Polyglot book has {ENTRY_SIZE}")]
    Short(u64),
    /// It holds a header and no entry.
    #[error("the opening book has no entries")]
    NoEntries,
    /// It is a text of games.
    #[error(
        "not an opening book but text: turn games (.pgn) into a book with Make on the Book page, or with `tabia book make`"
    )]
    Games,
    /// It is some other text.
    #[error("not an opening book but text; opening books are Polyglot's .bin files")]
    Text,
    /// It is a file of a kind that is known.
    #[error("not an opening book but {0}")]
    Other(&'static str),
    /// Most of what would be its moves are none.
    #[error("not an opening book: of {looked_at} entries checked, {usable} have a possible move")]
    NoMoves {
        /// Number of entries checked.
        looked_at: u64,
        /// Those of them that may be entries of a book.
        usable: u64,
    },
}

/// First bytes of files of other kinds, and their names.
const KINDS: [(&[u8], &str); 10] = [
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"Rar!", "a rar archive: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive: unpack it first"),
    (b"\0asm", "a WebAssembly file"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"SQLite format 3\0", "a database"),
    (b"\x03ABK", "a book in Arena's format: export it as Polyglot's .bin"),
];

/// Opens a file as a book if it is one.
///
/// A damaged book is a book: entries out of order, impossible moves among many others, bytes after the last entry.
/// [`crate::check()`] says what is wrong with it. A file is refused if it is empty, text, of a kind that is known by its first bytes, or if
/// fewer than three quarters of the entries checked, 512 spread over the file, have a key and a move that some piece can
/// make; of random bytes one entry in 30 does.
///
/// ```
/// use tabia_polyglot::{NotABook, open_book};
///
/// let games = b"[Event \"Hastings\"]\n\n1. e4 *".to_vec();
/// assert_eq!(open_book(games).unwrap_err(), NotABook::Games);
/// ```
///
/// # Errors
/// [`NotABook`] says why it is not one.
pub fn open_book<S: BlockSource>(mut source: S) -> Result<BookReader<S>, NotABook> {
    refuse_by_beginning(&mut source)?;
    let mut reader = BookReader::open(source)?;
    let count = reader.entry_count();
    if count == 0 {
        return Err(NotABook::NoEntries);
    }
    let (mut looked_at, mut usable) = (0, 0);
    let places = count.div_ceil(RUN).min(PLACES);
    for place in 0..places {
        // Spread over the file; small files are checked completely.
        let first = if places < PLACES { place * RUN } else { (count - RUN) / (PLACES - 1).max(1) * place };
        for number in first..(first + RUN).min(count) {
            let Some(entry) = reader.entry(number)? else { break };
            looked_at += 1;
            let is_move = entry.book_move != BookMove::NONE && entry.book_move.is_possible();
            usable += u64::from(entry.key != 0 && is_move);
        }
    }
    if usable * 4 < looked_at * 3 { Err(NotABook::NoMoves { looked_at, usable }) } else { Ok(reader) }
}

fn refuse_by_beginning(source: &mut impl BlockSource) -> Result<(), NotABook> {
    let length = source.len();
    if length == 0 {
        return Err(NotABook::Empty);
    }
    let mut beginning = vec![0; length.min(BEGINNING as u64) as usize];
    source.read_at(0, &mut beginning)?;
    if let Some((_, kind)) = KINDS.iter().find(|(magic, _)| beginning.starts_with(magic)) {
        return Err(NotABook::Other(kind));
    }
    let is_text =
        beginning.iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | b' '..=b'~' | 0x80..));
    if is_text && length >= 8 {
        return Err(if is_games(&beginning) { NotABook::Games } else { NotABook::Text });
    }
    if length < ENTRY_SIZE as u64 { Err(NotABook::Short(length)) } else { Ok(()) }
}

/// Whether a text looks like PGN.
fn is_games(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with("[Event ") || text.starts_with('[') && text.contains("\"]") || text.starts_with("1.")
}
