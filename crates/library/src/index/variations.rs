//! The lines beside a game's main line.

use tabia_chess::Position;
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::read_whole_san;

use crate::positions::Entry;

/// Variations inside each other; deeper ones are not looked at.
pub(super) const MAX_DEPTH: usize = 64;

/// A line that is being played.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The position before the last move, and the one behind it.
    before: Position,
    now: Position,
    /// Half-moves of the game up to here.
    plies: usize,
    /// Whether it has a move.
    has_moves: bool,
}

impl Line {
    /// A line without moves, from a position behind so many half-moves.
    pub(super) const fn new(start: Position, plies: usize) -> Self {
        Self { before: start, now: start, plies, has_moves: false }
    }

    /// A variation that replaces the last move.
    pub(super) fn beside(&self) -> Self {
        Self::new(self.before, self.plies.saturating_sub(1))
    }

    /// Plays a move; gives the position before it, as a part of a variation. The number of the game is not known yet.
    pub(super) fn step(&mut self, code: BookMove, play: impl FnOnce(&mut Position)) -> Entry {
        let entry = Entry::new(self.now.repetition_key(), 0, code.0, self.plies, true);
        self.before = self.now;
        play(&mut self.now);
        self.plies += 1;
        self.has_moves = true;
        entry
    }

    /// The position at the end of the variation, if it has moves.
    pub(super) fn end(&self) -> Option<Entry> {
        let end = || Entry::new(self.now.repetition_key(), 0, BookMove::NONE.0, self.plies, true);
        self.has_moves.then(end)
    }
}

/// The variations that are open, the innermost last.
#[derive(Default, Debug)]
pub(super) struct Variations {
    lines: Vec<Line>,
    /// Those that are open beyond [`MAX_DEPTH`].
    deeper: usize,
}

impl Variations {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.deeper = 0;
    }

    /// Opens a variation that replaces the last move of the line that it branches from; for the main line, that is the move
    /// played from `before`, the last of so many.
    pub(super) fn open(&mut self, before: Position, plies: usize) {
        if self.lines.len() >= MAX_DEPTH {
            self.deeper += 1;
            return;
        }
        let line = self.lines.last().map_or_else(|| Line::new(before, plies.saturating_sub(1)), Line::beside);
        self.lines.push(line);
    }

    /// Closes the innermost variation; gives the position at its end.
    pub(super) fn close(&mut self) -> Option<Entry> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        self.lines.pop()?.end()
    }

    /// Plays a move of the innermost variation; gives the position before it, if that is looked at.
    ///
    /// # Errors
    /// If the move is not understood.
    pub(super) fn read(&mut self, text: &[u8]) -> Result<Option<Entry>, NotUnderstood> {
        if self.deeper > 0 {
            return Ok(None);
        }
        let Some(line) = self.lines.last_mut() else { return Ok(None) };
        let mv = read_whole_san(&line.now, text).ok_or(NotUnderstood)?;
        Ok(Some(line.step(mv.into(), |position| position.play_unchecked(mv))))
    }
}

/// The scanner does not understand a move of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NotUnderstood;
