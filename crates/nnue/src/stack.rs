//! The sums of the positions on the way from the root of a search to where it is.

use tabia_chess::{Color, Position};

use crate::accumulator;
use crate::architecture::is_mirrored;
use crate::changes::Changes;
use crate::network::Network;
use crate::output;

/// A position on the way.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Changes by the move that led to it.
    changes: Changes,
    /// Whether the sums of a view are there, by side.
    computed: [bool; 2],
}

/// The sums of the first layer for every position from the root of a search to where it is.
///
/// Moves are only noted. When a position is evaluated, the sums of each view are computed from the nearest
/// position before it that has them, and kept for its other successors. If the side's king has crossed the
/// middle of the board since then, they are computed afresh.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    entries: Vec<Entry>,
    /// `2 * hidden` sums for each entry, White's view first.
    sums: Vec<i16>,
    hidden: usize,
}

impl AccumulatorStack {
    /// An empty stack, which needs no memory. [`AccumulatorStack::reset`] makes it usable.
    pub const fn new() -> Self {
        Self { entries: Vec::new(), sums: Vec::new(), hidden: 0 }
    }

    /// Starts again at any position, with room for `plies` moves; grows beyond that.
    pub fn reset(&mut self, net: &Network, plies: usize) {
        self.hidden = net.hidden();
        self.entries.clear();
        self.entries.reserve(plies + 1);
        self.entries.push(Entry { changes: Changes::NONE, computed: [false; 2] });
        self.sums.clear();
        self.sums.resize(2 * self.hidden * (plies + 1), 0);
    }

    /// Notes a move.
    #[inline]
    pub fn push(&mut self, changes: Changes) {
        self.entries.push(Entry { changes, computed: [false; 2] });
        let needed = 2 * self.hidden * self.entries.len();
        if self.sums.len() < needed {
            self.sums.resize(needed, 0);
        }
    }

    /// Takes the last move back. The root stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.entries.len() > 1 {
            self.entries.pop();
        }
    }

    /// The value in centipawns from the side to move's point of view, of the position that the moves noted
    /// lead to. Equal to [`Network::evaluate`].
    #[inline]
    pub fn evaluate(&mut self, net: &Network, pos: &Position) -> i32 {
        if self.hidden != net.hidden() || self.entries.is_empty() {
            self.reset(net, 0);
        }
        self.compute(net, pos, Color::White);
        self.compute(net, pos, Color::Black);
        let size = self.hidden;
        let start = 2 * size * (self.entries.len() - 1);
        let sums = self.sums.get(start..start + 2 * size).unwrap_or_default();
        let (white, black) = sums.split_at(sums.len() / 2);
        let (us, them) = if pos.turn().is_white() { (white, black) } else { (black, white) };
        output::evaluate(net, us, them, pos.occupied().count())
    }

    /// Computes the sums of a view of the last position.
    #[inline(always)]
    fn compute(&mut self, net: &Network, pos: &Position, side: Color) {
        let last = self.entries.len() - 1;
        let mut at = last;
        loop {
            let Some(entry) = self.entries.get(at) else { return };
            if entry.computed[side.index()] {
                break;
            }
            if at == 0 || entry.changes.turns(side) {
                return self.refresh(net, pos, side, last);
            }
            at -= 1;
        }
        let mirrored = is_mirrored(pos.king(side));
        let size = self.hidden;
        while at < last {
            at += 1;
            let view = 2 * size * at + side.index() * size;
            // The same view of the position before is two views back.
            let Some((before, after)) = self.sums.split_at_mut_checked(view) else { return };
            let before = before.get(view - 2 * size..view - size).unwrap_or_default();
            let after = after.get_mut(..size).unwrap_or_default();
            let Some(entry) = self.entries.get_mut(at) else { return };
            accumulator::update(net, &entry.changes, side, mirrored, before, after);
            entry.computed[side.index()] = true;
        }
    }

    #[inline(never)]
    fn refresh(&mut self, net: &Network, pos: &Position, side: Color, last: usize) {
        let size = self.hidden;
        let view = 2 * size * last + side.index() * size;
        if let Some(sums) = self.sums.get_mut(view..view + size) {
            accumulator::refresh(net, pos, side, sums);
        }
        if let Some(entry) = self.entries.get_mut(last) {
            entry.computed[side.index()] = true;
        }
    }
}
