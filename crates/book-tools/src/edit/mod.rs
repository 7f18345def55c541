//! Book editor.
//!
//! A [`BookEditor`] is an overlay on a book of any size and stores only the changed positions; the book itself is never
//! written to. Every change can be undone. Saving writes a sorted book; unchanged positions are
//! copied byte for byte, and so is a header. Duplicate moves are merged when their position is changed.

mod error;
mod import;
mod pgn;
mod repeated;
mod save;

pub use error::EditError;
pub use import::ImportReport;
pub use pgn::{PgnReport, write_pgn};
use repeated::join_repeated;
pub use save::{MarkStorage, RepairReport, SaveReport, repair};

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tabia_chess::{Move, Position};
use tabia_polyglot::Flag;
use tabia_polyglot::{BlockSource, BookLookup, BookReader, Entry, Header, Marks, Probe, SourceError};

/// Maximum number of undo steps.
const MAX_UNDO: usize = 10_000;

/// The moves of a position before and after a change; `None` for those of the underlying book.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    key: u64,
    before: Option<Vec<Entry>>,
    after: Option<Vec<Entry>>,
}

/// A book and the changes made to it.
///
/// ```
/// use tabia_book_tools::edit::BookEditor;
/// use tabia_chess::Position;
///
/// let mut book = BookEditor::open(Vec::new())?;
/// let start = Position::default();
/// let e4 = start.parse_uci("e2e4")?;
/// book.add(&start, e4, 10)?;
/// book.set_weight(&start, e4, 20)?;
/// assert!(book.undo());
/// let mut bytes = Vec::new();
/// book.save(Default::default(), |record| bytes.extend(record))?;
/// assert_eq!(bytes.len(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookEditor<S> {
    base: BookReader<S>,
    changed: BTreeMap<u64, Vec<Entry>>,
    undo: Vec<Vec<Change>>,
    redo: Vec<Vec<Change>>,
    /// Number of steps between the book and its last saved state; `None` if that state is out of reach.
    saved_at: Option<usize>,
}

impl<S: BlockSource> BookEditor<S> {
    /// Opens a book for editing; an empty source makes a new one.
    ///
    /// # Errors
    /// [`SourceError`] if the beginning cannot be read.
    pub fn open(source: S) -> Result<Self, SourceError> {
        Ok(Self {
            base: BookReader::open(source)?,
            changed: BTreeMap::new(),
            undo: Vec::new(),
            redo: Vec::new(),
            saved_at: Some(0),
        })
    }

    /// Returns the header text before the positions, if any.
    pub const fn header(&self) -> Option<&Header> {
        self.base.header()
    }

    /// Returns the current moves of a position, in order, whether or not they are legal.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn entries(&mut self, key: u64) -> Result<Vec<Entry>, SourceError> {
        match self.changed.get(&key) {
            Some(entries) => Ok(entries.clone()),
            None => self.base.entries(key),
        }
    }

    /// The current entry for a position.
    ///
    /// # Errors
    /// [`SourceError`] if the source cannot be read.
    pub fn probe(&mut self, position: &Position) -> Result<Probe, SourceError> {
        Ok(Probe::of(self.entries(position.key())?, position))
    }

    /// Adds a move.
    ///
    /// # Errors
    /// [`EditError`] if it is illegal or already in the book.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u16) -> Result<(), EditError> {
        let mut entries = self.legal(position, mv)?;
        let key = position.key();
        if entries.iter().any(|entry| entry.book_move.means(mv)) {
            return Err(EditError::AlreadyThere(position.san(mv)));
        }
        entries.push(Entry { key, book_move: mv.into(), weight, learn: 0 });
        self.step(vec![(key, entries)]);
        Ok(())
    }

    /// Adds the moves of a line that are not in the book yet, as one undo step. Returns how many were added.
    ///
    /// # Errors
    /// [`EditError::Illegal`] if a move is illegal; nothing is added then.
    pub fn add_line(&mut self, start: &Position, moves: &[Move], weight: u16) -> Result<usize, EditError> {
        let mut position = *start;
        let mut lists: Vec<(u64, Vec<Entry>)> = Vec::new();
        let mut added = 0;
        for &mv in moves {
            let entries = self.legal(&position, mv)?;
            let key = position.key();
            // A line may reach a position twice.
            let index = lists.iter().position(|&(other, _)| other == key).unwrap_or_else(|| {
                lists.push((key, entries));
                lists.len() - 1
            });
            let list = &mut lists[index].1;
            if list.iter().all(|entry| !entry.book_move.means(mv)) {
                list.push(Entry { key, book_move: mv.into(), weight, learn: 0 });
                added += 1;
            }
            position.play_unchecked(mv);
        }
        if added > 0 {
            self.step(lists);
        }
        Ok(added)
    }

    /// Removes a move.
    ///
    /// # Errors
    /// [`EditError::NotInBook`].
    pub fn delete(&mut self, position: &Position, mv: Move) -> Result<(), EditError> {
        let mut entries = self.moves_to_change(position.key())?;
        let before = entries.len();
        entries.retain(|entry| !entry.book_move.means(mv));
        if entries.len() == before {
            return Err(EditError::NotInBook(mv.to_string()));
        }
        self.step(vec![(position.key(), entries)]);
        Ok(())
    }

    /// Removes all moves of a position, including illegal ones; returns how many there were.
    ///
    /// # Errors
    /// [`EditError::Source`].
    pub fn delete_all(&mut self, position: &Position) -> Result<usize, EditError> {
        let count = self.entries(position.key())?.len();
        if count > 0 {
            self.step(vec![(position.key(), Vec::new())]);
        }
        Ok(count)
    }

    /// Changes a move's weight.
    ///
    /// # Errors
    /// [`EditError::NotInBook`].
    pub fn set_weight(&mut self, position: &Position, mv: Move, weight: u16) -> Result<(), EditError> {
        self.edit(position, mv, |entry| entry.weight = weight)
    }

    /// Marks a move `!` or `?`, or removes the mark.
    ///
    /// # Errors
    /// [`EditError::NotInBook`].
    pub fn set_flag(&mut self, position: &Position, mv: Move, flag: Option<Flag>) -> Result<(), EditError> {
        self.edit(position, mv, |entry| set_marks(entry, |marks| marks.flag = flag))
    }

    /// Sets how often to play a move, in percent; 0 removes the percentage.
    ///
    /// # Errors
    /// [`EditError::NotInBook`], [`EditError::Percent`].
    pub fn set_play_percent(&mut self, position: &Position, mv: Move, percent: u8) -> Result<(), EditError> {
        if percent > 100 {
            return Err(EditError::Percent(percent));
        }
        self.edit(position, mv, |entry| set_marks(entry, |marks| marks.play_percent = percent))
    }

    /// Removes all marks of a move.
    ///
    /// # Errors
    /// [`EditError::NotInBook`].
    pub fn clear_marks(&mut self, position: &Position, mv: Move) -> Result<(), EditError> {
        self.edit(position, mv, |entry| set_marks(entry, |marks| *marks = Marks::default()))
    }

    /// Sets or clears another program's learning data of a move.
    ///
    /// # Errors
    /// [`EditError::NotInBook`].
    pub fn set_learn(&mut self, position: &Position, mv: Move, learn: u32) -> Result<(), EditError> {
        self.edit(position, mv, |entry| entry.learn = learn)
    }

    /// Undoes the last step; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop() else { return false };
        for change in step.iter().rev() {
            self.put(change.key, change.before.clone());
        }
        self.redo.push(step);
        true
    }

    /// Redoes the last undone step; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.redo.pop() else { return false };
        for change in &step {
            self.put(change.key, change.after.clone());
        }
        self.undo.push(step);
        true
    }

    /// Number of steps that can be undone.
    pub const fn undo_steps(&self) -> usize {
        self.undo.len()
    }

    /// Number of steps that can be redone.
    pub const fn redo_steps(&self) -> usize {
        self.redo.len()
    }

    /// Returns whether there are changes since [`BookEditor::mark_saved`].
    pub fn is_changed(&self) -> bool {
        self.saved_at != Some(self.undo.len())
    }

    /// Marks the current state as saved.
    pub const fn mark_saved(&mut self) {
        self.saved_at = Some(self.undo.len());
    }

    /// Returns the moves of a position, if the move is legal in it.
    fn legal(&mut self, position: &Position, mv: Move) -> Result<Vec<Entry>, EditError> {
        if !position.is_legal(mv) {
            return Err(EditError::Illegal(mv.to_string()));
        }
        Ok(self.moves_to_change(position.key())?)
    }

    /// Returns the moves of a position, each once.
    fn moves_to_change(&mut self, key: u64) -> Result<Vec<Entry>, SourceError> {
        let mut entries = self.entries(key)?;
        join_repeated(&mut entries);
        Ok(entries)
    }

    fn edit(
        &mut self,
        position: &Position,
        mv: Move,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), EditError> {
        let mut entries = self.moves_to_change(position.key())?;
        let Some(entry) = entries.iter_mut().find(|entry| entry.book_move.means(mv)) else {
            return Err(EditError::NotInBook(mv.to_string()));
        };
        let before = *entry;
        change(entry);
        if *entry != before {
            self.step(vec![(position.key(), entries)]);
        }
        Ok(())
    }

    fn step(&mut self, lists: Vec<(u64, Vec<Entry>)>) {
        let mut step = Vec::new();
        for (key, mut entries) in lists {
            // In descending order of weight, as in every book; equal weights keep their order.
            entries.sort_by_key(|entry| Reverse(entry.weight));
            let before = self.changed.get(&key).cloned();
            self.put(key, Some(entries.clone()));
            step.push(Change { key, before, after: Some(entries) });
        }
        if self.saved_at.is_some_and(|saved| saved > self.undo.len()) {
            // The saved state could only be reached through steps that are discarded now.
            self.saved_at = None;
        }
        self.redo.clear();
        self.undo.push(step);
        if self.undo.len() > MAX_UNDO {
            self.undo.remove(0);
            self.saved_at = self.saved_at.and_then(|saved| saved.checked_sub(1));
        }
    }

    fn put(&mut self, key: u64, entries: Option<Vec<Entry>>) {
        match entries {
            Some(entries) => self.changed.insert(key, entries),
            None => self.changed.remove(&key),
        };
    }
}

impl<S: BlockSource> BookLookup for BookEditor<S> {
    fn lookup(&mut self, key: u64) -> Result<Vec<Entry>, SourceError> {
        self.entries(key)
    }
}

fn set_marks(entry: &mut Entry, change: impl FnOnce(&mut Marks)) {
    let mut marks = Marks::from_learn(entry.learn);
    let before = marks;
    change(&mut marks);
    if marks != before {
        entry.learn = marks.to_learn();
    }
}
