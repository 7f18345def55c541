//! Node pruning by evaluation: razoring, reverse futility, null move, probcut.

use tabia_chess::{Bitboard, Position, Role};

use super::node::Node;
use super::thread::SearchThread;
use crate::history::{NO_PIECE_TO, piece_to};
use crate::movepick::{MovePicker, is_tactical};
use crate::params::{
    NULL_MOVE_BASE, NULL_MOVE_DIVISOR, NULL_MOVE_SLOPE, PROBCUT_IMPROVING, PROBCUT_MARGIN, RAZOR_BASE,
    RAZOR_SLOPE, REVERSE_FUTILITY_SLOPE,
};
use crate::see::see;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, MATE_IN_MAX_PLY, NONE, Value, is_mate};

/// The depth in plies from which null-move cut-offs are verified by a search without null moves.
const VERIFICATION_DEPTH: i32 = 14;

impl SearchThread<'_> {
    /// The score of a node whose evaluation is so far outside the window that its moves need no search. Not
    /// for PV nodes, nodes in check and singular searches.
    pub(super) fn prune_node(&mut self, pos: &Position, node: &Node) -> Option<Value> {
        if let Some(value) = self.razor(pos, node) {
            return Some(value);
        }
        if is_reverse_futile(node) {
            return Some(i32::midpoint(node.eval, node.beta));
        }
        if let Some(value) = self.null_move(pos, node) {
            return Some(value);
        }
        self.probcut(pos, node)
    }

    /// Razoring: so far below alpha that only captures could help.
    #[inline(always)]
    fn razor(&mut self, pos: &Position, node: &Node) -> Option<Value> {
        let &Node { alpha, depth, ply, .. } = node;
        let reach = node.eval + RAZOR_SLOPE.get() * depth + RAZOR_BASE.get();
        if depth > 3 || reach >= alpha {
            return None;
        }
        let value = self.quiescence::<false>(pos, alpha, alpha + 1, ply, true);
        (value <= alpha || self.stopped).then_some(value)
    }

    /// Null move: if passing reaches beta, some move will. Not in pawn endings, where passing may be the only
    /// good "move" (zugzwang).
    #[inline(always)]
    fn null_move(&mut self, pos: &Position, node: &Node) -> Option<Value> {
        let &Node { beta, depth, ply, eval, .. } = node;
        if eval < beta
            || node.static_eval < beta - NULL_MOVE_SLOPE.get() * depth + NULL_MOVE_BASE.get()
            || depth < 3
            || self.frame(ply, 1).piece_to == NO_PIECE_TO
            || !has_non_pawn_material(pos)
            || ply < self.null_move_floor
            || beta <= -MATE_IN_MAX_PLY
        {
            return None;
        }
        let reduction = 4 + depth / 3 + ((eval - beta) / NULL_MOVE_DIVISOR.get()).min(3);
        let value = self.search_null_move(pos, node, depth - reduction);
        if self.stopped {
            return Some(DRAW);
        }
        if value < beta {
            return None;
        }
        // A mate found after a null move is not proven.
        let value = if is_mate(value) { beta } else { value };
        if depth < VERIFICATION_DEPTH || self.null_move_floor > 0 {
            return Some(value);
        }
        // At high depth the cut-off is verified by a search without null moves.
        self.null_move_floor = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.negamax::<false>(pos, beta - 1, beta, depth - reduction, ply, false);
        self.null_move_floor = 0;
        (verified >= beta || self.stopped).then_some(value)
    }

    #[inline(always)]
    fn search_null_move(&mut self, pos: &Position, node: &Node, depth: i32) -> Value {
        let &Node { beta, ply, .. } = node;
        self.frame_mut(ply).piece_to = NO_PIECE_TO;
        self.frame_mut(ply).quiet = None;
        let mut child = *pos;
        child.play_null();
        let floor = self.keys_floor;
        self.keys_floor = self.keys.len();
        self.push(pos, None, &child);
        let value = -self.negamax::<false>(&child, -beta, -beta + 1, depth, ply + 1, !node.cut_node);
        self.pop();
        self.keys_floor = floor;
        value
    }

    /// Probcut: a capture that reaches far above beta in a shallow search very likely does so in a deep one.
    #[inline(always)]
    fn probcut(&mut self, pos: &Position, node: &Node) -> Option<Value> {
        let &Node { beta, depth, ply, improving, .. } = node;
        let probcut_beta = beta + PROBCUT_MARGIN.get() - PROBCUT_IMPROVING.get() * i32::from(improving);
        if depth < 4 || is_mate(beta) {
            return None;
        }
        // Probed again, because the null-move search may have stored an entry.
        let too_low = self.tt.probe(pos.key(), ply).is_some_and(|entry| {
            entry.depth >= depth - 3 && entry.value != NONE && entry.value < probcut_beta
        });
        if too_low { None } else { self.search_probcut(pos, node, probcut_beta) }
    }

    fn search_probcut(&mut self, pos: &Position, node: &Node, beta: Value) -> Option<Value> {
        let &Node { depth, ply, static_eval, .. } = node;
        let threshold = beta - static_eval;
        let tt_move = node.tt_move.filter(|&mv| is_tactical(mv) && see(pos, mv, threshold));
        let mut picker =
            MovePicker::captures(pos, self.moves, tt_move, self.quiet_context(ply), threshold.max(1));
        let mut result = None;
        while let Some(mv) = picker.next(pos, self.moves, self.histories) {
            self.frame_mut(ply).piece_to = piece_to(pos, mv);
            self.frame_mut(ply).quiet = None;
            let mut child = *pos;
            child.play_unchecked(mv);
            self.push(pos, Some(mv), &child);
            let mut value = -self.quiescence::<false>(&child, -beta, -beta + 1, ply + 1, true);
            if value >= beta && !self.stopped {
                value = -self.negamax::<false>(&child, -beta, -beta + 1, depth - 4, ply + 1, !node.cut_node);
            }
            self.pop();
            if self.stopped {
                result = Some(DRAW);
                break;
            }
            if value >= beta {
                let (depth, bound) = (depth - 3, EntryBound::Lower);
                let entry = Entry { mv: Some(mv), value, eval: NONE, depth, bound, is_pv: false };
                self.tt.store(pos.key(), ply, entry);
                result = Some(value);
                break;
            }
        }
        picker.finish(self.moves);
        result
    }
}

/// Reverse futility: so far above beta that the opponent is unlikely to recover.
#[inline(always)]
fn is_reverse_futile(node: &Node) -> bool {
    let &Node { beta, depth, eval, .. } = node;
    depth <= 8
        && eval >= beta
        && eval - REVERSE_FUTILITY_SLOPE.get() * (depth - i32::from(node.improving)) >= beta
        && !is_mate(beta)
        && !is_mate(eval)
        && node.tt_move.is_none_or(is_tactical)
}

/// Whether the side to move has one piece besides king and pawns and nothing else can move: it may sacrifice
/// that piece to be stalemated, which neither evaluation nor SEE sees.
pub(super) fn may_seek_stalemate(pos: &Position) -> bool {
    let pawns_and_kings: Bitboard = pos.by_role(Role::Pawn) | pos.by_role(Role::King);
    let pieces = pos.by_color(pos.turn()) & !pawns_and_kings;
    pieces.count() == 1 && only_these_move(pos, pieces)
}

/// Whether no other piece can move.
#[cold]
#[inline(never)]
fn only_these_move(pos: &Position, men: Bitboard) -> bool {
    pos.legal_moves().iter().all(|mv| men.contains(mv.from()))
}

/// Whether the side to move has more than king and pawns.
#[inline(always)]
pub(super) fn has_non_pawn_material(pos: &Position) -> bool {
    let pawns_and_kings: Bitboard = pos.by_role(Role::Pawn) | pos.by_role(Role::King);
    (pos.by_color(pos.turn()) & !pawns_and_kings).any()
}
