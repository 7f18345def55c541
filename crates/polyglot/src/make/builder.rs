//! Games in, entries out.

use tabia_chess::Color;

use super::options::MakeOptions;
use super::progress::Progress;
use super::table::CountTable;
use crate::Entry;
use crate::pgn_scan::{GameProblem, GameSink, MainLine, ProblemKind, is_normal_start};

/// Whether all positions are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The book is complete.
    Last,
    /// Memory did not suffice for all positions: the games must be read again for the next.
    More,
}

/// Counts the moves of games: the sink of a [`crate::pgn_scan::PgnScanner`].
///
/// [`super::build()`] drives one; drive one yourself where bytes arrive in another way.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    options: MakeOptions,
    table: CountTable,
    /// The game that is being read; it counts when it is complete.
    line: MainLine,
    white_points: u16,
    games: u64,
    rejected: u64,
    plies: u64,
    problems: Vec<GameProblem>,
}

impl BookBuilder {
    /// A builder without games.
    pub fn new(options: MakeOptions) -> Self {
        Self {
            table: CountTable::new(options.max_bytes.max(CountTable::MIN_BYTES)),
            options,
            line: MainLine::default(),
            white_points: 1,
            games: 0,
            rejected: 0,
            plies: 0,
            problems: Vec::new(),
        }
    }

    /// The options it was made with.
    pub const fn options(&self) -> &MakeOptions {
        &self.options
    }

    /// The games that were left out since the last call.
    pub fn take_problems(&mut self) -> Vec<GameProblem> {
        std::mem::take(&mut self.problems)
    }

    /// The memory that the counts take, in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Writes the counts of this pass.
    pub(super) fn update(&self, progress: &mut Progress) {
        progress.games = self.games;
        progress.rejected = self.rejected;
        progress.plies = self.plies;
        progress.moves = self.table.len() as u64;
    }

    /// Emits the entries of the counted positions, in book order. If there are more, the games
    /// must be read again from the beginning, and this called again: the entries of each pass follow those of
    /// the one before.
    pub fn finish_pass(&mut self, emit: impl FnMut(Entry)) -> Pass {
        let options = &self.options;
        let more = self.table.drain(|count| options.weight(count), emit);
        if !more {
            return Pass::Last;
        }
        self.games = 0;
        self.rejected = 0;
        self.plies = 0;
        Pass::More
    }
}

impl GameSink for BookBuilder {
    fn begin(&mut self) {
        self.line.clear();
        self.white_points = 1;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        // Polyglot itself knows one case only.
        let is_tag = |tag: &[u8]| {
            if self.options.strict { name == tag } else { name.eq_ignore_ascii_case(tag) }
        };
        if is_tag(b"Result") {
            self.white_points = match value {
                b"1-0" => 2,
                b"0-1" => 0,
                _ => 1,
            };
        } else if is_tag(b"FEN") && !self.options.strict && !is_normal_start(value) {
            return Err(ProblemKind::SetUp);
        }
        Ok(())
    }

    #[inline]
    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        if self.line.len() < self.options.max_ply as usize {
            self.line.read(text, self.options.strict)?;
        }
        Ok(())
    }

    fn end(&mut self) {
        self.games += 1;
        self.plies += self.line.len() as u64;
        let mut color = Color::White;
        for &(key, code) in self.line.played() {
            let points = if color == Color::White { self.white_points } else { 2 - self.white_points };
            self.table.count(key, code, color == Color::Black, points);
            color = !color;
        }
    }

    fn reject(&mut self, problem: GameProblem) {
        self.rejected += 1;
        self.problems.push(problem);
    }
}
