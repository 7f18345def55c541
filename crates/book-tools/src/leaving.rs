//! Where the players of many games left a book.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::fmt::Write as _;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::GameResult;
use tabia_polyglot::BookLookup;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, ProblemKind, check_tag};
use tabia_polyglot::select::Results;
use tabia_polyglot::{BookMove, Probe, SourceError};

use crate::filter::{FilteredBy, GameFilter, GameHeader, PlayerFilter};

/// Maximum number of different ways to leave the book that are listed; games that leave it in other ways are only counted.
pub const MAX_ROWS: usize = 200_000;

/// A move that is not in the book, in a position that is.
#[derive(Clone, PartialEq, Debug)]
pub struct LeavingRow {
    /// The position's key.
    pub key: u64,
    /// The move.
    pub mv: Move,
    /// The side that plays it.
    pub side: Color,
    /// The move number, from 1, in the first game with it.
    pub move_number: u32,
    /// The moves to the position in the first game, in standard algebraic notation with numbers; empty at the start.
    pub line: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The book's moves, by descending weight, with the share of all weights from 0 to 1.
    pub book_moves: Vec<(String, f64)>,
    /// Games.
    pub games: u32,
    /// Results for the side that left the book, without unfinished games.
    pub results: Results,
}

impl LeavingRow {
    /// The score of the side that left the book, 0 to 1; `None` without a result.
    pub fn score(&self) -> Option<f64> {
        let Results { wins, draws, losses } = self.results;
        let decided = f64::from(wins) + f64::from(draws) + f64::from(losses);
        (decided > 0.0).then(|| (f64::from(wins) + f64::from(draws) / 2.0) / decided)
    }
}

/// Order of rows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LeavingOrder {
    /// By descending number of games.
    #[default]
    Frequency,
    /// By ascending score of the side that left the book; among equals by descending number of games.
    Result,
}

/// Collects where each side of games leaves a book for the first time: the sink of a [`tabia_polyglot::pgn_scan::PgnScanner`].
///
/// A side leaves the book when it plays a non-book move in a position with book moves. If the book just
/// ends, nobody leaves it.
pub struct LeavingTable<B> {
    book: B,
    filter: GameFilter,
    /// Only these players' moves count; everybody's if empty.
    players: Vec<PlayerFilter>,
    /// Minimum weight of a book move.
    min_weight: u16,
    header: GameHeader,
    line: MainLine,
    moves: Vec<Move>,
    wanted: Option<bool>,
    rows: HashMap<(u64, BookMove), LeavingRow>,
    problems: Vec<GameProblem>,
    failed: Option<SourceError>,
    /// Games examined.
    pub games: u64,
    /// Games that the filter rejects.
    pub filtered: u64,
    /// Games that cannot be read.
    pub rejected: u64,
    /// Sides of games that never left the book: it ended before.
    pub never_left: u64,
    /// Games in which the book knows no position with a move of the selected players, so there is nothing to report.
    pub never_in: u64,
    /// Number of times a side left the book in a way that is not listed because there are already [`MAX_ROWS`].
    pub unlisted: u64,
}

impl<B: BookLookup> LeavingTable<B> {
    /// Creates an empty collector. Book moves with weight 0 count only if `with_zero_weights`.
    pub fn new(book: B, filter: GameFilter, players: Vec<PlayerFilter>, with_zero_weights: bool) -> Self {
        Self {
            book,
            filter,
            players,
            min_weight: u16::from(!with_zero_weights),
            header: GameHeader::default(),
            line: MainLine::default(),
            moves: Vec::new(),
            wanted: None,
            rows: HashMap::new(),
            problems: Vec::new(),
            failed: None,
            games: 0,
            filtered: 0,
            rejected: 0,
            never_left: 0,
            never_in: 0,
            unlisted: 0,
        }
    }

    /// The games rejected since the last call.
    pub fn take_problems(&mut self) -> Vec<GameProblem> {
        std::mem::take(&mut self.problems)
    }

    /// The table.
    ///
    /// # Errors
    /// [`SourceError`] if the book could not be read.
    pub fn rows(&self, order: LeavingOrder) -> Result<Vec<LeavingRow>, SourceError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let mut rows: Vec<LeavingRow> = self.rows.values().cloned().collect();
        rows.sort_by(|a, b| {
            let by_games = b.games.cmp(&a.games);
            let by_score = a.score().unwrap_or(2.0).total_cmp(&b.score().unwrap_or(2.0));
            let rest = a.line.cmp(&b.line).then_with(|| a.san.cmp(&b.san));
            match order {
                LeavingOrder::Frequency => by_games.then(by_score),
                LeavingOrder::Result => by_score.then(by_games),
            }
            .then(rest)
        });
        Ok(rows)
    }

    fn wanted(&mut self) -> bool {
        if let Some(wanted) = self.wanted {
            return wanted;
        }
        let result: Result<(), FilteredBy> = self.filter.check(&self.header);
        let wanted = result.is_ok() && self.sides().contains(&true);
        self.filtered += u64::from(!wanted);
        self.wanted = Some(wanted);
        wanted
    }

    /// Whether White's and Black's moves count.
    fn sides(&self) -> [bool; 2] {
        if self.players.is_empty() {
            return [true; 2];
        }
        let mut sides = [false; 2];
        for player in &self.players {
            for (side, plays) in sides.iter_mut().zip(player.sides(&self.header)) {
                *side |= plays;
            }
        }
        sides
    }

    fn look(&mut self) -> Result<(), SourceError> {
        let mut waiting = self.sides();
        let mut met = false;
        let mut position = Position::default();
        for ply in 0..self.moves.len() {
            if waiting == [false; 2] {
                break;
            }
            let mv = self.moves[ply];
            let side = position.turn();
            if waiting[side.index()] {
                let mut probe = Probe::of(self.book.lookup(position.key())?, &position);
                probe.moves.retain(|candidate| candidate.weight >= self.min_weight);
                met |= !probe.moves.is_empty();
                if !probe.moves.is_empty() && probe.moves.iter().all(|candidate| candidate.mv != mv) {
                    waiting[side.index()] = false;
                    self.add(&position, ply, &probe);
                }
            }
            position.play_unchecked(mv);
        }
        if met {
            self.never_left += waiting.iter().map(|&waiting| u64::from(waiting)).sum::<u64>();
        } else {
            self.never_in += 1;
        }
        Ok(())
    }

    fn add(&mut self, position: &Position, ply: usize, probe: &Probe) {
        let mv = self.moves[ply];
        let side = position.turn();
        let listed = self.rows.len();
        let row = match self.rows.entry((position.key(), mv.into())) {
            Slot::Occupied(slot) => slot.into_mut(),
            Slot::Vacant(_) if listed >= MAX_ROWS => {
                self.unlisted += 1;
                return;
            }
            Slot::Vacant(slot) => {
                let mut book_moves: Vec<_> = probe
                    .moves
                    .iter()
                    .map(|candidate| (position.san(candidate.mv), probe.share(candidate)))
                    .collect();
                book_moves.sort_by(|a, b| b.1.total_cmp(&a.1));
                slot.insert(LeavingRow {
                    key: position.key(),
                    mv,
                    side,
                    move_number: position.fullmove_number(),
                    line: line(&self.moves[..ply]),
                    san: position.san(mv),
                    book_moves,
                    games: 0,
                    results: Results::default(),
                })
            }
        };
        row.games += 1;
        match (self.header.result, side) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                row.results.wins += 1;
            }
            (GameResult::WhiteWins | GameResult::BlackWins, _) => row.results.losses += 1,
            (GameResult::Draw, _) => row.results.draws += 1,
            (GameResult::Unknown, _) => {}
        }
    }
}

/// Formats moves from the start position with move numbers.
fn line(moves: &[Move]) -> String {
    let mut position = Position::default();
    let mut text = String::new();
    for &mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        if position.turn() == Color::White {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}. ", position.fullmove_number());
        }
        text.push_str(&position.san(mv));
        position.play_unchecked(mv);
    }
    text
}

impl<B: BookLookup> GameSink for LeavingTable<B> {
    fn begin(&mut self) {
        self.header.clear();
        self.line.clear();
        self.moves.clear();
        self.wanted = None;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        check_tag(name, value)?;
        self.header.tag(name, value);
        Ok(())
    }

    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        if self.wanted() && self.failed.is_none() {
            self.moves.extend(self.line.read_whole(text)?);
        }
        Ok(())
    }

    fn end(&mut self) {
        if !self.wanted() || self.failed.is_some() {
            return;
        }
        self.games += 1;
        self.failed = self.look().err();
    }

    fn reject(&mut self, problem: GameProblem) {
        self.rejected += 1;
        self.problems.push(problem);
    }
}
