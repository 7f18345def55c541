//! Faults of a book file, and their places.

use std::fmt;

use crate::entry::ENTRY_SIZE;
use crate::header::read_header;
use crate::{BlockSource, BookMove, Entry, Header, SourceError};

/// Faults that are listed one by one; of more, only the number is known.
const LISTED: usize = 20;
/// Records read at once.
const CHUNK: usize = 4096;

/// One thing that is wrong with a book. Entries are numbered from 0 at the beginning of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookFault {
    /// The file holds no record.
    Empty,
    /// The size is not a multiple of 16: this number of bytes is left over after the last record.
    TrailingBytes(u64),
    /// A key is smaller than the one before: probing may miss moves.
    Unsorted {
        /// The entry with the smaller key.
        entry: u64,
        /// Its key.
        key: u64,
        /// The key before it.
        previous: u64,
    },
    /// The key is 0, which is kept for headers, and this is none.
    ZeroKey {
        /// The entry.
        entry: u64,
    },
    /// The move is 0: no move.
    NoMove {
        /// The entry.
        entry: u64,
    },
    /// No piece moves like that.
    ImpossibleMove {
        /// The entry.
        entry: u64,
        /// Its move.
        book_move: BookMove,
    },
    /// The move was already given for the same position.
    DuplicateMove {
        /// The entry that repeats it.
        entry: u64,
        /// The move.
        book_move: BookMove,
    },
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file holds no entry"),
            Self::TrailingBytes(count) => {
                write!(f, "left over after the last entry of 16 bytes: {count}; is the file cut off?")
            }
            Self::Unsorted { entry, key, previous } => write!(
                f,
                "entry {entry}: key {key:016x} after {previous:016x}: not in ascending order, moves may not be found"
            ),
            Self::ZeroKey { entry } => write!(f, "entry {entry}: the key is 0, which marks a header"),
            Self::NoMove { entry } => write!(f, "entry {entry}: the move is 0, which is not a move"),
            Self::ImpossibleMove { entry, book_move } => {
                write!(f, "entry {entry}: no chessman moves like {book_move}")
            }
            Self::DuplicateMove { entry, book_move } => {
                write!(f, "entry {entry}: {book_move} is given twice for the same position")
            }
        }
    }
}

/// Contents and faults of a book file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BookReport {
    /// The text before the positions.
    pub header: Option<Header>,
    /// Records, without the header.
    pub entries: u64,
    /// Different keys.
    pub positions: u64,
    /// Records of weight 0: never played, no fault.
    pub zero_weights: u64,
    /// Records with something learned: no fault.
    pub learned: u64,
    /// Keys smaller than the one before. If there are any, moves may not be found.
    pub unsorted: u64,
    /// The first faults, at most 20, in the order of the file.
    pub faults: Vec<BookFault>,
    /// All faults.
    pub fault_count: u64,
}

impl BookReport {
    fn fault(&mut self, fault: BookFault) {
        self.fault_count += 1;
        if self.faults.len() < LISTED {
            self.faults.push(fault);
        }
    }
}

/// Reads a whole book and reports on it. No contents are refused.
///
/// ```
/// use tabia_polyglot::{BookFault, BookMove, Entry, check, to_bytes};
///
/// let entry = |key| Entry { key, book_move: BookMove(796), weight: 1, learn: 0 };
/// let report = check(&mut to_bytes(&[entry(2), entry(1)]))?;
/// assert_eq!(report.faults, [BookFault::Unsorted { entry: 1, key: 1, previous: 2 }]);
/// # Ok::<(), tabia_polyglot::SourceError>(())
/// ```
///
/// # Errors
/// [`SourceError`] if the source cannot be read.
pub fn check(source: &mut impl BlockSource) -> Result<BookReport, SourceError> {
    let header = read_header(source)?;
    let first = header.as_ref().map_or(0, |header| header.records);
    let mut report = BookReport { header, ..BookReport::default() };
    let end = source.len() / ENTRY_SIZE as u64;
    if end <= first {
        report.fault(BookFault::Empty);
    }
    let mut run = Run::default();
    let mut buffer = vec![0; CHUNK * ENTRY_SIZE];
    let mut number = first;
    while number < end {
        let count = (end - number).min(CHUNK as u64) as usize;
        let bytes = &mut buffer[..count * ENTRY_SIZE];
        source.read_at(number * ENTRY_SIZE as u64, bytes)?;
        for entry in crate::entry::entries(bytes) {
            check_entry(&mut report, &mut run, number, &entry);
            number += 1;
        }
    }
    let left = source.len() % ENTRY_SIZE as u64;
    if left > 0 {
        report.fault(BookFault::TrailingBytes(left));
    }
    Ok(report)
}

/// The records of the key that is being read.
#[derive(Default)]
struct Run {
    key: Option<u64>,
    moves: Vec<BookMove>,
}

fn check_entry(report: &mut BookReport, run: &mut Run, number: u64, entry: &Entry) {
    report.entries += 1;
    report.zero_weights += u64::from(entry.weight == 0);
    report.learned += u64::from(entry.learn != 0);
    if run.key != Some(entry.key) {
        report.positions += 1;
        run.moves.clear();
        if let Some(previous) = run.key.filter(|&previous| previous > entry.key) {
            report.unsorted += 1;
            report.fault(BookFault::Unsorted { entry: number, key: entry.key, previous });
        }
        run.key = Some(entry.key);
    }
    if entry.key == 0 {
        report.fault(BookFault::ZeroKey { entry: number });
    } else if entry.book_move == BookMove::NONE {
        report.fault(BookFault::NoMove { entry: number });
    } else if !entry.book_move.is_possible() {
        report.fault(BookFault::ImpossibleMove { entry: number, book_move: entry.book_move });
    }
    // A run longer than any position's moves is a fault already; its moves need not be compared with all before.
    if run.moves.contains(&entry.book_move) {
        report.fault(BookFault::DuplicateMove { entry: number, book_move: entry.book_move });
    } else if run.moves.len() < 256 {
        run.moves.push(entry.book_move);
    }
}
