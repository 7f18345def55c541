//! Move pruning: late moves, futility, bad history, losing exchanges.

use tabia_chess::Position;

use super::node::{Candidate, Node};
use super::reductions::REDUCTIONS;
use crate::movepick::MovePicker;
use crate::params::{
    FUTILITY_BASE, FUTILITY_HISTORY, FUTILITY_SLOPE, HISTORY_PRUNING, LATE_MOVE_BASE, SEE_CAPTURE, SEE_QUIET,
};
use crate::see::see;

/// Whether a move need not be searched. May also tell the picker to skip all further quiet moves.
#[inline(always)]
pub(super) fn is_move_pruned(
    pos: &Position,
    node: &Node,
    candidate: &Candidate,
    picker: &mut MovePicker,
) -> bool {
    if candidate.is_quiet {
        is_quiet_pruned(pos, node, candidate, picker)
    } else {
        node.depth < 8 && {
            let margin = -(SEE_CAPTURE.get() * node.depth) - (candidate.history / 64).clamp(-80, 80);
            !see(pos, candidate.mv, margin)
        }
    }
}

#[inline(always)]
fn is_quiet_pruned(pos: &Position, node: &Node, candidate: &Candidate, picker: &mut MovePicker) -> bool {
    let &Candidate { mv, number, gives_check, history, .. } = candidate;
    let depth = node.depth;
    let late_moves = (LATE_MOVE_BASE.get() + depth * depth) as usize / if node.improving { 1 } else { 2 };
    if number > late_moves {
        picker.skip_quiets();
    }
    let reduced = depth - REDUCTIONS.get(depth, number) / 1024;
    let lmr_depth = (reduced + history / 8_192).max(0);
    // Futility: the position is too bad for a quiet move to raise alpha.
    if !node.in_check && !gives_check && lmr_depth < 9 {
        let reach = node.eval
            + FUTILITY_BASE.get()
            + FUTILITY_SLOPE.get() * lmr_depth
            + history / FUTILITY_HISTORY.get();
        if reach <= node.alpha {
            picker.skip_quiets();
            return true;
        }
    }
    // History pruning.
    if lmr_depth < 6 && history < -HISTORY_PRUNING.get() * depth {
        return true;
    }
    !see(pos, mv, -SEE_QUIET.get() * lmr_depth * lmr_depth)
}
