//! Pruning of whole nodes: razoring, reverse futility, null move, probcut.

use tabia_chess::{Bitboard, Move, Position, Role};

use super::params::{
    NULL_MOVE_BASE, NULL_MOVE_DIVISOR, NULL_MOVE_SLOPE, PROBCUT_IMPROVING, PROBCUT_MARGIN, RAZOR_BASE,
    RAZOR_SLOPE, REVERSE_FUTILITY_SLOPE,
};
use super::switches;
use super::worker::Worker;
use crate::control::Control;
use crate::history::{NO_PIECE_TO, piece_to};
use crate::movepick::{MovePicker, is_tactical};
use crate::see::see;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, MATE_IN_MAX_PLY, NONE, Value, is_mate};

impl<C: Control> Worker<'_, C> {
    /// Pruning of whole nodes by their evaluation: razoring, reverse futility, null move, probcut.
    #[allow(clippy::too_many_arguments)] // What the node knows by then.
    pub(super) fn prune_node(
        &mut self,
        pos: &Position,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
        eval: Value,
        improving: bool,
        table_move: Option<Move>,
    ) -> Option<Value> {
        let static_eval = self.frame(ply, 0).static_eval;
        // Razoring: so far below alpha that only captures could help.
        if switches::RAZORING.is_on()
            && depth <= 3
            && eval + RAZOR_SLOPE.get() * depth + RAZOR_BASE.get() < alpha
        {
            let value = self.quiescence::<false>(pos, alpha, alpha + 1, ply, true);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // Reverse futility: so far above beta that the opponent cannot make it good.
        if switches::REVERSE_FUTILITY.is_on()
            && depth <= 8
            && eval >= beta
            && eval - REVERSE_FUTILITY_SLOPE.get() * (depth - i32::from(improving)) >= beta
            && !is_mate(beta)
            && !is_mate(eval)
            && table_move.is_none_or(is_tactical)
        {
            return Some(i32::midpoint(eval, beta));
        }
        // Null move: if passing is good enough, some move is. Not in pawn endings, where it may be the
        // only good "move" (zugzwang).
        if switches::NULL_MOVE.is_on()
            && eval >= beta
            && static_eval >= beta - NULL_MOVE_SLOPE.get() * depth + NULL_MOVE_BASE.get()
            && depth >= 3
            && self.frame(ply, 1).piece_to != NO_PIECE_TO
            && has_pieces(pos)
            && ply >= self.null_move_floor
            && beta > -MATE_IN_MAX_PLY
        {
            let reduction = 3 + depth / 3 + ((eval - beta) / NULL_MOVE_DIVISOR.get()).min(3);
            self.frame_mut(ply).piece_to = NO_PIECE_TO;
            self.frame_mut(ply).quiet = None;
            let mut child = *pos;
            child.play_null();
            let floor = self.keys_floor;
            self.keys_floor = self.keys.len();
            self.push(&child);
            let value =
                -self.negamax::<false>(&child, -beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
            self.pop();
            self.keys_floor = floor;
            if self.stopped {
                return Some(DRAW);
            }
            if value >= beta {
                // A mate behind a pass is not proven.
                let value = if is_mate(value) { beta } else { value };
                if !switches::NULL_MOVE_VERIFICATION.is_on() || depth < 14 || self.null_move_floor > 0 {
                    return Some(value);
                }
                // Deep in the tree it is worth verifying, without null moves for a while.
                self.null_move_floor = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                let verified = self.negamax::<false>(pos, beta - 1, beta, depth - reduction, ply, false);
                self.null_move_floor = 0;
                if verified >= beta || self.stopped {
                    return Some(value);
                }
            }
        }
        // Probcut: a capture that a shallow search finds far above beta will very likely hold.
        let probcut_beta = beta + PROBCUT_MARGIN.get() - PROBCUT_IMPROVING.get() * i32::from(improving);
        if switches::PROBCUT.is_on() && depth >= 5 && !is_mate(beta) {
            let too_low = self.table.probe(pos.key(), ply).is_some_and(|entry| {
                entry.depth >= depth - 3 && entry.value != NONE && entry.value < probcut_beta
            });
            if !too_low {
                return self.probcut(pos, probcut_beta, depth, ply, cut_node, static_eval, table_move);
            }
        }
        None
    }

    #[allow(clippy::too_many_arguments)] // What the node knows by then.
    fn probcut(
        &mut self,
        pos: &Position,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
        static_eval: Value,
        table_move: Option<Move>,
    ) -> Option<Value> {
        let threshold = beta - static_eval;
        let table_move = table_move.filter(|&mv| is_tactical(mv) && see(pos, mv, threshold));
        let mut picker =
            MovePicker::captures(pos, self.moves, table_move, self.moves_before(ply), threshold.max(1));
        let mut result = None;
        while let Some(mv) = picker.next(pos, self.moves, self.histories) {
            self.frame_mut(ply).piece_to = piece_to(pos, mv);
            self.frame_mut(ply).quiet = None;
            let mut child = *pos;
            child.play_unchecked(mv);
            self.push(&child);
            let mut value = -self.quiescence::<false>(&child, -beta, -beta + 1, ply + 1, true);
            if value >= beta && !self.stopped {
                value = -self.negamax::<false>(&child, -beta, -beta + 1, depth - 4, ply + 1, !cut_node);
            }
            self.pop();
            if self.stopped {
                result = Some(DRAW);
                break;
            }
            if value >= beta {
                self.table.store(
                    pos.key(),
                    ply,
                    Entry {
                        mv: Some(mv),
                        value,
                        eval: NONE,
                        depth: depth - 3,
                        bound: EntryBound::Lower,
                        is_pv: false,
                    },
                );
                result = Some(value);
                break;
            }
        }
        picker.finish(self.moves);
        result
    }
}

/// Whether the side to move has one piece beside king and pawns, and nothing else can move: it may give the piece away to
/// be stalemated, of which neither evaluations nor exchanges tell.
pub(super) fn may_seek_stalemate(pos: &Position) -> bool {
    let pawns_and_kings: Bitboard = pos.by_role(Role::Pawn) | pos.by_role(Role::King);
    let pieces = pos.by_color(pos.turn()) & !pawns_and_kings;
    pieces.count() == 1 && only_these_move(pos, pieces)
}

/// Whether no other chessman can move.
#[cold]
#[inline(never)]
fn only_these_move(pos: &Position, men: Bitboard) -> bool {
    pos.legal_moves().iter().all(|mv| men.contains(mv.from()))
}

/// Whether the side to move has more than king and pawns.
#[inline(always)]
pub(super) fn has_pieces(pos: &Position) -> bool {
    let pawns_and_kings: Bitboard = pos.by_role(Role::Pawn) | pos.by_role(Role::King);
    (pos.by_color(pos.turn()) & !pawns_and_kings).any()
}
