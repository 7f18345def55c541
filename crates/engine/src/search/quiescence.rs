//! The quiescence search: captures and promotions until the position is quiet, evasions in check.
//!
//! Most of its trees have a few nodes. Those of crowded positions would never end, so they are cut short by a
//! [`QsearchBudget`](super::qsearch_budget::QsearchBudget).

use tabia_chess::Position;

use super::node_pruning::has_non_pawn_material;
use super::thread::SearchThread;
use crate::control::Control;
use crate::history::piece_to;
use crate::movepick::{MovePicker, is_tactical};
use crate::params::QUIESCENCE_FUTILITY;
use crate::see::{EXCHANGE_VALUE, see};
use crate::switches;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, INFINITE, KNOWN_WIN, MATE_IN_MAX_PLY, MAX_PLY, NONE, Value, is_mate, mated_in};

impl<C: Control> SearchThread<'_, C> {
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

    #[allow(clippy::too_many_lines)] // One algorithm whose steps share most of their state.
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
        if self.is_draw(pos) {
            return self.draw_value(ply);
        }
        let in_check = pos.is_check();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(pos) };
        }

        // After the last piece was taken, or a pawn was moved, there may be a stalemate, which the evaluation
        // does not see.
        if switches::STALEMATE_TRAPS.is_on()
            && !in_check
            && pos.halfmove_clock() == 0
            && !has_non_pawn_material(pos)
            && !pos.has_legal_moves()
        {
            return self.draw_value(ply);
        }

        let key = pos.key();
        let entry = self.tt.probe(key, ply);
        if switches::QUIESCENCE_TT.is_on()
            && !PV
            && let Some(entry) = entry
            && entry.value != NONE
            && entry.bound.decides(entry.value, beta)
        {
            return entry.value;
        }
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| pos.is_legal(mv));

        let mut raw_eval = NONE;
        let mut best = -INFINITE;
        let mut futility_base = -INFINITE;
        if !in_check {
            raw_eval = match entry {
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate(pos),
            };
            best = self.corrected_eval(pos, raw_eval, ply);
            // A TT score is the better estimate if its bound is on the right side.
            if let Some(entry) = entry
                && entry.value != NONE
                && !is_mate(entry.value)
                && entry.bound.decides(entry.value, best + 1)
            {
                best = entry.value;
            }
            if best >= beta {
                if entry.is_none() {
                    self.tt.store(
                        key,
                        ply,
                        Entry {
                            mv: None,
                            value: best,
                            eval: raw_eval,
                            depth: -1,
                            bound: EntryBound::Lower,
                            is_pv: false,
                        },
                    );
                }
                return best;
            }
            if self.is_budget_spent() {
                return best;
            }
            alpha = alpha.max(best);
            futility_base = best + QUIESCENCE_FUTILITY.get();
        }

        // In check every evasion is searched, otherwise only moves that win material.
        let hash_move = tt_move.filter(|&mv| in_check || (is_tactical(mv) && see(pos, mv, 0)));
        let mut picker = MovePicker::captures(pos, self.moves, hash_move, self.continuation_keys(ply), 0);
        if switches::QUIESCENCE_CHECKS.is_on() && checks {
            picker = picker.with_checks();
        }
        let check_info = pos.check_info();
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(pos, self.moves, self.histories) {
            count += 1;
            if best > -MATE_IN_MAX_PLY {
                if in_check {
                    // Quiet evasions seldom help once a way out of mate is known.
                    if !is_tactical(mv) && count > 3 {
                        continue;
                    }
                } else if futility_base > -KNOWN_WIN
                    && mv.is_capture()
                    && !mv.is_promotion()
                    && !check_info.gives_check(pos, mv)
                {
                    // In an ending lost by rule, a capture may gain far more than the captured piece: the
                    // draw.
                    let victim = pos.piece_at(mv.to()).map_or(0, |piece| piece.role.index());
                    let reach = futility_base + EXCHANGE_VALUE[victim];
                    if switches::QUIESCENCE_DELTA.is_on() && reach <= alpha {
                        best = best.max(reach);
                        continue;
                    }
                    if switches::QUIESCENCE_SEE.is_on() && futility_base <= alpha && !see(pos, mv, 1) {
                        best = best.max(futility_base);
                        continue;
                    }
                }
            }
            self.frame_mut(ply).piece_to = piece_to(pos, mv);
            self.frame_mut(ply).quiet = None;
            let mut child = *pos;
            child.play_unchecked(mv);
            self.push(&child);
            let value = -self.quiescence_node::<PV>(&child, -beta, -alpha, ply + 1, false);
            self.pop();
            if self.stopped {
                picker.finish(self.moves);
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.pv.update(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            // In check one evasion is searched even so: the evaluation does not see mates.
            if self.is_budget_spent() {
                break;
            }
        }
        picker.finish(self.moves);

        if in_check && count == 0 {
            return mated_in(ply);
        }
        // An incomplete search must not be stored.
        if self.is_budget_spent() {
            return best;
        }
        let bound = if best >= beta { EntryBound::Lower } else { EntryBound::Upper };
        self.tt.store(
            key,
            ply,
            Entry { mv: best_move, value: best, eval: raw_eval, depth: 0, bound, is_pv: PV },
        );
        best
    }
}
