//! Incremental reading of opening files, so that a large one is never entirely in memory.

use tabia_chess::{Move, Position};
use tabia_pgn::{Encoding, ProblemKind, ReadGame, Reader, needs_chess960};

use super::packed::{MAX_MOVES, Packed};
use super::{OpeningProblem, Openings, epd_position};

/// The start of a game at which a PGN text may be cut: an empty line and the first tag of the roster.
const GAME_STARTS: [&[u8]; 2] = [b"\n\n[Event ", b"\r\n\r\n[Event "];

/// Format of an opening file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningText {
    /// One position per line, as read by [`Openings::from_epd`].
    Epd,
    /// Games, as read by [`Openings::from_pgn`].
    Pgn {
        /// The maximum number of plies used of each game; `None` for all.
        plies: Option<usize>,
    },
}

/// An incremental reader of an opening file. It accepts pieces of any length.
///
/// ```
/// use tabia_arena::{OpeningText, OpeningsReader};
///
/// let mut reader = OpeningsReader::new(OpeningText::Pgn { plies: None });
/// reader.feed(b"1. e4 e");
/// reader.feed(b"5 *");
/// assert_eq!(reader.finish().0.get(0).moves.len(), 2);
/// ```
#[derive(Debug)]
pub struct OpeningsReader {
    kind: OpeningText,
    /// Bytes received but not read yet.
    rest: Vec<u8>,
    /// The length of the prefix of `rest` known to contain no start of a game.
    searched: usize,
    /// Whether the text is UTF-16, which can only be decoded as a whole.
    is_wide: Option<bool>,
    /// The number of lines before `rest`.
    lines: usize,
    packed: Packed,
    problems: Vec<OpeningProblem>,
    /// Whether a line read so far is a position of Chess960.
    is_chess960: bool,
}

impl OpeningsReader {
    /// Creates a reader without input.
    pub fn new(kind: OpeningText) -> Self {
        Self {
            kind,
            rest: Vec::new(),
            searched: 0,
            is_wide: None,
            lines: 0,
            packed: Packed::default(),
            problems: Vec::new(),
            is_chess960: false,
        }
    }

    /// Adds the next bytes, and reads all lines or games that they complete.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        if self.rest.len() < 8 {
            return;
        }
        let is_wide = *self.is_wide.get_or_insert_with(|| is_utf16(&self.rest));
        if let Some(end) = (!is_wide).then(|| self.last_cut()).flatten() {
            let rest = self.rest.split_off(end);
            let complete = std::mem::replace(&mut self.rest, rest);
            self.searched = 0;
            self.read(&complete);
        }
    }

    /// Returns the number of openings read so far.
    pub fn count(&self) -> usize {
        self.packed.len()
    }

    /// Returns the memory used by the openings read so far, in bytes.
    pub fn size(&self) -> usize {
        self.packed.bytes().len()
    }

    /// Returns the number of buffered bytes, waiting for the end of their game.
    pub fn waiting(&self) -> usize {
        self.rest.len()
    }

    /// Ends the file. Returns the openings and the problems found.
    pub fn finish(mut self) -> (Openings, Vec<OpeningProblem>) {
        let rest = std::mem::take(&mut self.rest);
        self.read(&rest);
        (Openings::with(self.packed), self.problems)
    }

    /// Returns the start of the last, possibly incomplete line or game of `rest`.
    fn last_cut(&mut self) -> Option<usize> {
        let new = self.rest.get(self.searched..).unwrap_or_default();
        let found = match self.kind {
            OpeningText::Epd => new.iter().rposition(|&byte| byte == b'\n').map(|at| at + 1),
            OpeningText::Pgn { .. } => GAME_STARTS
                .iter()
                .filter_map(|start| {
                    let at = new.windows(start.len()).rposition(|window| window == *start)?;
                    Some(at + start.len() - b"[Event ".len())
                })
                .max(),
        };
        let longest = GAME_STARTS[1].len();
        if found.is_none() {
            self.searched = self.rest.len().saturating_sub(longest);
            return None;
        }
        found.map(|at| self.searched + at)
    }

    /// Reads bytes that end at the end of a line or game.
    fn read(&mut self, bytes: &[u8]) {
        let text = tabia_pgn::decode(bytes).text;
        match self.kind {
            OpeningText::Epd => {
                for (index, line) in text.lines().enumerate() {
                    self.take_line(index, line);
                }
            }
            OpeningText::Pgn { plies } => self.read_games(&text, plies.unwrap_or(MAX_MOVES).min(MAX_MOVES)),
        }
        self.lines += text.bytes().filter(|&byte| byte == b'\n').count();
    }

    fn read_games(&mut self, text: &str, plies: usize) {
        let mut reader = Reader::new(text);
        for read in reader.by_ref() {
            self.take_game(text, &read, plies);
        }
        for problem in reader.leftover_problems() {
            self.note(problem.line, problem.message.clone(), true);
        }
    }

    /// Records a problem on a line of the current piece.
    fn note(&mut self, line: usize, message: String, is_left_out: bool) {
        self.problems.push(OpeningProblem { line: self.lines + line, message, is_left_out });
    }

    fn take_line(&mut self, index: usize, line: &str) {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        match epd_position(line, self.is_chess960) {
            Ok((position, correction)) => {
                self.is_chess960 |= needs_chess960(&position);
                self.keep(|| index + 1, &position, &[], false);
                if let Some(correction) = correction {
                    self.note(index + 1, correction, false);
                }
            }
            Err(message) => self.note(index + 1, message, true),
        }
    }

    fn take_game(&mut self, text: &str, read: &ReadGame, wanted: usize) {
        let game = &read.game;
        let mut position = *game.start();
        let mut moves = Vec::new();
        for node in game.main_line().take(wanted) {
            // A null move cannot be an opening move; only the moves before it are used.
            let Some(m) = game.played(node).and_then(tabia_pgn::Played::as_move) else { break };
            moves.push(m);
            position.play_unchecked(m);
        }
        // An error after the opening does not matter.
        if moves.len() < wanted && self.has_loss(read, moves.len()) {
            return;
        }
        let line = || text.get(..read.span.start).map_or(1, |before| before.lines().count() + 1);
        if position.has_legal_moves() {
            self.keep(line, game.start(), &moves, game.is_chess960());
        } else {
            self.note(line(), "the game is over at the end of the opening".to_owned(), true);
        }
    }

    /// Adds an opening that begins on this line.
    fn keep(&mut self, line: impl FnOnce() -> usize, start: &Position, moves: &[Move], chess960: bool) {
        if !self.packed.push(start, moves, chess960) {
            self.note(line(), "too many openings".to_owned(), true);
        }
    }

    /// Records the errors that cut a game's opening short after `plies`. Returns whether the game is skipped.
    fn has_loss(&mut self, read: &ReadGame, plies: usize) -> bool {
        let is_left_out = plies == 0 && *read.game.start() == Position::default();
        let mut is_damaged = false;
        for problem in read.problems.iter().filter(|problem| problem.is_loss) {
            is_damaged = true;
            let message = if is_left_out || problem.kind == ProblemKind::StartPosition {
                problem.message.clone()
            } else {
                format!("{}; the opening ends before it, after {plies} plies", problem.message)
            };
            self.note(problem.line, message, is_left_out);
        }
        is_damaged && is_left_out
    }
}

/// Returns whether a text is UTF-16, from its beginning.
fn is_utf16(beginning: &[u8]) -> bool {
    let beginning = beginning.get(..512).unwrap_or(beginning);
    matches!(tabia_pgn::decode(beginning).encoding, Encoding::Utf16Le | Encoding::Utf16Be)
}

impl Openings {
    /// Reads an EPD file: one position per line, as a FEN of four to six fields or with EPD operations, of
    /// which `hmvc` and `fmvn` are used. Blank lines and lines that start with `#` are skipped. Chess960 is
    /// detected line by line.
    pub fn from_epd(text: &str) -> (Self, Vec<OpeningProblem>) {
        read_all(text, OpeningText::Epd)
    }

    /// Reads the main lines of a PGN file, up to `plies` if given. A game with an error is used up to the
    /// error, and skipped if its first move is wrong.
    pub fn from_pgn(text: &str, plies: Option<usize>) -> (Self, Vec<OpeningProblem>) {
        read_all(text, OpeningText::Pgn { plies })
    }
}

fn read_all(text: &str, kind: OpeningText) -> (Openings, Vec<OpeningProblem>) {
    let mut reader = OpeningsReader::new(kind);
    reader.read(text.as_bytes());
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EPD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\r\nnonsense\n\n4k3/8/8/8/8/8/4P3/4K3 w - -\nworse\n";

    fn pgn() -> String {
        let games =
            ["1. e4 e5", "1. d5", "1. f3 e5 2. g4 Qh4#", "{\n\n[ Event }1. d4 Zz", "1. c4 {J\u{f6}rg}"];
        games.map(|moves| format!("[Event \"x\"]\n\n{moves} *\n\n")).concat()
    }

    fn in_pieces(bytes: &[u8], kind: OpeningText, length: usize) -> (Openings, Vec<OpeningProblem>) {
        let mut reader = OpeningsReader::new(kind);
        for piece in bytes.chunks(length) {
            reader.feed(piece);
        }
        reader.finish()
    }

    #[test]
    fn a_file_that_is_read_in_pieces_gives_what_one_that_is_read_at_once_does() {
        let pgn = pgn();
        for (text, kind, count) in [
            (EPD, OpeningText::Epd, 2),
            (&pgn, OpeningText::Pgn { plies: None }, 3),
            (&pgn, OpeningText::Pgn { plies: Some(1) }, 4),
        ] {
            let expected = read_all(text, kind);
            assert_eq!(expected.0.len(), count, "{kind:?}: {:?}", expected.1);
            let with_returns = text.replace('\n', "\r\n").replace("\r\r", "\r");
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let western: Vec<u8> = text.chars().map(|c| c as u8).collect();
            for length in [1, 2, 3, 7, 64, 1000] {
                assert_eq!(in_pieces(text.as_bytes(), kind, length), expected, "{length}");
                assert_eq!(in_pieces(with_returns.as_bytes(), kind, length), expected, "{length}");
                assert_eq!(in_pieces(&western, kind, length), expected, "{length}");
                assert_eq!(in_pieces(&wide, kind, length.max(16)), expected, "{length}");
            }
        }
    }

    #[test]
    fn only_the_last_game_waits() {
        let pgn = pgn();
        let mut reader = OpeningsReader::new(OpeningText::Pgn { plies: None });
        reader.feed(pgn.as_bytes());
        assert!(reader.count() == 2 && reader.size() > 0, "{reader:?}");
        assert!(reader.waiting() < pgn.len() / 4, "{reader:?}");
    }
}
