//! Games read in slices, so that a long file does not hold up whoever reads it.

use tabia_pgn::{Game, Problem, Reader};

/// Games that belong to one text: the first of them, or some that follow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameBatch {
    /// The text; 0 is for games that do not come in batches.
    pub collection: u64,
    /// The games, in the order of the text.
    pub games: Vec<Game>,
    /// What was wrong with their part of the text.
    pub problems: Vec<Problem>,
    /// How much of the text was read, 0 to 99; `None` when it is complete.
    pub percent: Option<u8>,
}

/// Reads the games of a text, some at a time.
#[derive(Debug)]
pub struct Reading<'a> {
    collection: u64,
    text: &'a str,
    reader: Reader<'a>,
    /// How much of the text belongs to the games that were read, in bytes.
    end: usize,
}

impl<'a> Reading<'a> {
    /// Begins to read `text`.
    pub fn new(collection: u64, text: &'a str) -> Self {
        Self { collection, text, reader: Reader::new(text), end: 0 }
    }

    /// Reads again what was read before, and drops it.
    pub fn skip_games(&mut self, count: usize) {
        for read in self.reader.by_ref().take(count) {
            self.end = read.span.end;
        }
    }

    /// Reads at least one game, and more for as long as `goes_on` says so. A batch without a game is the last one.
    pub fn read_while(&mut self, mut goes_on: impl FnMut() -> bool) -> GameBatch {
        let mut batch = GameBatch { collection: self.collection, ..GameBatch::default() };
        loop {
            let Some(read) = self.reader.next() else {
                batch.problems.extend_from_slice(self.reader.leftover_problems());
                return batch;
            };
            self.end = read.span.end;
            batch.games.push(read.game);
            batch.problems.extend(read.problems);
            // A file of one long game is complete with it.
            let is_rest_blank = self.text.get(self.end..).is_some_and(|rest| rest.trim_start().is_empty());
            if !is_rest_blank && !goes_on() {
                batch.percent = Some((self.end * 100 / self.text.len().max(1)).min(99) as u8);
                return batch;
            }
        }
    }
}

impl GameBatch {
    /// Adds what was read after this.
    pub fn extend(&mut self, later: Self) {
        self.games.extend(later.games);
        self.problems.extend(later.problems);
        self.percent = later.percent;
    }
}
