//! Results of a book's moves, stored next to the book.
//!
//! A Polyglot book has one number per move. Wins, draws and losses are known only while the book is made, and can be
//! written to a file next to it, by convention with the book's name and `.stats` instead of `.bin`.
//!
//! The file has records of 32 bytes, all numbers big-endian. The first is a header: the eight bytes `TABIAWDL`, the version 1 in 4
//! bytes, the number of records after it in 4 bytes, then 16 zeros. Each further record is one move of one position:
//!
//! | bytes | content |
//! | --- | --- |
//! | 0-7 | the position's key, as in the book |
//! | 8-9 | the move, as in the book |
//! | 10-11 | the latest year in which it was played; 0 if unknown |
//! | 12-15 | games that the side to move won |
//! | 16-19 | games drawn, and those without a result |
//! | 20-23 | games that it lost |
//! | 24-31 | zeros |
//!
//! Records are in ascending order of key, then of move, without duplicates.

use tabia_pgn::GameResult;
use tabia_polyglot::BlockCache;
use tabia_polyglot::select::Results;
use tabia_polyglot::{BlockSource, BookMove, SourceError};
use thiserror::Error;

const RECORD: usize = 32;
const MAGIC: &[u8; 8] = b"TABIAWDL";
const VERSION: u32 = 1;

/// Statistics of a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveStats {
    /// Wins, draws and losses of the side that played it.
    pub results: Results,
    /// The latest year in which it was played, if known from any game.
    pub last_year: Option<u16>,
}

/// Counts the results of a book's moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StatsCounter {
    /// Keys and moves in ascending order.
    moves: Vec<(u64, u16)>,
    counts: Vec<MoveStats>,
}

impl StatsCounter {
    /// Creates a counter for these moves, each with the key of its position.
    pub fn new(mut moves: Vec<(u64, u16)>) -> Self {
        moves.sort_unstable();
        moves.dedup();
        Self { counts: vec![MoveStats::default(); moves.len()], moves }
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Counts a game from the standard start position: for each half-move the key before it and the move. A game that reaches
    /// a position twice and plays the same move counts twice for it, as it does for its weight.
    pub fn count(&mut self, played: &[(u64, u16)], result: GameResult, year: Option<u16>) {
        for (ply, step) in played.iter().enumerate() {
            let Ok(index) = self.moves.binary_search(step) else { continue };
            let stats = &mut self.counts[index];
            let results = &mut stats.results;
            let count = match (result, ply % 2) {
                (GameResult::WhiteWins, 0) | (GameResult::BlackWins, 1) => &mut results.wins,
                (GameResult::WhiteWins | GameResult::BlackWins, _) => &mut results.losses,
                (GameResult::Draw | GameResult::Unknown, _) => &mut results.draws,
            };
            *count = count.saturating_add(1);
            stats.last_year = stats.last_year.max(year);
        }
    }

    /// The counts of a move.
    pub fn get(&self, key: u64, book_move: BookMove) -> Option<MoveStats> {
        let index = self.moves.binary_search(&(key, book_move.0)).ok()?;
        self.counts.get(index).copied()
    }

    /// The contents of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity((self.moves.len() + 1) * RECORD);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_be_bytes());
        bytes.extend((self.moves.len() as u32).to_be_bytes());
        bytes.extend([0; 16]);
        for (&(key, code), stats) in self.moves.iter().zip(&self.counts) {
            bytes.extend(key.to_be_bytes());
            bytes.extend(code.to_be_bytes());
            bytes.extend(stats.last_year.unwrap_or(0).to_be_bytes());
            let Results { wins, draws, losses } = stats.results;
            for count in [wins, draws, losses] {
                bytes.extend(count.to_be_bytes());
            }
            bytes.extend([0; 8]);
        }
        bytes
    }
}

/// Reason why a file is not a statistics file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StatsError {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It has a different beginning.
    #[error("not a Tabia results file: it does not begin with TABIAWDL")]
    Magic,
    /// Made by a newer program.
    #[error("the results file has version {0}; this program supports version {VERSION}")]
    Version(u32),
    /// Its size does not match its number of records.
    #[error("the results file has {size} bytes instead of {expected}; is it cut off?")]
    Size {
        /// Its size.
        size: u64,
        /// Number of records in its header.
        expected: u64,
    },
}

/// A statistics file open for lookups, which read only a few blocks of a large file.
#[derive(Clone, Debug)]
pub struct StatsReader<S> {
    cache: BlockCache<S>,
    records: u64,
}

impl<S: BlockSource> StatsReader<S> {
    /// Opens a file.
    ///
    /// # Errors
    /// [`StatsError`].
    pub fn open(source: S) -> Result<Self, StatsError> {
        let mut cache = BlockCache::new(source);
        let size = cache.len();
        if size < RECORD as u64 {
            return Err(StatsError::Magic);
        }
        let head: [u8; RECORD] = cache.read(0)?;
        let number = |at: usize| head[at..].first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
        if !head.starts_with(MAGIC) {
            return Err(StatsError::Magic);
        }
        if number(8) != VERSION {
            return Err(StatsError::Version(number(8)));
        }
        let records = u64::from(number(12));
        let expected = (records + 1) * RECORD as u64;
        if size != expected {
            return Err(StatsError::Size { size, expected });
        }
        Ok(Self { cache, records })
    }

    /// The number of moves.
    pub const fn len(&self) -> u64 {
        self.records
    }

    /// Whether there are no moves.
    pub const fn is_empty(&self) -> bool {
        self.records == 0
    }

    /// Returns the statistics of a move in the position with that key.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn get(&mut self, key: u64, book_move: BookMove) -> Result<Option<MoveStats>, SourceError> {
        let (mut low, mut high) = (1, self.records + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            let record: [u8; RECORD] = self.cache.read(middle * RECORD as u64)?;
            let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, y0, y1, counts @ ..] = record;
            let found = (u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]), u16::from_be_bytes([m0, m1]));
            match found.cmp(&(key, book_move.0)) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let count =
                        |at: usize| counts[at..].first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
                    return Ok(Some(MoveStats {
                        results: Results { wins: count(0), draws: count(4), losses: count(8) },
                        last_year: Some(u16::from_be_bytes([y0, y1])).filter(|&year| year > 0),
                    }));
                }
            }
        }
        Ok(None)
    }
}
