//! Reads games in slices, so that a long file doesn't block the page.

use tabia_pgn::epd::EpdReader;
use tabia_pgn::{Game, Problem, Reader};

use super::input::{InputError, InputKind, game_of_line, input_kind, no_games};

/// Games of one text: the first ones, or some that follow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameBatch {
    /// Id of the text; 0 for games that don't come in batches.
    pub collection: u64,
    /// Games in text order.
    pub games: Vec<Game>,
    /// Problems found in this part of the text.
    pub problems: Vec<Problem>,
    /// Percentage of the text read so far, 0 to 99; `None` when complete.
    pub percent: Option<u8>,
}

/// Reads the games of a text in batches; in a list of positions, each becomes a game without moves.
#[derive(Debug)]
pub struct Reading<'a> {
    collection: u64,
    text: &'a str,
    source: TextReader<'a>,
    /// End of the games read so far, as a byte offset.
    end: usize,
}

/// Parser for the kind of the text.
#[derive(Debug)]
enum TextReader<'a> {
    Games(Box<Reader<'a>>),
    Positions(Box<EpdReader<'a>>),
}

impl<'a> Reading<'a> {
    /// Creates a reader for `text`.
    pub fn new(collection: u64, text: &'a str) -> Self {
        let source = match input_kind(text) {
            Ok(InputKind::Positions(_)) => TextReader::Positions(Box::new(EpdReader::new(text))),
            _ => TextReader::Games(Box::new(Reader::new(text))),
        };
        Self { collection, text, source, end: 0 }
    }

    /// Reads and discards the first `count` games, which were read before.
    pub fn skip_games(&mut self, count: usize) {
        let mut skipped = GameBatch::default();
        while skipped.games.len() < count && self.step(&mut skipped) {}
    }

    /// Reads one game or problem. Returns whether there was one.
    fn step(&mut self, batch: &mut GameBatch) -> bool {
        match &mut self.source {
            TextReader::Games(reader) => {
                let Some(read) = reader.next() else { return false };
                self.end = read.span.end;
                batch.games.push(read.game);
                batch.problems.extend(read.problems);
            }
            TextReader::Positions(reader) => {
                let Some(read) = reader.next() else { return false };
                self.end = reader.end();
                match read.and_then(|line| game_of_line(&line)) {
                    Ok((game, doubt)) => {
                        batch.games.push(game);
                        batch.problems.extend(doubt);
                    }
                    Err(problem) => batch.problems.push(problem),
                }
            }
        }
        true
    }

    /// Reads at least one game, and more while `goes_on` returns true. A batch without games is the last one.
    pub fn read_while(&mut self, mut goes_on: impl FnMut() -> bool) -> GameBatch {
        let mut batch = GameBatch { collection: self.collection, ..GameBatch::default() };
        loop {
            let count = batch.games.len();
            if !self.step(&mut batch) {
                if let TextReader::Games(reader) = &self.source {
                    batch.problems.extend_from_slice(reader.leftover_problems());
                }
                return batch;
            }
            // A file with one long game is complete after it.
            let is_rest_blank = self.text.get(self.end..).is_some_and(|rest| rest.trim_start().is_empty());
            if batch.games.len() > count && !is_rest_blank && !goes_on() {
                batch.percent = Some((self.end * 100 / self.text.len().max(1)).min(99) as u8);
                return batch;
            }
        }
    }
}

impl GameBatch {
    /// Checks that at least one game was found.
    ///
    /// # Errors
    /// Reason why there is none.
    pub fn check(&self) -> Result<(), InputError> {
        if self.games.is_empty() { Err(no_games(&self.problems)) } else { Ok(()) }
    }

    /// Appends a later batch.
    pub fn extend(&mut self, later: Self) {
        self.games.extend(later.games);
        self.problems.extend(later.problems);
        self.percent = later.percent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_positions_are_read_in_slices() {
        let line = |number: usize| format!("4k3/8/8/8/8/8/8/R3K3 w - - id \"{number}\";\n");
        let text = format!("# a suite\n{}{}no position\n{}", line(1), line(2), line(3));
        let mut reading = Reading::new(1, &text);
        let names = |batch: &GameBatch| -> Vec<String> {
            batch.games.iter().filter_map(|game| game.tags().get("Event").map(str::to_owned)).collect()
        };
        let first = reading.read_while(|| false);
        assert_eq!((names(&first), first.percent.is_some()), (vec!["1".to_owned()], true));
        let rest = reading.read_while(|| true);
        assert_eq!((names(&rest), rest.percent), (vec!["2".to_owned(), "3".to_owned()], None));
        assert_eq!(rest.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [4]);
        let mut again = Reading::new(1, &text);
        again.skip_games(2);
        assert_eq!(names(&again.read_while(|| true)), ["3"]);
    }
}
