//! Singular extensions: whether one move is so much better than the others that it must be searched deeper.

use tabia_chess::{Move, Position};

use super::params::{DOUBLE_EXTENSION_MARGIN, SINGULAR_MARGIN};
use super::switches;
use super::worker::Worker;
use crate::control::Control;
use crate::tt::{Entry, EntryBound};
use crate::value::{NONE, Value, is_mate};

/// What the singularity test says.
pub(super) enum Singular {
    /// Search the move so many plies deeper (or less deep).
    Extend(i32),
    /// The node fails high.
    Cut(Value),
}

impl<C: Control> Worker<'_, C> {
    /// Whether the table move is the only good one: then it is searched deeper.
    #[allow(clippy::too_many_arguments)] // What the node knows by then.
    pub(super) fn singular(
        &mut self,
        pos: &Position,
        mv: Move,
        entry: &Entry,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
        is_pv: bool,
    ) -> Singular {
        let trustworthy = switches::SINGULAR_EXTENSIONS.is_on()
            && entry.depth >= depth - 3
            && matches!(entry.bound, EntryBound::Lower | EntryBound::Exact)
            && entry.value != NONE
            && !is_mate(entry.value);
        if !trustworthy {
            return Singular::Extend(0);
        }
        let singular_beta = entry.value - SINGULAR_MARGIN.get() * depth / 64;
        let piece_to = self.frame(ply, 0).piece_to;
        self.frame_mut(ply).excluded = Some(mv);
        let value =
            self.negamax::<false>(pos, singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
        self.frame_mut(ply).excluded = None;
        self.frame_mut(ply).piece_to = piece_to;
        if value < singular_beta {
            if switches::DOUBLE_EXTENSIONS.is_on()
                && !is_pv
                && value < singular_beta - DOUBLE_EXTENSION_MARGIN.get()
                && self.frame(ply, 0).double_extensions < 8
            {
                self.frame_mut(ply).double_extensions += 1;
                return Singular::Extend(2);
            }
            Singular::Extend(1)
        } else if switches::MULTI_CUT.is_on() && singular_beta >= beta {
            // Without the table move there is another that reaches beta: one of them will (multi-cut).
            Singular::Cut(singular_beta)
        } else if !switches::NEGATIVE_EXTENSIONS.is_on() {
            Singular::Extend(0)
        } else if entry.value >= beta {
            Singular::Extend(-2)
        } else if cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
