//! Looks up the positions of a line in a book.

use std::collections::HashMap;

use tabia_book_tools::names::{name_of, name_of_moves};
use tabia_book_tools::stats::{StatsError, StatsReader};
use tabia_chess::{Color, FenError, Move, Position, PositionError, UciMoveError, fen};
use tabia_polyglot::{
    BlockSource, BookMove, BookReader, Entry, Flag, Marks, NotABook, Probe, SourceError, open_book,
};

use super::messages::{Follow, Left, Line, Looked, LookedMove, Mark, OpeningName, Transposition};

/// Maximum number of positions with cached records (or none); beyond it, the cache is cleared. One lookup probes all the positions
/// after the current one, so this caches hundreds of lookups in about a megabyte.
const REMEMBERED: usize = 1 << 14;

/// Reason why a line cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The start position cannot be parsed.
    #[error("the position {fen:?} cannot be looked up: {error}")]
    Fen {
        /// Start position as sent by the page.
        fen: String,
        /// Reason.
        error: FenError,
    },
    /// The start is not a playable position.
    #[error("the position {fen:?} cannot be looked up: {error}")]
    Position {
        /// Start position as sent by the page.
        fen: String,
        /// Reason.
        error: PositionError,
    },
    /// A move of the line cannot be played.
    #[error("{text} cannot be played: {error}")]
    Move {
        /// Move as sent by the page.
        text: String,
        /// Reason.
        error: UciMoveError,
    },
}

/// Line played on the board, with one more position than moves.
#[derive(Debug, Clone)]
pub struct Played {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Played {
    /// Plays a line. Any unplayable move is an error: the page sends moves that it has played.
    ///
    /// # Errors
    /// [`LineError`] if the start or a move cannot be parsed or played.
    pub fn new(line: &Line) -> Result<Self, LineError> {
        let setup = fen::parse(&line.start_fen)
            .map_err(|error| LineError::Fen { fen: line.start_fen.clone(), error })?;
        let start = setup
            .position_lenient()
            .map_err(|error| LineError::Position { fen: line.start_fen.clone(), error })?;
        let mut played = Self { positions: vec![start], moves: Vec::with_capacity(line.moves.len()) };
        for text in &line.moves {
            let mut position = *played.last();
            let m =
                position.parse_uci(text).map_err(|error| LineError::Move { text: text.clone(), error })?;
            position.play_unchecked(m);
            played.moves.push(m);
            played.positions.push(position);
        }
        Ok(played)
    }

    /// Returns the last position of the line.
    pub fn last(&self) -> &Position {
        // There is always a first position.
        self.positions.last().unwrap_or(&self.positions[0])
    }
}

impl Played {
    /// Returns the opening of the line: its last position that has a name.
    pub fn opening(&self) -> Option<OpeningName> {
        let last = name_of_moves(&self.positions[0], self.moves.iter().copied())?;
        Some(OpeningName {
            eco: last.opening.eco.to_string(),
            name: last.opening.name.to_owned(),
            ply: last.ply as u32,
        })
    }
}

/// Open book with its cache.
#[derive(Debug)]
pub struct OpenBook<S> {
    reader: BookReader<S>,
    stats: Option<StatsReader<S>>,
    /// Records of positions by key. Reading a large file dominates the cost of a lookup.
    known: HashMap<u64, Vec<Entry>>,
}

impl<S: BlockSource> OpenBook<S> {
    /// Opens a book.
    ///
    /// # Errors
    /// [`NotABook`] if it is not a book or cannot be read.
    pub fn open(source: S) -> Result<Self, NotABook> {
        Ok(Self { reader: open_book(source)?, stats: None, known: HashMap::new() })
    }

    /// Opens the file with the results of its moves.
    ///
    /// # Errors
    /// [`StatsError`] if it is not a results file.
    pub fn open_stats(&mut self, source: S) -> Result<(), StatsError> {
        self.stats = Some(StatsReader::open(source)?);
        Ok(())
    }

    /// Returns the book's reader.
    pub fn reader(&self) -> &BookReader<S> {
        &self.reader
    }

    /// Looks up the last position of a line, and where the line left the book.
    ///
    /// # Errors
    /// [`SourceError`] if the book cannot be read.
    pub fn look(&mut self, line: &Played) -> Result<Looked, SourceError> {
        let position = line.last();
        let probe = self.probe(position)?;
        let mut moves = Vec::with_capacity(probe.moves.len());
        for candidate in &probe.moves {
            let code = code(candidate.mv);
            let results = match &mut self.stats {
                Some(stats) => stats.get(position.key(), BookMove(code))?.map(|stats| {
                    let results = stats.results;
                    [results.wins, results.draws, results.losses]
                }),
                None => None,
            };
            let share = probe.share(candidate);
            moves.push(looked_move(
                position,
                candidate.mv,
                candidate.weight,
                candidate.learn,
                share,
                results,
            ));
        }
        let left = if moves.is_empty() { self.left(line)? } else { None };
        Ok(Looked { moves, illegal: probe.illegal.len() as u32, left, ..Looked::default() })
    }

    /// Looks up where the moves of the last position lead; `moves` are those in the book.
    ///
    /// # Errors
    /// [`SourceError`] if the book cannot be read.
    pub fn follow(&mut self, line: &Played, moves: &[LookedMove]) -> Result<Follow, SourceError> {
        let position = line.last();
        let mut follow = Follow::default();
        for known in moves {
            let replies = match BookMove(known.code).resolve(position) {
                Some(m) => self.replies(position, m)?,
                None => 0,
            };
            follow.replies.push(replies);
            let after = BookMove(known.code).resolve(position).map(|m| {
                let mut next = *position;
                next.play_unchecked(m);
                next
            });
            follow.names.push(after.and_then(|next| name_of(&next)).map(|opening| opening.name.to_owned()));
        }
        for m in &position.legal_moves() {
            let code = code(m);
            if moves.iter().any(|known| known.code == code) {
                continue;
            }
            let replies = self.replies(position, m)?;
            if replies > 0 {
                follow.transpositions.push(Transposition { code, san: position.san(m), replies });
            }
        }
        Ok(follow)
    }

    /// Finds the last move of the line that led out of the book. Only used if the last position is not in the book.
    fn left(&mut self, line: &Played) -> Result<Option<Left>, SourceError> {
        for (index, m) in line.moves.iter().enumerate().rev() {
            let position = &line.positions[index];
            if self.count(position)? == 0 {
                continue;
            }
            let was_book_move = self.entries(position.key())?.iter().any(|entry| entry.book_move.means(*m));
            let dots = if position.turn() == Color::White { ". " } else { "… " };
            let text = format!("{}{dots}{}", position.fullmove_number(), position.san(*m));
            return Ok(Some(Left { text, ply: index as u32 + 1, was_book_move }));
        }
        Ok(None)
    }

    fn replies(&mut self, position: &Position, m: Move) -> Result<u32, SourceError> {
        let mut next = *position;
        next.play_unchecked(m);
        self.count(&next)
    }

    /// Counts the legal book moves of a position.
    fn count(&mut self, position: &Position) -> Result<u32, SourceError> {
        Ok(self.probe(position)?.moves.len() as u32)
    }

    fn probe(&mut self, position: &Position) -> Result<Probe, SourceError> {
        Ok(Probe::of(self.entries(position.key())?.iter().copied(), position))
    }

    fn entries(&mut self, key: u64) -> Result<&[Entry], SourceError> {
        if !self.known.contains_key(&key) {
            let entries = self.reader.entries(key)?;
            if self.known.len() >= REMEMBERED {
                self.known.clear();
            }
            self.known.insert(key, entries);
        }
        Ok(self.known.get(&key).map_or(&[], Vec::as_slice))
    }
}

/// Converts a position's records to moves; illegal ones are counted.
pub fn looked_of(position: &Position, entries: &[Entry]) -> Looked {
    let mut looked = Looked::default();
    for entry in entries {
        match entry.book_move.resolve(position) {
            Some(m) => {
                looked.moves.push(looked_move(position, m, entry.weight_in_play(), entry.learn, 0.0, None));
            }
            None => looked.illegal += 1,
        }
    }
    let total: u32 = looked.moves.iter().map(|m| u32::from(m.weight)).sum();
    for m in &mut looked.moves {
        m.share = f64::from(m.weight) / f64::from(total.max(1));
    }
    looked
}

fn looked_move(
    position: &Position,
    m: Move,
    weight: u16,
    learn: u32,
    share: f64,
    results: Option<[u32; 3]>,
) -> LookedMove {
    let marks = Marks::from_learn(learn);
    LookedMove {
        code: code(m),
        san: position.san(m),
        weight,
        share,
        learn: if marks.is_empty() { learn } else { 0 },
        mark: match marks.flag {
            None => Mark::None,
            Some(Flag::Recommended) => Mark::Recommended,
            Some(Flag::Avoided) => Mark::Avoided,
        },
        play_percent: marks.play_percent,
        results,
    }
}

fn code(m: Move) -> u16 {
    let code: BookMove = m.into();
    code.0
}

#[cfg(test)]
mod tests {
    use tabia_polyglot::to_bytes;

    use super::*;

    /// Creates a book with every move of some lines, each weighted by its frequency.
    fn book(lines: &[&str]) -> OpenBook<Vec<u8>> {
        let mut entries: Vec<Entry> = Vec::new();
        for line in lines {
            let mut position = Position::default();
            for san in line.split_whitespace() {
                let m = position.parse_san(san).unwrap();
                let (key, book_move): (u64, BookMove) = (position.key(), m.into());
                match entries.iter_mut().find(|entry| (entry.key, entry.book_move) == (key, book_move)) {
                    Some(entry) => entry.weight += 1,
                    None => entries.push(Entry { key, book_move, weight: 1, learn: 0 }),
                }
                position.play_unchecked(m);
            }
        }
        entries.sort_by(Entry::book_order);
        OpenBook::open(to_bytes(&entries)).unwrap()
    }

    fn line(sans: &str) -> Played {
        let mut position = Position::default();
        let mut moves = Vec::new();
        for san in sans.split_whitespace() {
            let m = position.parse_san(san).unwrap();
            moves.push(position.uci(m));
            position.play_unchecked(m);
        }
        Played::new(&Line { start_fen: Position::default().to_fen(), moves }).unwrap()
    }

    #[test]
    fn moves_come_with_their_shares_and_replies() {
        let mut book = book(&["e4 e5 Nf3", "e4 c5", "d4 d5", "e4 e5 Nc3"]);
        let start = line("");
        let looked = book.look(&start).unwrap();
        let moves: Vec<_> = looked.moves.iter().map(|m| (m.san.as_str(), m.weight, m.share)).collect();
        assert_eq!(moves, [("e4", 3, 0.75), ("d4", 1, 0.25)]);
        let follow = book.follow(&start, &looked.moves).unwrap();
        assert_eq!(follow.replies, [2, 1]);
        assert_eq!(follow.names[1].as_deref(), name_of(line("d4").last()).map(|opening| opening.name));
        assert_eq!(follow.transpositions, []);
        assert_eq!(looked.left, None);
    }

    #[test]
    fn a_line_that_left_the_book_says_where() {
        let mut book = book(&["e4 e5 Nf3 Nc6", "d4 d5"]);
        let left = |book: &mut OpenBook<_>, sans| book.look(&line(sans)).unwrap().left;
        let expected =
            |text: &str, ply, was_book_move| Some(Left { text: text.to_owned(), ply, was_book_move });
        assert_eq!(left(&mut book, "e4 e5 Bc4 Nc6 Qh5"), expected("2. Bc4", 3, false));
        assert_eq!(left(&mut book, "e4 e5 Nf3 Nc6 Bb5 a6"), expected("2… Nc6", 4, true));
        assert_eq!(left(&mut book, "a4"), expected("1. a4", 1, false));
        // Never in the book: there is nothing to leave.
        let elsewhere =
            Line { start_fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into(), moves: vec!["e2e4".into()] };
        assert_eq!(book.look(&Played::new(&elsewhere).unwrap()).unwrap().left, None);
    }

    #[test]
    fn moves_that_lead_back_into_the_book_are_found() {
        let mut book = book(&["d4 Nf6 c4 e6 Nc3"]);
        let other_order = line("c4 Nf6");
        let looked = book.look(&other_order).unwrap();
        assert!(looked.moves.is_empty());
        let follow = book.follow(&other_order, &looked.moves).unwrap();
        let found: Vec<_> = follow.transpositions.iter().map(|t| (t.san.as_str(), t.replies)).collect();
        assert_eq!(found, [("d4", 1)]);
    }

    #[test]
    fn bad_lines_are_refused_with_a_reason() {
        let refused = |start_fen: &str, moves: &[&str]| {
            let moves = moves.iter().map(|&m| m.to_owned()).collect();
            Played::new(&Line { start_fen: start_fen.to_owned(), moves }).unwrap_err().to_string()
        };
        assert!(refused("nonsense", &[]).contains("nonsense"));
        assert!(refused(&Position::default().to_fen(), &["e2e5"]).contains("e2e5"));
    }
}
