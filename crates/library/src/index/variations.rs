//! Variations of a game.

use tabia_chess::Position;
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::read_whole_san;

use crate::positions::Entry;

/// Maximum nesting of variations; deeper ones are ignored.
pub(super) const MAX_DEPTH: usize = 64;

/// A line being played.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The positions before and after the last move.
    before: Position,
    now: Position,
    /// Half-moves of the game so far.
    plies: usize,
    /// Whether it has a move.
    has_moves: bool,
}

impl Line {
    /// Creates a line without moves, from a position after `plies` half-moves.
    pub(super) const fn new(start: Position, plies: usize) -> Self {
        Self { before: start, now: start, plies, has_moves: false }
    }

    /// Creates a variation that replaces the last move.
    pub(super) fn beside(&self) -> Self {
        Self::new(self.before, self.plies.saturating_sub(1))
    }

    /// Plays a move; returns the position before it, as part of a variation. The number of the game is not known yet.
    pub(super) fn step(&mut self, code: BookMove, play: impl FnOnce(&mut Position)) -> Entry {
        let entry = Entry::new(self.now.repetition_key(), 0, code.0, self.plies, true);
        self.before = self.now;
        play(&mut self.now);
        self.plies += 1;
        self.has_moves = true;
        entry
    }

    /// Returns the position at the end of the variation, if it has moves.
    pub(super) fn end(&self) -> Option<Entry> {
        let end = || Entry::new(self.now.repetition_key(), 0, BookMove::NONE.0, self.plies, true);
        self.has_moves.then(end)
    }
}

/// The open variations, the innermost last.
#[derive(Default, Debug)]
pub(super) struct Variations {
    lines: Vec<Line>,
    /// Number of open variations beyond [`MAX_DEPTH`].
    deeper: usize,
}

impl Variations {
    /// Drops all variations.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.deeper = 0;
    }

    /// Opens a variation that replaces the last move of the line that it branches from; for the main line, that is the move
    /// played from `before`, its half-move number `plies`.
    pub(super) fn open(&mut self, before: Position, plies: usize) {
        if self.lines.len() >= MAX_DEPTH {
            self.deeper += 1;
            return;
        }
        let line = self.lines.last().map_or_else(|| Line::new(before, plies.saturating_sub(1)), Line::beside);
        self.lines.push(line);
    }

    /// Closes the innermost variation; returns the position at its end.
    pub(super) fn close(&mut self) -> Option<Entry> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        self.lines.pop()?.end()
    }

    /// Plays a move of the innermost variation; returns the position before it, unless the variation is ignored.
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
