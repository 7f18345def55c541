//! The lines beside a game's main line.

use tabia_chess::Position;
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::read_san;

use crate::positions::Entry;

/// Variations inside each other; deeper ones are not looked at.
const MAX_DEPTH: usize = 64;

/// The variations that are open, the innermost last.
#[derive(Default, Debug)]
pub(super) struct Variations {
    lines: Vec<Variation>,
    /// Those that are open beyond [`MAX_DEPTH`].
    deeper: usize,
}

#[derive(Debug)]
struct Variation {
    /// The position before the last move, and the one behind it.
    before: Position,
    now: Position,
    ply: usize,
    /// A move could not be understood.
    broken: bool,
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
        let (before, plies, broken) = match self.lines.last() {
            Some(parent) => (parent.before, parent.ply, parent.broken),
            None => (before, plies, false),
        };
        self.lines.push(Variation { before, now: before, ply: plies.saturating_sub(1), broken });
    }

    /// Closes the innermost variation.
    pub(super) fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else {
            self.lines.pop();
        }
    }

    /// Plays a move of the innermost variation; nothing from one on that cannot be understood.
    pub(super) fn read(&mut self, game: u32, text: &[u8]) -> Option<Entry> {
        let line = self.lines.last_mut().filter(|line| !line.broken && self.deeper == 0)?;
        let Some(mv) = read_san(&line.now, text) else {
            line.broken = true;
            return None;
        };
        let code: BookMove = mv.into();
        let entry = Entry::new(line.now.key(), game, code.0, line.ply, true);
        line.before = line.now;
        line.now.play_unchecked(mv);
        line.ply += 1;
        Some(entry)
    }
}
