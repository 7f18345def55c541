//! EPD files.

use super::fields::segments;
use super::operation::{Operand, Operation};
use super::{Epd, EpdError, without_marks};
use crate::characters::is_blank;
use crate::quote::quote;
use crate::{Problem, ProblemKind};
use tabia_chess::{Position, PositionError};

/// A line of an EPD file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdLine {
    /// Line number, from 1.
    pub line: usize,
    /// Contents of the line.
    pub epd: Epd,
    /// Whether its castling rights name the rook files.
    names_rooks: bool,
}

impl EpdLine {
    /// Creates a line from its number, its text and the parsed EPD.
    pub fn new(line: usize, text: &str, epd: Epd) -> Self {
        let castling = text.split(is_blank).filter(|word| !word.is_empty()).nth(2).unwrap_or_default();
        Self { line, epd, names_rooks: castling.contains(|c: char| "ABCDEFGHabcdefgh".contains(c)) }
    }

    /// The start position of a game, if playable, and its doubtful points. As in [`position_from_fen`](crate::position_from_fen), stale
    /// castling rights (king or rook has moved) are dropped.
    ///
    /// # Errors
    /// [`EpdError::Position`] with every fault.
    pub fn start(&self) -> Result<(Position, Option<PositionError>), EpdError> {
        crate::start::of_setup(self.epd.setup, self.names_rooks).map_err(EpdError::Position)
    }
}

/// Reads an EPD file. Invalid lines are skipped and reported.
pub fn read_epds(text: &str) -> (Vec<EpdLine>, Vec<Problem>) {
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    for read in EpdReader::new(text) {
        match read {
            Ok(line) => lines.push(line),
            Err(problem) => problems.push(problem),
        }
    }
    (lines, problems)
}

/// Reads the positions of a file one by one. Items are positions, or problems with a line; each kind is in file order.
#[derive(Clone, Debug)]
pub struct EpdReader<'a> {
    rest: &'a str,
    /// Bytes and lines read so far.
    end: usize,
    line: usize,
    /// Name of the next position, in blocks of `id`, `epd` and `perft` lines.
    id: Option<Operation>,
    /// The last position, to which following lines of counts belong.
    last: Option<EpdLine>,
}

impl<'a> EpdReader<'a> {
    /// Creates a reader for a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, end: 0, line: 0, id: None, last: None }
    }

    /// Number of bytes read so far: always up to the end of a line.
    pub fn end(&self) -> usize {
        self.end
    }

    fn next_line(&mut self) -> Option<&'a str> {
        let length = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        let (line, rest) = self.rest.split_at(length);
        (self.rest, self.end, self.line) = (rest, self.end + length, self.line + 1);
        (length > 0).then_some(line)
    }

    fn take_counts(&mut self, depth: &str, count: &str) {
        if let Some(last) = &mut self.last {
            for segment in segments(&without_marks(&format!("D{depth} {}", count.trim()))) {
                last.epd.add(segment);
            }
        }
    }
}

impl Iterator for EpdReader<'_> {
    type Item = Result<EpdLine, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(line) = self.next_line() {
            let text = line.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}');
            if text.is_empty() || text.starts_with(['#', '%']) {
                continue;
            }
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            match word {
                "id" => {
                    let name = without_marks(rest.trim_matches(['"', ' ', ';']));
                    self.id =
                        Some(Operation { opcode: word.to_owned(), operands: vec![Operand::Text(name)] });
                    continue;
                }
                "perft" => {
                    if let Some((depth, count)) = rest.trim().split_once(char::is_whitespace) {
                        self.take_counts(depth, count);
                    }
                    continue;
                }
                _ => {}
            }
            match Epd::parse(if word == "epd" { rest } else { text }) {
                Ok(mut epd) => {
                    epd.operations.extend(self.id.take());
                    let text = if word == "epd" { rest } else { text };
                    let before = self.last.replace(EpdLine::new(self.line, text, epd));
                    if let Some(before) = before {
                        return Some(Ok(before));
                    }
                }
                Err(error) => {
                    return Some(Err(Problem {
                        game: 0,
                        line: self.line,
                        column: 1,
                        kind: ProblemKind::StartPosition,
                        message: format!("{} was left out: {error}", quote(text)),
                        is_loss: true,
                    }));
                }
            }
        }
        self.last.take().map(Ok)
    }
}
