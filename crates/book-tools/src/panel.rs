//! Contents of a book panel: the moves of a position with all that is known, and where a game leaves the book.

use tabia_chess::{Color, Move, Position};
use tabia_polyglot::select::Known;
use tabia_polyglot::{BlockSource, BookLookup, BookMove, Candidate, Entry, Marks, Probe, SourceError};

use crate::learn::LearnStore;
use crate::stats::{MoveStats, StatsCounter, StatsReader};

/// Results of moves that can be looked up.
pub trait StatsLookup {
    /// Facts about a move of the position with that key.
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
    /// Its part of all weights of the position, 0 to 1.
    pub share: f64,
    /// The field for learning as it stands.
    pub learn: u32,
    /// The author's marks, if that field holds them.
    pub marks: Marks,
    /// Results and year, where there is a file of them.
    pub stats: Option<MoveStats>,
    /// Whether the book has moves for the position after it.
    pub continues: bool,
}

/// A move that the book does not give, but which leads to a position of the book.
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
    /// The book's moves, in its order.
    pub moves: Vec<PanelMove>,
    /// The sum of their weights.
    pub total_weight: u32,
    /// Other moves that lead into the book, the greatest weight first.
    pub transpositions: Vec<Transposition>,
    /// Records of the key that the position does not allow.
    pub illegal: Vec<Entry>,
}

/// Looks a position up with all that a panel shows. Costs a look into the book for each legal move.
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

/// All that is known of a panel's moves: weights, marks and results; what was learned comes from `learned` for the key of the
/// position, and evaluations, in centipawns good for the side that plays the move, from `eval`.
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
    /// It gives the move.
    Book,
    /// It gives other moves.
    Other,
    /// It has no moves for the position.
    Unknown,
}

/// A game beside a book.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Followed {
    /// For each half-move, what the book says to it.
    pub steps: Vec<InBook>,
    /// The half-moves of the game, from 0 for the start, before which the position is in the book.
    pub in_book: Vec<usize>,
    /// Since which half-move the game is not in the book: the first, from 0, after which no position of the game is in the book.
    /// Nothing if the last position is.
    pub out_since: Option<usize>,
    /// The number and the side of that move: "not in book since move 12 of White".
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
