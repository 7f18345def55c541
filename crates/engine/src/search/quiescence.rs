//! The quiescence search: captures and promotions until the position is quiet, evasions in check.
//!
//! Most of its trees have a few nodes. Those of crowded positions would never end, so they are cut short by a
//! [`QsearchBudget`](super::qsearch_budget::QsearchBudget).

use tabia_chess::{CheckInfo, Move, Position};

use super::node_pruning::has_non_pawn_material;
use super::thread::SearchThread;
use crate::history::piece_to;
use crate::movepick::{MovePicker, is_tactical};
use crate::params::QUIESCENCE_FUTILITY;
use crate::see::{EXCHANGE_VALUE, see};
use crate::threats::Threats;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, INFINITE, KNOWN_WIN, MATE_IN_MAX_PLY, MAX_PLY, NONE, Value, is_mate, mated_in};

impl SearchThread<'_> {
    /// Resolves the captures of a leaf node of the main search and returns its score. `checks` also searches
    /// quiet checks, in this node only.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        pos: &Position,
        alpha: Value,
        beta: Value,
        ply: usize,
        checks: bool,
    ) -> Value {
        self.qsearch_budget.begin_tree(self.quiescence_nodes);
        self.quiescence_node::<PV>(pos, alpha, beta, ply, checks)
    }

    /// Whether the current tree has to end: its nodes return the best score so far.
    #[inline(always)]
    fn is_budget_spent(&self) -> bool {
        self.qsearch_budget.is_spent(self.quiescence_nodes)
    }

    fn quiescence_node<const PV: bool>(
        &mut self,
        pos: &Position,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        checks: bool,
    ) -> Value {
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        self.quiescence_nodes += 1;
        if self.stopped {
            return DRAW;
        }
        let in_check = pos.is_check();
        if let Some(value) = self.quiescence_end(pos, ply, in_check) {
            return value;
        }
        let entry = self.tt.probe(pos.key(), ply);
        if !PV
            && let Some(entry) = entry
            && entry.value != NONE
            && entry.bound.decides(entry.value, beta)
        {
            return entry.value;
        }
        let mut raw_eval = NONE;
        let mut best = -INFINITE;
        let mut futility_base = -INFINITE;
        if !in_check {
            (raw_eval, best) = self.stand_pat(pos, entry, ply);
            if best >= beta {
                if entry.is_none() {
                    self.store_quiescence(pos, ply, (None, best, raw_eval), EntryBound::Lower, -1, false);
                }
                return best;
            }
            if self.is_budget_spent() {
                return best;
            }
            alpha = alpha.max(best);
            futility_base = best + QUIESCENCE_FUTILITY.get();
        }
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| pos.is_legal(mv));
        let mut node = QuiescenceNode {
            alpha,
            beta,
            ply,
            in_check,
            futility_base,
            best,
            best_move: None,
            move_count: 0,
        };
        self.search_captures::<PV>(pos, &mut node, tt_move, checks);
        if self.stopped {
            return DRAW;
        }
        if in_check && node.move_count == 0 {
            return mated_in(ply);
        }
        // An incomplete search must not be stored.
        if !self.is_budget_spent() {
            let bound = if node.best >= beta { EntryBound::Lower } else { EntryBound::Upper };
            self.store_quiescence(pos, ply, (node.best_move, node.best, raw_eval), bound, 0, PV);
        }
        node.best
    }

    /// Draws and the maximum depth: nodes that need no search.
    #[inline(always)]
    fn quiescence_end(&mut self, pos: &Position, ply: usize, in_check: bool) -> Option<Value> {
        if self.is_draw(pos) {
            return Some(self.draw_value(ply));
        }
        if ply >= MAX_PLY {
            return Some(if in_check { DRAW } else { self.evaluate(pos) });
        }
        // After the last piece was taken, or a pawn was moved, there may be a stalemate, which the evaluation does not
        // see.
        let is_stalemate =
            !in_check && pos.halfmove_clock() == 0 && !has_non_pawn_material(pos) && !pos.has_legal_moves();
        is_stalemate.then(|| self.draw_value(ply))
    }

    /// The evaluation without corrections, and the score without a capture.
    #[inline(always)]
    fn stand_pat(&mut self, pos: &Position, entry: Option<Entry>, ply: usize) -> (Value, Value) {
        let raw_eval = match entry {
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.evaluate(pos),
        };
        let eval = self.corrected_eval(pos, raw_eval, ply);
        // A TT score is the better estimate if its bound is on the right side.
        match entry {
            Some(entry)
                if entry.value != NONE
                    && !is_mate(entry.value)
                    && entry.bound.decides(entry.value, eval + 1) =>
            {
                (raw_eval, entry.value)
            }
            _ => (raw_eval, eval),
        }
    }

    /// Searches the captures of a node, in check all evasions.
    #[inline(always)]
    fn search_captures<const PV: bool>(
        &mut self,
        pos: &Position,
        node: &mut QuiescenceNode,
        tt_move: Option<Move>,
        checks: bool,
    ) {
        let ply = node.ply;
        // Out of check the only quiet moves are checks, whose order is not worth the time that threats take.
        self.frame_mut(ply).threats = if node.in_check { Threats::of(pos) } else { Threats::default() };
        // In check every evasion is searched, otherwise only moves that win material.
        let hash_move = tt_move.filter(|&mv| node.in_check || (is_tactical(mv) && see(pos, mv, 0)));
        let mut picker = MovePicker::captures(pos, self.moves, hash_move, self.quiet_context(ply), 0);
        if checks {
            picker = picker.with_checks();
        }
        let check_info = pos.check_info();
        while let Some(mv) = picker.next(pos, self.moves, self.histories) {
            node.move_count += 1;
            if node.best > -MATE_IN_MAX_PLY && node.prunes(pos, mv, &check_info) {
                continue;
            }
            self.frame_mut(ply).piece_to = piece_to(pos, mv);
            self.frame_mut(ply).quiet = None;
            let mut child = *pos;
            child.play_unchecked(mv);
            self.push(pos, Some(mv), &child);
            let value = -self.quiescence_node::<PV>(&child, -node.beta, -node.alpha, ply + 1, false);
            self.pop();
            if self.stopped {
                break;
            }
            if value > node.best {
                node.best = value;
                if value > node.alpha {
                    node.best_move = Some(mv);
                    if PV {
                        self.pv.update(ply, mv);
                    }
                    if value >= node.beta {
                        break;
                    }
                    node.alpha = value;
                }
            }
            // In check one evasion is searched even so: the evaluation does not see mates.
            if self.is_budget_spent() {
                break;
            }
        }
        picker.finish(self.moves);
    }

    /// Stores a node's best move, score and evaluation without corrections.
    #[inline(always)]
    fn store_quiescence(
        &self,
        pos: &Position,
        ply: usize,
        (mv, value, eval): (Option<Move>, Value, Value),
        bound: EntryBound,
        depth: i32,
        is_pv: bool,
    ) {
        self.tt.store(pos.key(), ply, Entry { mv, value, eval, depth, bound, is_pv });
    }
}

/// A node of the quiescence search while its moves are searched.
struct QuiescenceNode {
    alpha: Value,
    beta: Value,
    ply: usize,
    in_check: bool,
    /// The score that a capture improves by the captured piece at most.
    futility_base: Value,
    best: Value,
    best_move: Option<Move>,
    /// Number of moves that were not excluded, including pruned ones.
    move_count: usize,
}

impl QuiescenceNode {
    /// Whether a move need not be searched; a bound on its score then raises the best score.
    #[inline(always)]
    fn prunes(&mut self, pos: &Position, mv: Move, check_info: &CheckInfo) -> bool {
        if self.in_check {
            // Quiet evasions seldom help once a way out of mate is known.
            return !is_tactical(mv) && self.move_count > 3;
        }
        // In an ending lost by rule, a capture may gain far more than the captured piece: the draw.
        if self.futility_base <= -KNOWN_WIN
            || !mv.is_capture()
            || mv.is_promotion()
            || check_info.gives_check(pos, mv)
        {
            return false;
        }
        let victim = pos.piece_at(mv.to()).map_or(0, |piece| piece.role.index());
        let reach = self.futility_base + EXCHANGE_VALUE[victim];
        if reach <= self.alpha {
            self.best = self.best.max(reach);
            return true;
        }
        if self.futility_base <= self.alpha && !see(pos, mv, 1) {
            self.best = self.best.max(self.futility_base);
            return true;
        }
        false
    }
}
