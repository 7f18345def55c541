//! The main search: principal variation search (negamax) with the usual pruning, reductions and extensions.
//!
//! The techniques are those of the Chess Programming Wiki's "Search" pages; their numbers
//! stand in `params`.

use tabia_chess::{Move, Position};

use super::params::{
    DEEPER_MARGIN, FAIL_LOW_BONUS, FUTILITY_BASE, FUTILITY_HISTORY, FUTILITY_SLOPE, HISTORY_PRUNING,
    LATE_MOVE_BASE, REDUCTION_CAPTURE_HISTORY, REDUCTION_CHECK, REDUCTION_CUT_NODE, REDUCTION_CUTOFFS,
    REDUCTION_NOT_IMPROVING, REDUCTION_PV, REDUCTION_QUIET_HISTORY, REDUCTION_REFUTATION,
    REDUCTION_TABLE_CAPTURE, REDUCTION_WAS_PV, SEE_CAPTURE, SEE_QUIET, SHALLOWER_MARGIN,
};
use super::pruning::{has_pieces, may_seek_stalemate};
use super::singular::Singular;
use super::switches;
use super::tried::Tried;
use super::worker::{REDUCTIONS, Worker};
use crate::control::{Control, Report};
use crate::history::{self, piece_to};
use crate::movepick::{MovePicker, is_tactical};
use crate::see::see;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, NONE, Value, is_mate, mate_in, mated_in};

/// The first moves of a node: one of them that the table refutes at once was the choice of move ordering.
const REFUTED_EARLY: usize = 3;
/// `currmove` is told from this time on, in milliseconds.
const CURRENT_MOVE_AFTER_MS: u64 = 3_000;

impl<C: Control> Worker<'_, C> {
    /// Searches a node to `depth` plies and returns its score, exact if between `alpha` and `beta`.
    ///
    /// `PV` nodes are those with an open window, where the principal variation is built. `cut_node` tells
    /// that the node is expected to fail high.
    #[allow(clippy::too_many_lines)] // One algorithm whose steps share most of their state.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        pos: &Position,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        let is_root = PV && ply == 0;
        // Who can repeat need not accept less than a draw.
        if switches::UPCOMING_REPETITION.is_on()
            && !is_root
            && alpha < self.draw_value(ply)
            && self.can_repeat(pos)
        {
            alpha = self.draw_value(ply);
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 {
            return self.quiescence::<PV>(pos, alpha, beta, ply, true);
        }
        let in_check = pos.is_check();
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return DRAW;
        }

        if !is_root {
            if self.is_draw(pos) {
                return self.draw_value(ply);
            }
            if ply >= MAX_PLY {
                return if in_check { DRAW } else { self.evaluate(pos) };
            }
            // Mate distance pruning: nothing here can beat a shorter mate that is known already.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frame(ply, 0).excluded;
        let key = pos.key();
        let entry = if excluded.is_some() { None } else { self.table.probe(key, ply) };
        let table_move = if is_root {
            self.root_moves.get(self.pv_index).map(|root_move| root_move.mv)
        } else {
            entry.and_then(|entry| entry.mv).filter(|&mv| switches::TABLE_MOVE.is_on() && pos.is_legal(mv))
        };
        let was_pv = PV || entry.is_some_and(|entry| entry.is_pv);

        // The table answers, unless the fifty-move rule is so near that the score may not hold.
        if switches::TABLE_CUTOFFS.is_on()
            && !PV
            && excluded.is_none()
            && pos.halfmove_clock() < 90
            && let Some(entry) = entry
            && entry.value != NONE
            && entry.depth >= depth
            && entry.bound.decides(entry.value, beta)
        {
            if entry.value >= beta && self.frame(ply, 1).move_count <= REFUTED_EARLY {
                self.judge_prior_move(pos, ply, -history::bonus(depth + 1));
            }
            if let Some(mv) = table_move
                && entry.value >= beta
                && !is_tactical(mv)
            {
                let before = self.moves_before(ply);
                self.histories.update_quiet(pos, mv, &before, history::bonus(depth));
            }
            return entry.value;
        }

        // The tablebases answer.
        let mut most = INFINITE;
        let mut best = -INFINITE;
        if self.table_limit > 0
            && !is_root
            && excluded.is_none()
            && let Some((value, bound)) = self.probe_tables(pos, depth, ply)
        {
            if bound == EntryBound::Exact
                || bound.decides(value, if bound == EntryBound::Lower { beta } else { alpha + 1 })
            {
                self.remember_tables(pos, depth, ply, value, bound);
                return value;
            }
            if PV {
                // The result is known, and the search may only find it quicker or slower.
                if bound == EntryBound::Lower {
                    best = value;
                    alpha = alpha.max(value);
                } else {
                    most = value;
                }
            }
        }

        // Static evaluation.
        let mut raw_eval = NONE;
        let mut eval = NONE;
        if in_check {
            self.frame_mut(ply).static_eval = NONE;
        } else if excluded.is_some() {
            // The search that asks has evaluated this position.
            eval = self.frame(ply, 0).static_eval;
        } else {
            raw_eval = match entry {
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate(pos),
            };
            let static_eval = self.corrected(pos, raw_eval, ply);
            self.frame_mut(ply).static_eval = static_eval;
            eval = static_eval;
            if let Some(entry) = entry {
                if switches::TABLE_EVALUATION.is_on()
                    && entry.value != NONE
                    && !is_mate(entry.value)
                    && entry.bound.decides(entry.value, eval + 1)
                {
                    eval = entry.value;
                }
            } else {
                self.table.store(
                    key,
                    ply,
                    Entry {
                        mv: None,
                        value: NONE,
                        eval: raw_eval,
                        depth: -2,
                        bound: EntryBound::None,
                        is_pv: was_pv,
                    },
                );
            }
        }
        let static_eval = self.frame(ply, 0).static_eval;
        if !in_check && excluded.is_none() {
            self.judge_prior_move_by_evaluation(pos, ply);
        }
        let improving = switches::IMPROVING.is_on() && !in_check && {
            let earlier = match self.frame(ply, 2).static_eval {
                NONE => self.frame(ply, 4).static_eval,
                eval => eval,
            };
            earlier == NONE || static_eval > earlier
        };

        self.frame_mut(ply + 1).killers = [None; 2];
        self.frame_mut(ply + 2).cutoffs = 0;
        if !is_root {
            self.frame_mut(ply).double_extensions = self.frame(ply, 1).double_extensions;
        }

        // Who is losing and can be stalemated tries every move of the last piece.
        let seeks_stalemate =
            switches::STALEMATE_TRAPS.is_on() && alpha < self.draw_value(ply) && may_seek_stalemate(pos);
        if !PV && !in_check && excluded.is_none() && !seeks_stalemate {
            if let Some(value) =
                self.prune_node(pos, alpha, beta, depth, ply, cut_node, eval, improving, table_move)
            {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }

        // Internal iterative reduction: without a table move the order will be poor; a shallower search
        // leaves one for next time.
        if switches::INTERNAL_REDUCTION.is_on()
            && depth >= 4
            && table_move.is_none()
            && (PV || cut_node)
            && excluded.is_none()
        {
            depth -= 1;
        }

        let before = self.moves_before(ply);
        let refutations = {
            let [first, second] = self.frame(ply, 0).killers;
            let counter = self.histories.counter(before[0]).filter(|_| switches::COUNTER_MOVE.is_on());
            if switches::KILLERS.is_on() { [first, second, counter] } else { [None, None, counter] }
        };
        let mut picker = MovePicker::new(pos, self.moves, table_move, refutations, before);
        let table_is_capture = table_move.is_some_and(is_tactical);
        let check_info = pos.check_info();
        let original_alpha = alpha;
        let mut best_move = None;
        let mut move_count = 0;
        let mut tried_quiets = Tried::new();
        let mut tried_captures = Tried::new();

        while let Some(mv) = picker.next(pos, self.moves, self.histories) {
            if Some(mv) == excluded || (is_root && !self.is_searched_at_root(mv)) {
                continue;
            }
            move_count += 1;
            if is_root {
                self.report_current_move(mv, move_count);
            }
            let is_quiet = !is_tactical(mv);
            let gives_check = check_info.gives_check(pos, mv);
            let move_history = if is_quiet {
                self.histories.quiet(pos, mv, &before)
            } else {
                self.histories.capture(pos, mv)
            };

            // Late moves that promise nothing are left out.
            if !is_root && best > -MATE_IN_MAX_PLY && has_pieces(pos) && !seeks_stalemate {
                let reduced = depth - REDUCTIONS.get(depth, move_count) / 1024;
                if is_quiet {
                    // Late-move pruning.
                    if switches::LATE_MOVE_PRUNING.is_on()
                        && move_count
                            > (LATE_MOVE_BASE.get() + depth * depth) as usize / if improving { 1 } else { 2 }
                    {
                        picker.skip_quiets();
                    }
                    let lmr_depth = (reduced + move_history / 8_192).max(0);
                    // Futility: the position is too bad for a quiet move to make good.
                    if switches::FUTILITY.is_on()
                        && !in_check
                        && !gives_check
                        && lmr_depth < 9
                        && eval
                            + FUTILITY_BASE.get()
                            + FUTILITY_SLOPE.get() * lmr_depth
                            + move_history / FUTILITY_HISTORY.get()
                            <= alpha
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    // Moves that have been bad before.
                    if switches::HISTORY_PRUNING_OF_QUIETS.is_on()
                        && lmr_depth < 6
                        && move_history < -HISTORY_PRUNING.get() * depth
                    {
                        continue;
                    }
                    if switches::SEE_PRUNING_OF_QUIETS.is_on()
                        && !see(pos, mv, -SEE_QUIET.get() * lmr_depth * lmr_depth)
                    {
                        continue;
                    }
                } else if switches::SEE_PRUNING_OF_CAPTURES.is_on()
                    && depth < 8
                    && !see(pos, mv, -(SEE_CAPTURE.get() * depth) - (move_history / 64).clamp(-80, 80))
                {
                    continue;
                }
            }

            // Extensions.
            let mut extension = 0;
            if !is_root && ply < 2 * self.root_depth as usize {
                if Some(mv) == table_move && excluded.is_none() && depth * self.extensions >= 700 {
                    if let Some(entry) = entry {
                        match self.singular(pos, mv, &entry, beta, depth, ply, cut_node, PV) {
                            Singular::Extend(plies) => extension = plies,
                            Singular::Cut(value) => {
                                picker.finish(self.moves);
                                return value;
                            }
                        }
                        if self.stopped {
                            picker.finish(self.moves);
                            return DRAW;
                        }
                    }
                } else if switches::CHECK_EXTENSIONS.is_on()
                    && gives_check
                    && depth * 100 < 9 * self.extensions
                    && see(pos, mv, 0)
                {
                    extension = 1;
                }
            }

            let nodes_before = self.nodes;
            self.frame_mut(ply).piece_to = piece_to(pos, mv);
            self.frame_mut(ply).quiet = is_quiet.then_some(mv);
            self.frame_mut(ply).move_count = move_count;
            let mut child = *pos;
            child.play_unchecked(mv);
            self.push(&child);

            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            let reduce =
                switches::LATE_MOVE_REDUCTIONS.is_on() && depth >= 2 && move_count > 1 + usize::from(is_root);
            let mut full = !PV || move_count > 1;
            if reduce {
                let mut reduction = REDUCTIONS.get(depth, move_count);
                let move_history = if switches::HISTORY_REDUCTIONS.is_on() { move_history } else { 0 };
                if is_quiet {
                    reduction -= move_history * 10 / REDUCTION_QUIET_HISTORY.get();
                    if refutations.contains(&Some(mv)) {
                        reduction -= REDUCTION_REFUTATION.get();
                    }
                    if table_is_capture {
                        reduction += REDUCTION_TABLE_CAPTURE.get();
                    }
                } else {
                    reduction = reduction / 2 - move_history * 10 / REDUCTION_CAPTURE_HISTORY.get();
                }
                if was_pv {
                    reduction -= REDUCTION_WAS_PV.get();
                }
                if PV {
                    reduction -= REDUCTION_PV.get();
                }
                if cut_node {
                    reduction += REDUCTION_CUT_NODE.get();
                }
                if !improving {
                    reduction += REDUCTION_NOT_IMPROVING.get();
                }
                if gives_check || in_check {
                    reduction -= REDUCTION_CHECK.get();
                }
                if self.frame(ply + 1, 0).cutoffs > 3 {
                    reduction += REDUCTION_CUTOFFS.get();
                }
                let reduced =
                    (new_depth - reduction / 1024).clamp(1.min(new_depth), new_depth + i32::from(PV));
                value = -self.negamax::<false>(&child, -alpha - 1, -alpha, reduced, ply + 1, true);
                // Better than thought: search as deep as the others, a ply more or less by how much.
                full = value > alpha && reduced < new_depth;
                if full && !self.stopped {
                    let deeper = value > best + DEEPER_MARGIN.get() && !is_mate(value);
                    let shallower = value < best + SHALLOWER_MARGIN.get();
                    let depth = if switches::DEEPER_OR_SHALLOWER.is_on() {
                        new_depth + i32::from(deeper) - i32::from(shallower)
                    } else {
                        new_depth
                    };
                    if depth > reduced {
                        value = -self.negamax::<false>(&child, -alpha - 1, -alpha, depth, ply + 1, !cut_node);
                    }
                    if is_quiet && !self.stopped {
                        let bonus = if value <= alpha {
                            -history::bonus(new_depth)
                        } else if value >= beta {
                            history::bonus(new_depth)
                        } else {
                            0
                        };
                        self.histories.update_quiet(pos, mv, &before, bonus);
                    }
                }
            } else if full {
                value = -self.negamax::<false>(&child, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
            }
            if PV && !self.stopped && (move_count == 1 || value > alpha) {
                value = -self.negamax::<true>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }
            self.pop();
            if self.stopped {
                picker.finish(self.moves);
                return DRAW;
            }
            if is_root {
                self.note_root_move(mv, value, alpha, beta, move_count, self.nodes - nodes_before);
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV && !is_root {
                        self.pv.update(ply, mv);
                    }
                    if value >= beta {
                        self.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    alpha = value;
                }
            }
            if Some(mv) != best_move {
                if is_quiet {
                    tried_quiets.push(mv);
                } else {
                    tried_captures.push(mv);
                }
            }
        }
        picker.finish(self.moves);

        if move_count == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                self.draw_value(ply)
            };
        }

        best = best.min(most);
        if best >= beta
            && let Some(mv) = best_move
        {
            self.reward(pos, mv, depth, ply, &tried_quiets, &tried_captures);
        }
        if best <= original_alpha {
            self.judge_prior_move(pos, ply, history::bonus(depth) * FAIL_LOW_BONUS.get() / 100);
        }

        if excluded.is_none() && !(is_root && self.pv_index > 0) {
            let bound = if best >= beta {
                EntryBound::Lower
            } else if PV && best > original_alpha {
                EntryBound::Exact
            } else {
                EntryBound::Upper
            };
            // The evaluation is wrong by what the search found, if nothing hangs and the bound tells.
            let tells = match bound {
                EntryBound::Lower => best > static_eval,
                EntryBound::Upper => best < static_eval,
                EntryBound::Exact | EntryBound::None => true,
            };
            let is_quiet = !in_check && best_move.is_none_or(|mv| !is_tactical(mv)) && !is_mate(best);
            if tells && is_quiet {
                self.corrections.update(pos, before[0], depth, best - static_eval);
            }
            self.table.store(
                key,
                ply,
                Entry { mv: best_move, value: best, eval: raw_eval, depth, bound, is_pv: was_pv },
            );
        }
        best
    }

    fn report_current_move(&mut self, mv: Move, number: usize) {
        if self.nodes < 100_000 || self.elapsed_ms() < CURRENT_MOVE_AFTER_MS {
            return;
        }
        let number = (number + self.pv_index) as u32;
        self.control.report(&Report::CurrentMove { depth: self.root_depth as u32, mv, number });
    }
}
