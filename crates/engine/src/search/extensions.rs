//! Extensions: moves that are searched deeper than their siblings.

use tabia_chess::Position;

use super::node::{Candidate, Node};
use super::thread::SearchThread;
use crate::params::{DOUBLE_EXTENSION_MARGIN, SINGULAR_MARGIN};
use crate::see::see;
use crate::tt::{Entry, EntryBound};
use crate::value::{NONE, Value, is_mate};

/// The extension of a move.
pub(super) enum Extension {
    /// Search it this many plies deeper.
    Plies(i32),
    /// The node fails high with this score (multi-cut).
    Cutoff(Value),
}

impl SearchThread<'_> {
    /// Extension of a move, in plies.
    #[inline(always)]
    pub(super) fn extension(
        &mut self,
        pos: &Position,
        node: &Node,
        candidate: &Candidate,
        is_pv: bool,
    ) -> Extension {
        let is_root = is_pv && node.ply == 0;
        if is_root || node.ply >= 2 * self.root_depth as usize {
            return Extension::Plies(0);
        }
        if Some(candidate.mv) == node.tt_move && !node.is_exclusion() && node.depth * self.extensions >= 700 {
            return match node.tt_entry {
                Some(entry) => self.singular_extension(pos, node, candidate, &entry, is_pv),
                None => Extension::Plies(0),
            };
        }
        let is_check_extended =
            candidate.gives_check && node.depth * 100 < 9 * self.extensions && see(pos, candidate.mv, 0);
        Extension::Plies(i32::from(is_check_extended))
    }

    /// Singular extensions: a TT move that is better than all others by a margin is searched deeper.
    fn singular_extension(
        &mut self,
        pos: &Position,
        node: &Node,
        candidate: &Candidate,
        entry: &Entry,
        is_pv: bool,
    ) -> Extension {
        let &Node { depth, ply, cut_node, .. } = node;
        let trustworthy = entry.depth >= depth - 3
            && matches!(entry.bound, EntryBound::Lower | EntryBound::Exact)
            && entry.value != NONE
            && !is_mate(entry.value);
        if !trustworthy {
            return Extension::Plies(0);
        }
        let singular_beta = entry.value - SINGULAR_MARGIN.get() * depth / 64;
        let piece_to = self.frame(ply, 0).piece_to;
        self.frame_mut(ply).excluded = Some(candidate.mv);
        let value =
            self.negamax::<false>(pos, singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
        self.frame_mut(ply).excluded = None;
        self.frame_mut(ply).piece_to = piece_to;
        if value < singular_beta {
            if !is_pv
                && value < singular_beta - DOUBLE_EXTENSION_MARGIN.get()
                && self.frame(ply, 0).double_extensions < 8
            {
                self.frame_mut(ply).double_extensions += 1;
                return Extension::Plies(2);
            }
            Extension::Plies(1)
        } else if singular_beta >= node.beta {
            // Another move reaches beta without the TT move: at least one of them will (multi-cut).
            Extension::Cutoff(singular_beta)
        } else {
            Extension::Plies(0)
        }
    }
}
