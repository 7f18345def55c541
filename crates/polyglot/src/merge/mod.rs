//! Two books made one, as `polyglot merge-book` does it.

mod records;

use serde::{Deserialize, Serialize};

use crate::{BlockSource, Entry, Marks};
use records::Records;

pub use records::MergeError;

/// Polyglot keeps a position's moves in an array of this size.
const MAX_GROUP: usize = 500;

/// Treatment of positions that are in both books.
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

/// Options for merging.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MergeOptions {
    /// Treatment of positions that are in both books.
    pub rule: MergeRule,
    /// Keeps a sum of weights over 65535 at 65535. Polyglot subtracts 65536, so that the most played move may
    /// become the rarest.
    pub saturate: bool,
    /// Follows Polyglot in taking headers for moves, and books that are not sorted for sorted.
    pub strict: bool,
}

/// Counts of a merge.
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

/// Merges two books and emits the entries of the new one in book order.
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
                overflows += both(&mut first, &mut second, a.key, options, &mut group)?;
                group.drain(..).for_each(&mut emit);
            }
        }
    }
    report.read = [first.read, second.read];
    report.shared_positions = shared;
    report.overflows = overflows;
    Ok(report)
}

/// Puts the records that both books have of a position together; returns how many sums of weights are too large.
fn both(
    first: &mut Records<'_, impl BlockSource>,
    second: &mut Records<'_, impl BlockSource>,
    key: u64,
    options: MergeOptions,
    group: &mut Vec<Entry>,
) -> Result<u64, MergeError> {
    let mut overflows = 0;
    group.clear();
    while group.len() < MAX_GROUP - 1 && first.has(key) {
        group.extend(first.next);
        first.advance()?;
    }
    let from_first = group.len();
    while group.len() < MAX_GROUP && second.has(key) {
        if let Some(b) = second.next {
            match group.iter_mut().take(from_first).find(|entry| entry.book_move == b.book_move) {
                Some(entry) => overflows += u64::from(join(entry, &b, options.saturate)),
                None => group.push(b),
            }
        }
        second.advance()?;
    }
    Ok(overflows)
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
