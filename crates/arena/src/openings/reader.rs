//! Opening files read a little at a time, for hosts that have other things to do meanwhile.

use std::iter::Enumerate;
use std::str::Lines;

use tabia_chess::Position;
use tabia_pgn::{ReadGame, Reader};

use super::{Entry, OpeningProblem, Openings, epd_position};

/// An opening file that is being read.
#[derive(Debug)]
pub struct OpeningsReader<'a> {
    text: &'a str,
    rest: Rest<'a>,
    entries: Vec<Entry>,
    problems: Vec<OpeningProblem>,
}

#[derive(Debug)]
enum Rest<'a> {
    Positions(Enumerate<Lines<'a>>),
    Games { reader: Box<Reader<'a>>, plies: Option<usize> },
}

impl<'a> OpeningsReader<'a> {
    /// Reads the positions of an EPD file, as [`Openings::from_epd`].
    pub fn epd(text: &'a str) -> Self {
        Self::new(text, Rest::Positions(text.lines().enumerate()))
    }

    /// Reads the games of a PGN file, as [`Openings::from_pgn`].
    pub fn pgn(text: &'a str, plies: Option<usize>) -> Self {
        Self::new(text, Rest::Games { reader: Box::new(Reader::new(text)), plies })
    }

    const fn new(text: &'a str, rest: Rest<'a>) -> Self {
        Self { text, rest, entries: Vec::new(), problems: Vec::new() }
    }

    /// Reads lines or games as long as there is time, one at least; whether there are more.
    pub fn read_while(&mut self, mut has_time: impl FnMut() -> bool) -> bool {
        loop {
            if !self.read_next() {
                return false;
            }
            if !has_time() {
                return true;
            }
        }
    }

    /// What was read, and what was wrong with it.
    pub fn finish(self) -> (Openings, Vec<OpeningProblem>) {
        (Openings::with(self.entries), self.problems)
    }

    /// Reads the next line or game; false at the end.
    fn read_next(&mut self) -> bool {
        match &mut self.rest {
            Rest::Positions(lines) => match lines.next() {
                Some((index, line)) => self.take_line(index, line),
                None => return false,
            },
            Rest::Games { reader, plies } => {
                let Some(read) = reader.next() else {
                    self.problems.extend(reader.leftover_problems().iter().map(|problem| OpeningProblem {
                        line: problem.line,
                        message: problem.message.clone(),
                        is_left_out: true,
                    }));
                    return false;
                };
                let plies = *plies;
                self.take_game(&read, plies);
            }
        }
        true
    }

    fn take_line(&mut self, index: usize, line: &str) {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        match epd_position(line) {
            Ok(position) => self.entries.push(Entry::new(&position, Box::default(), false)),
            Err(message) => {
                self.problems.push(OpeningProblem { line: index + 1, message, is_left_out: true });
            }
        }
    }

    fn take_game(&mut self, read: &ReadGame, plies: Option<usize>) {
        let game = &read.game;
        let mut position = *game.start();
        let mut moves = Vec::new();
        let wanted = plies.unwrap_or(usize::MAX);
        for node in game.main_line().take(wanted) {
            // A null move cannot be an opening move; the moves before it are used.
            let Some(m) = game.played(node).and_then(tabia_pgn::Played::as_move) else { break };
            moves.push(m);
            position.play_unchecked(m);
        }
        // An error after the opening does not matter.
        if moves.len() < wanted && self.has_loss(read, moves.len()) {
            return;
        }
        if position.has_legal_moves() {
            self.entries.push(Entry::new(game.start(), moves.into(), game.is_chess960()));
        } else {
            let line = self.text.get(..read.span.start).map_or(1, |before| before.lines().count() + 1);
            let message = "the game is over at the end of the opening".to_owned();
            self.problems.push(OpeningProblem { line, message, is_left_out: true });
        }
    }

    /// Notes the errors of a game that end its opening after so many plies; whether it is left out.
    fn has_loss(&mut self, read: &ReadGame, plies: usize) -> bool {
        let is_left_out = plies == 0 && *read.game.start() == Position::default();
        let mut is_damaged = false;
        for problem in read.problems.iter().filter(|problem| problem.is_loss) {
            is_damaged = true;
            let message = if is_left_out {
                problem.message.clone()
            } else {
                format!("{}; the opening ends before it, after {plies} plies", problem.message)
            };
            self.problems.push(OpeningProblem { line: problem.line, message, is_left_out });
        }
        is_damaged && is_left_out
    }
}

impl Openings {
    /// Reads the positions of an EPD file: one per line, as FEN of four to six fields or followed by EPD
    /// operations, of which `hmvc` and `fmvn` are used. Blank lines and lines that start with `#` are
    /// skipped. Chess960 is recognised line by line.
    pub fn from_epd(text: &str) -> (Self, Vec<OpeningProblem>) {
        read_all(OpeningsReader::epd(text))
    }

    /// Reads the main lines of the games of a PGN file, up to a number of plies if one is given. A game with
    /// an error is used up to the error, and not at all if its first move is wrong.
    pub fn from_pgn(text: &str, plies: Option<usize>) -> (Self, Vec<OpeningProblem>) {
        read_all(OpeningsReader::pgn(text, plies))
    }
}

fn read_all(mut reader: OpeningsReader<'_>) -> (Openings, Vec<OpeningProblem>) {
    while reader.read_while(|| true) {}
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_read_in_turns_gives_what_one_that_is_read_at_once_does() {
        let epd =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nnonsense\n\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        let games = ["1. e4 e5", "1. d5", "1. f3 e5 2. g4 Qh4#", "1. d4 Zz"];
        let pgn = &games.map(|moves| format!("[Event \"x\"]\n\n{moves} *\n\n")).concat();
        for (mut reader, expected) in [
            (OpeningsReader::epd(epd), Openings::from_epd(epd)),
            (OpeningsReader::pgn(pgn, None), Openings::from_pgn(pgn, None)),
            (OpeningsReader::pgn(pgn, Some(1)), Openings::from_pgn(pgn, Some(1))),
        ] {
            let mut turns = 0;
            while reader.read_while(|| false) {
                turns += 1;
            }
            assert!(turns >= 4);
            assert_eq!(reader.finish(), expected);
        }
        assert_eq!(Openings::from_epd(epd).0.len(), 2);
        assert_eq!(Openings::from_pgn(pgn, None).0.len(), 2);
    }
}
