//! The search through a book that finds its lines.

use std::collections::HashMap;
use std::fmt::Write;

use tabia_chess::{Color, Move, Position};
use thiserror::Error;

use super::order::PieceLists;
use crate::{BookMove, Entry};

/// Maximum length of a line, as in Polyglot.
const MAX_HEIGHT: usize = 1024;

/// Why the lines of a book cannot be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LinesError {
    /// A line is longer than Polyglot can keep.
    #[error("the book has a line of more than 1023 half-moves")]
    TooDeep,
}

/// The sides to move in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The side that plays moves of the book.
    Book,
    /// The other, which plays any move that leads back into the book.
    All,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Book => Self::All,
            Self::All => Self::Book,
        }
    }
}

/// The records of a book, found by position.
pub(super) struct Positions<'a> {
    pub entries: &'a [Entry],
    /// The first record of each key.
    first: HashMap<u64, usize>,
    /// The side whose lines lead to the position, by its first record.
    pub reached: Vec<Option<Color>>,
}

impl<'a> Positions<'a> {
    pub(super) fn new(entries: &'a [Entry]) -> Self {
        let mut first = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            first.entry(entry.key).or_insert(index);
        }
        Self { entries, first, reached: vec![None; entries.len()] }
    }

    /// Offset of the records of a position; `None` if the first has no move.
    fn find(&self, position: &Position) -> Option<usize> {
        let index = *self.first.get(&position.key())?;
        self.entries.get(index).filter(|entry| entry.book_move != BookMove::NONE).map(|_| index)
    }

    /// The legal moves with a weight from that record on.
    fn moves(&self, index: usize, position: &Position) -> impl Iterator<Item = (Move, u16)> + '_ {
        let position = *position;
        let run = self.entries.get(index..).unwrap_or(&[]);
        run.iter()
            .take_while(move |entry| entry.key == position.key())
            .filter(|entry| entry.weight_in_play() > 0 && entry.book_move != BookMove::NONE)
            .filter_map(move |entry| Some((entry.book_move.resolve_as_polyglot(&position)?, entry.weight)))
    }

    fn has_moves(&self, position: &Position) -> bool {
        self.find(position).is_some_and(|index| self.moves(index, position).next().is_some())
    }

    /// Whether a record of the position has no move.
    fn has_empty(&self, position: &Position) -> bool {
        let Some(&index) = self.first.get(&position.key()) else { return false };
        let run = self.entries[index..].iter().take_while(|entry| entry.key == position.key());
        run.into_iter().any(|entry| entry.book_move == BookMove::NONE)
    }
}

struct Frame {
    position: Position,
    lists: PieceLists,
    side: Side,
    /// The moves and how probable each is.
    moves: Vec<(Move, f64)>,
    next: usize,
    has_lines: bool,
    /// Length of the line's text without the move to this position.
    text: usize,
}

/// Finds the lines of one side.
pub(super) struct Walk<'a, 'b> {
    pub positions: &'b mut Positions<'a>,
    pub color: Color,
    /// Lets the book's side play any move, and only its positions end lines as transpositions.
    pub extended: bool,
    /// The keys on the way to the position. What earlier searches left there is met again in an extended search,
    /// as in Polyglot.
    pub keys: &'b mut Vec<u64>,
    /// First occurrence of each position: line and half-move.
    seen: HashMap<u64, (u64, u8)>,
    /// The number of the next line, from 1.
    line: u64,
    text: String,
    with_text: bool,
}

impl<'a, 'b> Walk<'a, 'b> {
    pub(super) fn new(
        positions: &'b mut Positions<'a>,
        color: Color,
        keys: &'b mut Vec<u64>,
        with_text: bool,
    ) -> Self {
        keys.resize(MAX_HEIGHT, 0);
        Self {
            positions,
            color,
            extended: false,
            keys,
            seen: HashMap::new(),
            line: 1,
            text: String::new(),
            with_text,
        }
    }

    /// Goes through the book from the start position, calls `emit` for each line, and returns how many there are.
    pub(super) fn run(mut self, mut emit: impl FnMut(&str)) -> Result<u64, LinesError> {
        let start = Position::default();
        let side = if self.color == Color::White { Side::Book } else { Side::All };
        let mut stack: Vec<Frame> = Vec::new();
        stack.extend(self.enter(start, PieceLists::new(&start), side, 0, 0, &mut emit));
        while let Some(frame) = stack.last_mut() {
            let Some(&(mv, probability)) = frame.moves.get(frame.next) else {
                let (has_lines, text) = (frame.has_lines, frame.text);
                stack.pop();
                if let Some(parent) = stack.last_mut() {
                    if !has_lines && parent.side == Side::Book {
                        self.end_line("", &mut emit);
                        parent.has_lines = true;
                    }
                    parent.has_lines |= has_lines;
                }
                self.text.truncate(text);
                continue;
            };
            frame.next += 1;
            let text = self.text.len();
            self.write_move(&frame.position, mv, (frame.side == Side::Book).then_some(probability));
            let (mut position, mut lists) = (frame.position, frame.lists);
            lists.play(&position, mv);
            position.play_unchecked(mv);
            let side = frame.side.other();
            let height = stack.len();
            if height >= MAX_HEIGHT {
                return Err(LinesError::TooDeep);
            }
            if let Some(frame) = self.enter(position, lists, side, height, text, &mut emit) {
                stack.push(frame);
            } else {
                self.text.truncate(text);
                if let Some(parent) = stack.last_mut() {
                    parent.has_lines = true;
                }
            }
        }
        Ok(self.line - 1)
    }

    /// A new position: nothing if the line ends here because it was met before.
    fn enter(
        &mut self,
        position: Position,
        lists: PieceLists,
        side: Side,
        height: usize,
        text: usize,
        emit: &mut impl FnMut(&str),
    ) -> Option<Frame> {
        let key = position.key();
        if let Some(ply) = self.keys[..height].iter().position(|&other| other == key) {
            self.end_line(&format!("{{cycle: ply={ply}}}"), emit);
            return None;
        }
        if !self.extended || side == Side::Book {
            self.keys[height] = key;
            let empty = self.positions.has_empty(&position).then_some((0, 0));
            if let Some((line, ply)) = self.seen.get(&key).copied().or(empty) {
                self.end_line(&format!("{{trans: line={line}, ply={ply}}}"), emit);
                return None;
            }
            // Polyglot keeps the half-move in eight bits.
            self.seen.insert(key, (self.line, height as u8));
        }
        let moves = match side {
            Side::Book => self.book_moves(&position, &lists),
            Side::All => self.moves_into_book(&position, &lists),
        };
        Some(Frame { position, lists, side, moves, next: 0, has_lines: false, text })
    }

    fn book_moves(&mut self, position: &Position, lists: &PieceLists) -> Vec<(Move, f64)> {
        let index = self.positions.find(position);
        if let Some(index) = index {
            self.positions.reached[index] = Some(position.turn());
        }
        if self.extended {
            return lists.legal_moves(position).into_iter().map(|mv| (mv, 0.0)).collect();
        }
        let Some(index) = index else { return Vec::new() };
        let moves: Vec<_> = self.positions.moves(index, position).collect();
        let sum = moves.iter().map(|&(_, weight)| f64::from(weight)).sum::<f64>();
        moves.into_iter().map(|(mv, weight)| (mv, f64::from(weight) / sum)).collect()
    }

    fn moves_into_book(&self, position: &Position, lists: &PieceLists) -> Vec<(Move, f64)> {
        let mut moves = lists.legal_moves(position);
        moves.retain(|&mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            self.positions.has_moves(&next)
        });
        moves.into_iter().map(|mv| (mv, 0.0)).collect()
    }

    fn write_move(&mut self, position: &Position, mv: Move, probability: Option<f64>) {
        if !self.with_text {
            return;
        }
        // Writing to a string cannot fail.
        if position.turn() == Color::White {
            let _ = write!(self.text, "{}. ", position.fullmove_number());
        }
        self.text.push_str(&position.san(mv));
        if let Some(probability) = probability {
            let _ = write!(self.text, "{{{:.0}%}}", 100.0 * probability);
        }
        self.text.push(' ');
    }

    fn end_line(&mut self, mark: &str, emit: &mut impl FnMut(&str)) {
        if self.with_text {
            emit(&format!("{}: {}{mark}\n", self.line, self.text));
        }
        self.line += 1;
    }
}
