//! Stripped games for making a book: only those that a filter accepts, with tags and main line but no comments, variations or glyphs.

use std::io::Write as _;

use tabia_chess::Color;
use tabia_pgn::GameResult;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, ProblemKind, check_tag};

use crate::filter::{Duplicates, FilteredBy, GameFilter, GameHash, GameHeader};

/// Column at which PGN's export format breaks lines.
const LINE: usize = 79;

/// Writes stripped games: the sink of a [`tabia_polyglot::pgn_scan::PgnScanner`].
///
/// Call [`GameStripper::take_output`] after each piece for the output. Tags are kept as they were, including invalid UTF-8;
/// moves are written in standard algebraic notation. Games that start from another position, belong to another
/// variant, or have an illegal move in the main line are rejected.
#[derive(Clone, Debug)]
pub struct GameStripper {
    filter: GameFilter,
    duplicates: Option<Duplicates>,
    header: GameHeader,
    tags: Vec<u8>,
    moves: Vec<u8>,
    /// Start of the last line of `moves`.
    line_start: usize,
    line: MainLine,
    /// The result after the moves.
    terminator: GameResult,
    wanted: Option<bool>,
    output: Vec<u8>,
    problems: Vec<GameProblem>,
    /// Games written.
    pub written: u64,
    /// Games that the filter rejects, by [`FilteredBy`] in its order.
    pub filtered: [u64; 6],
    /// Games that cannot be read.
    pub rejected: u64,
}

impl GameStripper {
    /// Creates a stripper with `max_bytes` of memory for remembering games, if the filter drops duplicates.
    pub fn new(filter: GameFilter, max_bytes: usize) -> Self {
        Self {
            duplicates: filter.no_duplicates.then(|| Duplicates::new(max_bytes)),
            filter,
            header: GameHeader::default(),
            tags: Vec::new(),
            moves: Vec::new(),
            line_start: 0,
            line: MainLine::default(),
            terminator: GameResult::Unknown,
            wanted: None,
            output: Vec::new(),
            problems: Vec::new(),
            written: 0,
            filtered: [0; 6],
            rejected: 0,
        }
    }

    /// The games written since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// The games rejected since the last call.
    pub fn take_problems(&mut self) -> Vec<GameProblem> {
        std::mem::take(&mut self.problems)
    }

    fn wanted(&mut self) -> bool {
        if let Some(wanted) = self.wanted {
            return wanted;
        }
        let result = self.filter.check(&self.header);
        if let Err(reason) = result {
            self.filtered[reason as usize] += 1;
        }
        self.wanted = Some(result.is_ok());
        result.is_ok()
    }

    fn write_word(&mut self, word: &str) {
        let column = self.moves.len() - self.line_start;
        if column > 0 {
            if column + 1 + word.len() > LINE {
                self.moves.push(b'\n');
                self.line_start = self.moves.len();
            } else {
                self.moves.push(b' ');
            }
        }
        self.moves.extend(word.bytes());
    }
}

impl GameSink for GameStripper {
    fn begin(&mut self) {
        self.header.clear();
        self.tags.clear();
        self.moves.clear();
        self.line_start = 0;
        self.line.clear();
        self.terminator = GameResult::Unknown;
        self.wanted = None;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        check_tag(name, value)?;
        if [&b"FEN"[..], b"SetUp"].iter().any(|tag| name.eq_ignore_ascii_case(tag)) {
            // All games have the same start position.
            return Ok(());
        }
        self.header.tag(name, value);
        for bytes in [b"[", name, b" \"", value, b"\"]\n"] {
            self.tags.extend(bytes);
        }
        Ok(())
    }

    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        if !self.wanted() {
            return Ok(());
        }
        let before = *self.line.position();
        let Some(mv) = self.line.read_whole(text)? else { return Ok(()) };
        if before.turn() == Color::White {
            self.write_word(&format!("{}.", before.fullmove_number()));
        }
        self.write_word(&before.san(mv));
        Ok(())
    }

    fn terminator(&mut self, text: &[u8]) {
        let text = str::from_utf8(text).unwrap_or_default();
        self.terminator = GameResult::parse(text).unwrap_or_default();
    }

    fn end(&mut self) {
        if !self.wanted() {
            return;
        }
        if let Some(duplicates) = &mut self.duplicates {
            let mut hash = GameHash::new(&self.header);
            self.line.played().iter().for_each(|&(_, code)| hash.mix(u64::from(code)));
            if duplicates.insert(hash) {
                self.filtered[FilteredBy::Duplicate as usize] += 1;
                return;
            }
        }
        // Without a tag, the result is only here.
        let result = match self.header.result {
            GameResult::Unknown => self.terminator,
            told => told,
        };
        self.write_word(result.as_str());
        // Writing to memory cannot fail.
        let _ = self.output.write_all(&self.tags);
        if !self.tags.is_empty() {
            self.output.push(b'\n');
        }
        self.output.append(&mut self.moves);
        self.output.extend(b"\n\n");
        self.written += 1;
    }

    fn reject(&mut self, problem: GameProblem) {
        self.rejected += 1;
        self.problems.push(problem);
    }
}
