//! Contents of a book panel: everything known about a position's moves, and where a game leaves the book.

use tabia_chess::{Color, Move, Position};
use tabia_polyglot::select::Known;
use tabia_polyglot::{BlockSource, BookLookup, BookMove, Candidate, Entry, Marks, Probe, SourceError};

use crate::learn::LearnStore;
use crate::stats::{MoveStats, StatsCounter, StatsReader};

/// Source of move results.
pub trait StatsLookup {
    /// Returns the results of a move in the position with that key.
    ///
    /// # Errors
    /// [`SourceError`] if they cannot be read.
    fn results(&mut self, key: u64, book_move: BookMove) -> Result<Option<MoveStats>, SourceError>;
}

impl<S: BlockSource> StatsLookup for StatsReader<S> {
    fn results(&mut self, key: u64, book_move: BookMove) -> Result<Option<MoveStats>, SourceError> {
        self.get(key, book_move)
    }
}

impl StatsLookup for StatsCounter {
    fn results(&mut self, key: u64, book_move: BookMove) -> Result<Option<MoveStats>, SourceError> {
        Ok(self.get(key, book_move))
    }
}

/// A move of the book.
#[derive(Clone, PartialEq, Debug)]
pub struct PanelMove {
    /// The move.
    pub mv: Move,
    /// In standard algebraic notation.
    pub san: String,
    /// Its weight.
    pub weight: u16,
    /// Its share of all weights of the position, 0 to 1.
    pub share: f64,
    /// The raw learn field.
    pub learn: u32,
    /// The author's marks, if that field holds them.
    pub marks: Marks,
    /// Results and year, if there is a statistics file.
    pub stats: Option<MoveStats>,
    /// Whether the book has moves for the position after it.
    pub continues: bool,
}

/// A move that is not in the book but leads to a book position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transposition {
    /// The move.
    pub mv: Move,
    /// In standard algebraic notation.
    pub san: String,
    /// The book's moves in the position after it.
    pub moves: usize,
    /// The sum of their weights.
    pub weight: u32,
}

/// A book's entry for a position.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Panel {
    /// The book's moves, in book order.
    pub moves: Vec<PanelMove>,
    /// The sum of their weights.
    pub total_weight: u32,
    /// Other moves that lead into the book, by descending weight.
    pub transpositions: Vec<Transposition>,
    /// Records of the key whose moves are illegal in the position.
    pub illegal: Vec<Entry>,
}

/// Looks up everything that a panel shows about a position. Costs one book lookup per legal move.
///
/// # Errors
/// [`SourceError`] if book or results cannot be read.
pub fn look(
    book: &mut impl BookLookup,
    mut stats: Option<&mut dyn StatsLookup>,
    position: &Position,
) -> Result<Panel, SourceError> {
    let probe = Probe::of(book.lookup(position.key())?, position);
    let mut panel =
        Panel { total_weight: probe.total_weight(), illegal: probe.illegal.clone(), ..Panel::default() };
    for candidate in &probe.moves {
        let stats = match &mut stats {
            Some(stats) => stats.results(position.key(), candidate.mv.into())?,
            None => None,
        };
        panel.moves.push(PanelMove {
            mv: candidate.mv,
            san: position.san(candidate.mv),
            weight: candidate.weight,
            share: probe.share(candidate),
            learn: candidate.learn,
            marks: Marks::from_learn(candidate.learn),
            stats,
            continues: !moves_after(book, position, candidate.mv)?.moves.is_empty(),
        });
    }
    for mv in &position.legal_moves() {
        if probe.moves.iter().any(|candidate| candidate.mv == mv) {
            continue;
        }
        let after = moves_after(book, position, mv)?;
        if !after.moves.is_empty() {
            panel.transpositions.push(Transposition {
                mv,
                san: position.san(mv),
                moves: after.moves.len(),
                weight: after.total_weight(),
            });
        }
    }
    panel.transpositions.sort_by_key(|transposition| std::cmp::Reverse(transposition.weight));
    Ok(panel)
}

fn moves_after(book: &mut impl BookLookup, position: &Position, mv: Move) -> Result<Probe, SourceError> {
    let mut after = *position;
    after.play_unchecked(mv);
    Ok(Probe::of(book.lookup(after.key())?, &after))
}

/// Returns everything known about a panel's moves: weights, marks and results; learned values come from `learned` for the key of the
/// position, and evaluations, in centipawns from the point of view of the side that plays the move, from `eval`.
pub fn known_moves(
    panel: &Panel,
    key: u64,
    learned: Option<&LearnStore>,
    mut eval: impl FnMut(Move) -> i32,
) -> Vec<Known> {
    let of_move = |row: &PanelMove| {
        let candidate = Candidate { mv: row.mv, weight: row.weight, learn: row.learn };
        let learned = learned.and_then(|store| store.learned(key, row.mv.into())).unwrap_or_default();
        let mut known = learned.applied_to(Known::from(&candidate));
        known.results = row.stats.map(|stats| stats.results);
        known.eval = eval(row.mv);
        known
    };
    panel.moves.iter().map(of_move).collect()
}

/// A book's verdict on a move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InBook {
    /// It has the move.
    Book,
    /// It has other moves.
    Other,
    /// It has no moves for the position.
    Unknown,
}

/// A game compared with a book.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Followed {
    /// For each half-move, the book's verdict.
    pub steps: Vec<InBook>,
    /// The half-moves, from 0, before which the position is in the book.
    pub in_book: Vec<usize>,
    /// Returns the half-move that leaves the book for good: the first, from 0, after which no position of the game is in the book.
    /// `None` if the last position is.
    pub out_since: Option<usize>,
    /// Returns the move number and side of that move: "not in book since White's move 12".
    pub out_since_move: Option<(u32, Color)>,
}

/// Follows a game through a book. A game that leaves the book and transposes back is not out for good.
///
/// # Errors
/// [`SourceError`] if the book cannot be read.
pub fn follow(book: &mut impl BookLookup, start: &Position, moves: &[Move]) -> Result<Followed, SourceError> {
    let mut followed = Followed::default();
    let mut position = *start;
    let mut numbers = Vec::new();
    for ply in 0..=moves.len() {
        let probe = Probe::of(book.lookup(position.key())?, &position);
        if !probe.moves.is_empty() {
            followed.in_book.push(ply);
        }
        let Some(&mv) = moves.get(ply) else { break };
        numbers.push((position.fullmove_number(), position.turn()));
        followed.steps.push(if probe.moves.is_empty() {
            InBook::Unknown
        } else if probe.moves.iter().any(|candidate| candidate.mv == mv) {
            InBook::Book
        } else {
            InBook::Other
        });
        position.play_unchecked(mv);
    }
    // After the half-move n comes the position n + 1.
    let last = followed.in_book.last().copied();
    let since = last.unwrap_or(0);
    if last != Some(moves.len()) && !moves.is_empty() {
        followed.out_since = Some(since);
        followed.out_since_move = numbers.get(since).copied();
    }
    Ok(followed)
}
