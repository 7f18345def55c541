//! Two books made one, as `polyglot merge-book` does it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::entry::ENTRY_SIZE;
use crate::header::read_header;
use crate::{BlockSource, Entry, Marks, SourceError};

/// Polyglot keeps a position's moves in an array of this size.
const MAX_GROUP: usize = 500;
/// Records read at once.
const CHUNK: usize = 4096;

/// What happens to positions that are in both books.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MergeRule {
    /// Polyglot 2.0: the first book's moves in their order, each with the second's weight for it added, then the
    /// second's other moves. They are not sorted again; what was learned comes from the first. The authors' [`Marks`] hold in the
    /// merged book, the first book's before the second's.
    #[default]
    Sum,
    /// Polyglot 1.4: the first book's moves, and nothing of the second.
    Priority,
}

/// How to merge.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MergeOptions {
    /// What happens to positions that are in both books.
    pub rule: MergeRule,
    /// Keeps a sum of weights over 65535 at 65535. Polyglot subtracts 65536, so that the most played move may
    /// become the rarest.
    pub saturate: bool,
    /// Follows Polyglot in taking headers for moves, and books that are not sorted for sorted.
    pub strict: bool,
}

/// What was merged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MergeReport {
    /// Entries of the first and the second book.
    pub read: [u64; 2],
    /// Entries of the merged book.
    pub written: u64,
    /// Positions that are in both books.
    pub shared_positions: u64,
    /// Sums of weights over 65535.
    pub overflows: u64,
}

/// Why books were not merged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MergeError {
    /// A book cannot be read.
    #[error("book {book}: {error}")]
    Source {
        /// 1 or 2.
        book: u8,
        /// What is wrong.
        error: SourceError,
    },
    /// A book is not sorted.
    #[error(
        "book {book}, entry {entry}: the key is below the one before; a book must be sorted to be merged"
    )]
    Unsorted {
        /// 1 or 2.
        book: u8,
        /// The entry with the smaller key, from 0 at the beginning of the file.
        entry: u64,
    },
}

/// Merges two books and hands out the entries of the new one in their order.
///
/// ```
/// use tabia_polyglot::{BookMove, Entry, MergeOptions, merge, to_bytes};
///
/// let book = |weight| to_bytes(&[Entry { key: 7, book_move: BookMove(796), weight, learn: 0 }]);
/// let mut merged = Vec::new();
/// merge(&mut book(10), &mut book(5), MergeOptions::default(), |entry| merged.push(entry.weight))?;
/// assert_eq!(merged, [15]);
/// # Ok::<(), tabia_polyglot::MergeError>(())
/// ```
///
/// # Errors
/// [`MergeError`]; entries handed out before it are the beginning of a book.
pub fn merge(
    first: &mut impl BlockSource,
    second: &mut impl BlockSource,
    options: MergeOptions,
    mut emit: impl FnMut(Entry),
) -> Result<MergeReport, MergeError> {
    let mut first = Records::new(1, first, options.strict)?;
    let mut second = Records::new(2, second, options.strict)?;
    let mut report = MergeReport::default();
    let mut emit = |entry: Entry| {
        report.written += 1;
        // A move marked `?` weighs nothing, or programs that know weights only would play it. Polyglot's own books hold no marks.
        emit(Entry { weight: entry.weight_in_play(), ..entry });
    };
    let (mut shared, mut overflows) = (0, 0);
    let mut group: Vec<Entry> = Vec::new();
    loop {
        match (first.next, second.next) {
            (None, None) => break,
            (Some(entry), None) => {
                emit(entry);
                first.advance()?;
            }
            (None, Some(entry)) => {
                emit(entry);
                second.advance()?;
            }
            (Some(a), Some(b)) if a.key < b.key => {
                emit(a);
                first.advance()?;
            }
            (Some(a), Some(b)) if a.key > b.key => {
                emit(b);
                second.advance()?;
            }
            (Some(a), Some(_)) => {
                shared += 1;
                if options.rule == MergeRule::Priority {
                    while second.has(a.key) {
                        second.advance()?;
                    }
                    continue;
                }
                group.clear();
                while group.len() < MAX_GROUP - 1 && first.has(a.key) {
                    group.extend(first.next);
                    first.advance()?;
                }
                let from_first = group.len();
                while group.len() < MAX_GROUP && second.has(a.key) {
                    if let Some(b) = second.next {
                        match group.iter_mut().take(from_first).find(|entry| entry.book_move == b.book_move) {
                            Some(entry) => overflows += u64::from(join(entry, &b, options.saturate)),
                            None => group.push(b),
                        }
                    }
                    second.advance()?;
                }
                group.drain(..).for_each(&mut emit);
            }
        }
    }
    report.read = [first.read, second.read];
    report.shared_positions = shared;
    report.overflows = overflows;
    Ok(report)
}

/// Adds the second book's weight for a move; whether the sum is too large. Where only the second book's author has marked the move, the
/// mark is taken over.
fn join(entry: &mut Entry, other: &Entry, saturate: bool) -> bool {
    if entry.learn == 0 && !Marks::from_learn(other.learn).is_empty() {
        entry.learn = other.learn;
    }
    let (sum, overflow) = entry.weight.overflowing_add(other.weight);
    entry.weight = if overflow && saturate { u16::MAX } else { sum };
    overflow
}

/// The records of a book one after the other.
struct Records<'a, S> {
    book: u8,
    source: &'a mut S,
    check_order: bool,
    buffer: Vec<u8>,
    within: usize,
    /// The number of the next record to read into the buffer.
    number: u64,
    end: u64,
    next: Option<Entry>,
    read: u64,
}

impl<'a, S: BlockSource> Records<'a, S> {
    fn new(book: u8, source: &'a mut S, strict: bool) -> Result<Self, MergeError> {
        let header = if strict {
            None
        } else {
            read_header(source).map_err(|error| MergeError::Source { book, error })?
        };
        let mut records = Self {
            book,
            check_order: !strict,
            end: source.len() / ENTRY_SIZE as u64,
            source,
            buffer: Vec::new(),
            within: 0,
            number: header.map_or(0, |header| header.records),
            next: None,
            read: 0,
        };
        records.load()?;
        Ok(records)
    }

    /// Whether the next record is of this position.
    fn has(&self, key: u64) -> bool {
        self.next.is_some_and(|entry| entry.key == key)
    }

    fn advance(&mut self) -> Result<(), MergeError> {
        let previous = self.next;
        self.load()?;
        if let (true, Some(previous), Some(next)) = (self.check_order, previous, self.next)
            && next.key < previous.key
        {
            let left = (self.buffer.len() - self.within) / ENTRY_SIZE;
            return Err(MergeError::Unsorted { book: self.book, entry: self.number - left as u64 - 1 });
        }
        Ok(())
    }

    fn load(&mut self) -> Result<(), MergeError> {
        if self.within == self.buffer.len() {
            let count = self.end.saturating_sub(self.number).min(CHUNK as u64);
            self.buffer.resize(count as usize * ENTRY_SIZE, 0);
            let read = self.source.read_at(self.number * ENTRY_SIZE as u64, &mut self.buffer);
            read.map_err(|error| MergeError::Source { book: self.book, error })?;
            self.number += count;
            self.within = 0;
        }
        self.next = self.buffer[self.within..].first_chunk().map(Entry::from_bytes);
        if self.next.is_some() {
            self.within += ENTRY_SIZE;
            self.read += 1;
        }
        Ok(())
    }
}
