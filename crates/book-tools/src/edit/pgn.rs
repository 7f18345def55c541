//! A book as a tree of lines in PGN.

use std::collections::{HashMap, HashSet};

use tabia_chess::{Color, Move, Position};
use tabia_polyglot::Flag;
use tabia_polyglot::{Entry, Marks};

const LINE: usize = 79;

/// Comment after a move that is not in the book and only leads back into it.
pub(super) const NOT_IN_BOOK: &str = "not in the book";

/// Counts of an export.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PgnReport {
    /// Moves written.
    pub moves: u64,
    /// Places where a line ends because its position is shown elsewhere.
    pub transpositions: u64,
    /// Book positions that no line from the start position reaches; they are not written.
    pub unreachable: u64,
}

/// A pending item of the output.
enum Task {
    Open,
    Close,
    /// A move, and whether it needs a move number although it is Black's.
    Move(Box<Position>, RecordedMove, bool),
    /// Continuations after a move played from the position with that key.
    Go(Box<Position>, Option<(u64, Move)>, bool),
}

/// A move of the tree, and its record if the book has it.
#[derive(Clone, Copy)]
struct RecordedMove {
    mv: Move,
    entry: Option<Entry>,
    share: f64,
}

/// The records of a book by position.
struct Tree<'a> {
    runs: HashMap<u64, &'a [Entry]>,
}

impl Tree<'_> {
    /// Returns the book's moves; if it has none, the moves that lead back into it.
    fn steps(&self, position: &Position) -> Vec<RecordedMove> {
        let run = self.runs.get(&position.key()).copied().unwrap_or(&[]);
        let legal: Vec<(Move, Entry)> =
            run.iter().filter_map(|&entry| Some((entry.book_move.resolve(position)?, entry))).collect();
        let weight = |entry: &Entry| f64::from(entry.weight_in_play());
        let total: f64 = legal.iter().map(|(_, entry)| weight(entry)).sum();
        let share = |entry: &Entry| if total > 0.0 { weight(entry) / total } else { 0.0 };
        let mut steps: Vec<RecordedMove> = legal
            .iter()
            .map(|&(mv, entry)| RecordedMove { mv, entry: Some(entry), share: share(&entry) })
            .collect();
        if steps.is_empty() {
            let leads_back = |mv: &Move| {
                let mut next = *position;
                next.play_unchecked(*mv);
                self.runs.contains_key(&next.key())
            };
            let moves = position.legal_moves();
            steps = moves
                .iter()
                .copied()
                .filter(leads_back)
                .map(|mv| RecordedMove { mv, entry: None, share: 0.0 })
                .collect();
        }
        steps
    }

    /// For each position, the move that reaches it first if main moves are followed before others.
    fn owners(&self) -> HashMap<u64, (u64, Move)> {
        let start = Position::default();
        let mut owners = HashMap::new();
        let mut seen = HashSet::from([start.key()]);
        let mut stack = vec![(start, None)];
        while let Some((position, from)) = stack.pop() {
            if let Some(from) = from {
                if !seen.insert(position.key()) {
                    continue;
                }
                owners.insert(position.key(), from);
            }
            for step in self.steps(&position).into_iter().rev() {
                let mut next = position;
                next.play_unchecked(step.mv);
                stack.push((next, Some((position.key(), step.mv))));
            }
        }
        owners
    }
}

/// Emits, piece by piece, a PGN game whose main line and variations are the lines of the book.
///
/// Both sides play book moves; if there are none, the moves that lead back into the book, with the comment `{not in the book}`.
/// A book move is followed by a comment with its weight and its share of all weights; marks are written as Crafty reads them,
/// `!`, `?` and `{play nn%}`. Each position is continued only once, where main moves reach it first.
pub fn write_pgn(entries: &[Entry], title: &str, mut emit: impl FnMut(&str)) -> PgnReport {
    let mut runs: HashMap<u64, &[Entry]> = HashMap::new();
    for run in entries.chunk_by(|a, b| a.key == b.key) {
        runs.entry(run[0].key).or_insert(run);
    }
    let tree = Tree { runs };
    let owners = tree.owners();
    let start = Position::default();
    let mut report = PgnReport::default();
    let reached = |key: &&u64| **key == start.key() || owners.contains_key(*key);
    report.unreachable = (tree.runs.len() - tree.runs.keys().filter(reached).count()) as u64;

    let title: String = title.chars().filter(|letter| !letter.is_control()).collect();
    let title = title.replace('\\', "\\\\").replace('"', "\\\"");
    emit(&format!("[Event \"{title}\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n"));
    let mut words = Words { emit, column: 0, opened: false };
    let mut tasks = vec![Task::Go(Box::new(start), None, true)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Open => words.open(),
            Task::Close => words.close(),
            Task::Move(position, step, numbered) => {
                report.moves += 1;
                words.step(&position, &step, numbered);
            }
            Task::Go(position, from, numbered) => {
                let steps = tree.steps(&position);
                let Some((&main, others)) = steps.split_first() else { continue };
                if from.is_some() && owners.get(&position.key()) != from.as_ref() {
                    report.transpositions += 1;
                    words.word("{transposition}");
                    continue;
                }
                let after = |mv: Move| {
                    let mut next = *position;
                    next.play_unchecked(mv);
                    Box::new(next)
                };
                // What is pushed last is written first.
                tasks.push(Task::Go(after(main.mv), Some((position.key(), main.mv)), true));
                for &other in others.iter().rev() {
                    tasks.push(Task::Close);
                    tasks.push(Task::Go(after(other.mv), Some((position.key(), other.mv)), true));
                    tasks.push(Task::Move(position.clone(), other, true));
                    tasks.push(Task::Open);
                }
                tasks.push(Task::Move(position, main, numbered));
            }
        }
    }
    words.word("*");
    (words.emit)("\n");
    report
}

/// Words in lines of at most 79 characters.
struct Words<F> {
    emit: F,
    column: usize,
    /// Whether the next word follows an opening bracket directly.
    opened: bool,
}

impl<F: FnMut(&str)> Words<F> {
    fn word(&mut self, word: &str) {
        let length = word.len() + usize::from(self.opened);
        if self.column > 0 {
            if self.column + 1 + length > LINE {
                self.new_line();
            } else {
                (self.emit)(" ");
                self.column += 1;
            }
        }
        if std::mem::take(&mut self.opened) {
            (self.emit)("(");
        }
        (self.emit)(word);
        self.column += length;
    }

    fn new_line(&mut self) {
        (self.emit)("\n");
        self.column = 0;
    }

    fn open(&mut self) {
        self.opened = true;
    }

    fn close(&mut self) {
        if self.column + 1 > LINE {
            self.new_line();
        }
        (self.emit)(")");
        self.column += 1;
    }

    fn step(&mut self, position: &Position, step: &RecordedMove, numbered: bool) {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.word(&format!("{number}.")),
            // Each move is followed by a comment, after which PGN wants the move number again.
            Color::Black if numbered => self.word(&format!("{number}...")),
            Color::Black => {}
        }
        let marks = step.entry.map_or_else(Marks::default, |entry| Marks::from_learn(entry.learn));
        let sign = match marks.flag {
            Some(Flag::Recommended) => "!",
            Some(Flag::Avoided) => "?",
            None => "",
        };
        self.word(&format!("{}{sign}", position.san(step.mv)));
        if marks.play_percent > 0 {
            self.word(&format!("{{play {}%}}", marks.play_percent));
        }
        self.word(&match step.entry {
            Some(entry) => format!("{{weight {}, {:.0}%}}", entry.weight_in_play(), 100.0 * step.share),
            None => format!("{{{NOT_IN_BOOK}}}"),
        });
    }
}
