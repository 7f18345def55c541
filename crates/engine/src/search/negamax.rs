//! The main search: principal variation search (negamax).
//!
//! Node pruning, move pruning, extensions and reductions are in files of these names. The techniques are
//! those of the Chess Programming Wiki's "Search" pages; the numbers are in `params`.

use tabia_chess::{Move, Position};

use super::extensions::Extension;
use super::history_updates::SearchedMoves;
use super::move_pruning::is_move_pruned;
use super::node::{Candidate, Node};
use super::node_pruning::{has_non_pawn_material, may_seek_stalemate};
use super::tb_probe::TbProbe;
use super::thread::SearchThread;
use crate::history::{self, QuietContext, piece_to};
use crate::movepick::{MovePicker, is_tactical};
use crate::params::{CLEAR_CUTOFF_MARGIN, DEEPER_MARGIN, FAIL_LOW_BONUS, SHALLOWER_MARGIN};
use crate::threats::Threats;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, NONE, Value, is_mate, mate_in, mated_in};

/// A refuted move counts as the choice of move ordering if it was among this many first moves.
const REFUTED_EARLY: usize = 3;

/// The result of a node so far.
struct NodeResult {
    best: Value,
    best_move: Option<Move>,
    /// The number of moves that were not excluded, including pruned ones.
    move_count: usize,
    /// The moves searched, except the best one.
    quiets: SearchedMoves,
    captures: SearchedMoves,
}

/// Values that all moves of a node share.
struct MoveContext {
    quiets: QuietContext,
    tt_capture: bool,
}

impl SearchThread<'_> {
    /// Searches a node to `depth` plies and returns its score, which is exact if between `alpha` and `beta`.
    ///
    /// `PV` nodes have an open window and build the principal variation. `cut_node` means that the node is
    /// expected to fail high.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        pos: &Position,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        let is_root = PV && ply == 0;
        // Upcoming repetition: alpha is at least a draw.
        if !is_root && alpha < self.draw_value(ply) && self.has_upcoming_repetition(pos) {
            alpha = self.draw_value(ply);
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 {
            return self.quiescence::<PV>(pos, alpha, beta, ply, true);
        }
        let mut node = Node::new(alpha, beta, depth, ply, cut_node);
        node.in_check = pos.is_check();
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return DRAW;
        }
        if !is_root && let Some(value) = self.score_without_search(pos, &mut node) {
            return value;
        }
        self.probe_tt::<PV>(pos, &mut node);
        if !PV && let Some(value) = self.tt_cutoff(pos, &node) {
            return value;
        }
        let mut result = NodeResult {
            best: -INFINITE,
            best_move: None,
            move_count: 0,
            quiets: SearchedMoves::new(),
            captures: SearchedMoves::new(),
        };
        let mut max = INFINITE;
        if !is_root {
            match self.probe_tablebase::<PV>(pos, &node) {
                TbProbe::Unknown => {}
                TbProbe::Cutoff(value) => return value,
                TbProbe::AtLeast(value) => {
                    result.best = value;
                    node.alpha = node.alpha.max(value);
                }
                TbProbe::AtMost(value) => max = value,
            }
        }
        self.evaluate_node(pos, &mut node);
        self.prepare_frames(ply, is_root);
        node.seeks_stalemate = node.alpha < self.draw_value(ply) && may_seek_stalemate(pos);
        if !PV && !node.in_check && !node.is_exclusion() && !node.seeks_stalemate {
            if let Some(value) = self.prune_node(pos, &node) {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }
        // Internal iterative reduction: without a TT move the ordering will be poor; a shallower search
        // provides one for next time.
        if node.depth >= 4 && node.tt_move.is_none() && (PV || cut_node) && !node.is_exclusion() {
            node.depth -= 1;
        }

        let original_alpha = node.alpha;
        if let Some(value) = self.search_moves::<PV>(pos, &mut node, &mut result) {
            return value;
        }
        if result.move_count == 0 {
            return if node.is_exclusion() {
                node.alpha
            } else if node.in_check {
                mated_in(ply)
            } else {
                self.draw_value(ply)
            };
        }
        result.best = result.best.min(max);
        self.finish_node::<PV>(pos, &node, original_alpha, &result);
        result.best
    }

    /// Draws, maximum depth and shorter mates: nodes that need no search.
    #[inline(always)]
    fn score_without_search(&mut self, pos: &Position, node: &mut Node) -> Option<Value> {
        let ply = node.ply;
        if self.is_draw(pos) {
            return Some(self.draw_value(ply));
        }
        if ply >= MAX_PLY {
            return Some(if node.in_check { DRAW } else { self.evaluate(pos) });
        }
        // Mate distance pruning: nothing here can beat a shorter mate that is already known.
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(mate_in(ply + 1));
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    #[inline(always)]
    fn probe_tt<const PV: bool>(&mut self, pos: &Position, node: &mut Node) {
        let is_root = PV && node.ply == 0;
        node.excluded = self.frame(node.ply, 0).excluded;
        node.tt_entry = if node.is_exclusion() { None } else { self.tt.probe(pos.key(), node.ply) };
        let stored = node.tt_entry.and_then(|entry| entry.mv);
        node.tt_move = if is_root {
            self.root_moves.get(self.pv_index).map(|root_move| root_move.mv)
        } else {
            stored.filter(|&mv| pos.is_legal(mv))
        };
        node.tt_pv = PV || node.tt_entry.is_some_and(|entry| entry.is_pv);
    }

    /// The score of the TT entry if it decides the node, unless the fifty-move rule is so near that the score
    /// may not hold.
    #[inline(always)]
    fn tt_cutoff(&mut self, pos: &Position, node: &Node) -> Option<Value> {
        let entry = node.tt_entry?;
        if pos.halfmove_clock() >= 90
            || entry.value == NONE
            || entry.depth < node.depth
            || !entry.bound.decides(entry.value, node.beta)
        {
            return None;
        }
        if entry.value >= node.beta {
            if self.frame(node.ply, 1).move_count <= REFUTED_EARLY {
                self.update_prior_move_history(pos, node.ply, -history::bonus(node.depth + 1));
            }
            if let Some(mv) = node.tt_move
                && !is_tactical(mv)
            {
                self.frame_mut(node.ply).threats = Threats::of(pos);
                let context = self.quiet_context(node.ply);
                self.histories.update_quiet(pos, mv, &context, history::bonus(node.depth));
            }
        }
        Some(entry.value)
    }

    /// Sets the static evaluation and what depends on it.
    #[inline(always)]
    fn evaluate_node(&mut self, pos: &Position, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.frame_mut(ply).static_eval = NONE;
        } else if node.is_exclusion() {
            // The search that excluded the move has evaluated this position.
            node.eval = self.frame(ply, 0).static_eval;
        } else {
            self.evaluate_afresh(pos, node);
        }
        node.static_eval = self.frame(ply, 0).static_eval;
        if !node.in_check && !node.is_exclusion() {
            self.update_eval_history(pos, ply);
        }
        node.improving = !node.in_check && {
            let earlier = match self.frame(ply, 2).static_eval {
                NONE => self.frame(ply, 4).static_eval,
                eval => eval,
            };
            earlier == NONE || node.static_eval > earlier
        };
    }

    #[inline(always)]
    fn evaluate_afresh(&mut self, pos: &Position, node: &mut Node) {
        let ply = node.ply;
        node.raw_eval = match node.tt_entry {
            Some(entry) if entry.eval != NONE => entry.eval,
            _ => self.evaluate(pos),
        };
        node.eval = self.corrected_eval(pos, node.raw_eval, ply);
        self.frame_mut(ply).static_eval = node.eval;
        if let Some(entry) = node.tt_entry {
            if entry.value != NONE && !is_mate(entry.value) && entry.bound.decides(entry.value, node.eval + 1)
            {
                node.eval = entry.value;
            }
        } else {
            let bound = EntryBound::None;
            let (eval, is_pv) = (node.raw_eval, node.tt_pv);
            self.tt.store(pos.key(), ply, Entry { mv: None, value: NONE, eval, depth: -2, bound, is_pv });
        }
    }

    /// Resets the frames shared by children and grandchildren of the node.
    #[inline(always)]
    fn prepare_frames(&mut self, ply: usize, is_root: bool) {
        self.frame_mut(ply + 1).killers = [None; 2];
        self.frame_mut(ply + 2).cutoffs = 0;
        if !is_root {
            self.frame_mut(ply).double_extensions = self.frame(ply, 1).double_extensions;
        }
    }

    /// Searches the moves of a node. Returns a score if the node is decided before all moves are searched.
    #[inline(always)]
    fn search_moves<const PV: bool>(
        &mut self,
        pos: &Position,
        node: &mut Node,
        result: &mut NodeResult,
    ) -> Option<Value> {
        let ply = node.ply;
        let is_root = PV && ply == 0;
        self.frame_mut(ply).threats = Threats::of(pos);
        let quiets = self.quiet_context(ply);
        let refutations = self.refutations(ply, &quiets);
        let context = MoveContext { quiets, tt_capture: node.tt_move.is_some_and(is_tactical) };
        let mut picker = MovePicker::new(pos, self.moves, node.tt_move, refutations, quiets);
        let check_info = pos.check_info();
        let may_prune = !is_root && has_non_pawn_material(pos) && !node.seeks_stalemate;

        while let Some(mv) = picker.next(pos, self.moves, self.histories) {
            if Some(mv) == node.excluded || (is_root && !self.is_searched_at_root(mv)) {
                continue;
            }
            result.move_count += 1;
            if is_root {
                self.report_current_move(mv, result.move_count);
            }
            let is_quiet = !is_tactical(mv);
            let gives_check = check_info.gives_check(pos, mv);
            let history = if is_quiet {
                self.histories.quiet(pos, mv, &quiets)
            } else {
                self.histories.capture(pos, mv)
            };
            let is_refutation = refutations.contains(&Some(mv));
            let number = result.move_count;
            let candidate = Candidate { mv, number, is_quiet, is_refutation, gives_check, history };
            if may_prune
                && result.best > -MATE_IN_MAX_PLY
                && is_move_pruned(pos, node, &candidate, &mut picker)
            {
                continue;
            }
            let extension = match self.extension(pos, node, &candidate, PV) {
                Extension::Plies(plies) if !self.stopped => plies,
                Extension::Plies(_) => {
                    picker.finish(self.moves);
                    return Some(DRAW);
                }
                Extension::Cutoff(value) => {
                    picker.finish(self.moves);
                    return Some(value);
                }
            };
            let value = self.search_move::<PV>(pos, node, &candidate, &context, extension, result.best);
            if self.stopped {
                picker.finish(self.moves);
                return Some(DRAW);
            }
            if value > result.best {
                result.best = value;
                if value > node.alpha {
                    result.best_move = Some(mv);
                    if PV && !is_root {
                        self.pv.update(ply, mv);
                    }
                    if value >= node.beta {
                        self.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    node.alpha = value;
                }
            }
            if Some(mv) != result.best_move {
                if is_quiet {
                    result.quiets.push(mv);
                } else {
                    result.captures.push(mv);
                }
            }
        }
        picker.finish(self.moves);
        None
    }

    #[inline(always)]
    fn refutations(&self, ply: usize, context: &QuietContext) -> [Option<Move>; 3] {
        let [first, second] = self.frame(ply, 0).killers;
        let counter = self.histories.counter(context.earlier[0]);
        [first, second, counter]
    }

    /// Makes a move, searches it and unmakes it.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        pos: &Position,
        node: &Node,
        candidate: &Candidate,
        context: &MoveContext,
        extension: i32,
        best: Value,
    ) -> Value {
        let &Candidate { mv, number, is_quiet, .. } = candidate;
        let ply = node.ply;
        let nodes_before = self.nodes;
        self.frame_mut(ply).piece_to = piece_to(pos, mv);
        self.frame_mut(ply).quiet = is_quiet.then_some(mv);
        self.frame_mut(ply).move_count = number;
        let mut child = *pos;
        child.play_unchecked(mv);
        self.push(pos, Some(mv), &child);
        let depth = node.depth - 1 + extension;
        let is_root = PV && ply == 0;
        let mut value = -INFINITE;
        if node.depth >= 2 && number > 1 + usize::from(is_root) {
            value = self.search_reduced::<PV>(pos, &child, node, candidate, context, depth, best);
        } else if !PV || number > 1 {
            value =
                -self.negamax::<false>(&child, -node.alpha - 1, -node.alpha, depth, ply + 1, !node.cut_node);
        }
        if PV && !self.stopped && (number == 1 || value > node.alpha) {
            value = -self.negamax::<true>(&child, -node.beta, -node.alpha, depth, ply + 1, false);
        }
        self.pop();
        if is_root && !self.stopped {
            self.update_root_move(mv, value, node.alpha, node.beta, number, self.nodes - nodes_before);
        }
        value
    }

    /// Late-move reductions: searches a move less deep with a null window, and again if it beats alpha.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // The node, the move, and what it leads to.
    fn search_reduced<const PV: bool>(
        &mut self,
        pos: &Position,
        child: &Position,
        node: &Node,
        candidate: &Candidate,
        context: &MoveContext,
        depth: i32,
        best: Value,
    ) -> Value {
        let (alpha, ply) = (node.alpha, node.ply);
        let reduction = self.late_move_reduction(node, candidate, context.tt_capture, PV);
        let reduced = (depth - reduction / 1024).clamp(1.min(depth), depth + i32::from(PV));
        let mut value = -self.negamax::<false>(child, -alpha - 1, -alpha, reduced, ply + 1, true);
        if value <= alpha || reduced >= depth || self.stopped {
            return value;
        }
        // It beat alpha: search to the full depth, or a ply deeper or shallower, depending on the score.
        let deeper = value > best + DEEPER_MARGIN.get() && !is_mate(value);
        let shallower = value < best + SHALLOWER_MARGIN.get();
        let again = depth + i32::from(deeper) - i32::from(shallower);
        if again > reduced {
            value = -self.negamax::<false>(child, -alpha - 1, -alpha, again, ply + 1, !node.cut_node);
        }
        if candidate.is_quiet && !self.stopped {
            let bonus = if value <= alpha {
                -history::bonus(depth)
            } else if value >= node.beta {
                history::bonus(depth)
            } else {
                0
            };
            self.histories.update_quiet(pos, candidate.mv, &context.quiets, bonus);
        }
        value
    }

    /// Updates histories and correction history from a finished node, and stores it.
    #[inline(always)]
    fn finish_node<const PV: bool>(
        &mut self,
        pos: &Position,
        node: &Node,
        original_alpha: Value,
        result: &NodeResult,
    ) {
        let &NodeResult { best, best_move, ref quiets, ref captures, .. } = result;
        let &Node { beta, depth, ply, static_eval, .. } = node;
        if let Some(mv) = best_move {
            let is_clear = best >= beta + CLEAR_CUTOFF_MARGIN.get();
            // What the evaluation had not seen coming is worth more, too.
            let is_surprise = !node.in_check && static_eval <= original_alpha;
            let learned = depth + i32::from(is_clear) + i32::from(is_surprise);
            self.update_histories(pos, mv, learned, ply, quiets, captures);
        }
        if best <= original_alpha {
            let bonus = history::bonus(depth) * FAIL_LOW_BONUS.get() / 100;
            self.update_prior_move_history(pos, ply, bonus);
        }
        if node.is_exclusion() || (PV && ply == 0 && self.pv_index > 0) {
            return;
        }
        let bound = if best >= beta {
            EntryBound::Lower
        } else if PV && best > original_alpha {
            EntryBound::Exact
        } else {
            EntryBound::Upper
        };
        // The difference is a fault of the evaluation only in quiet positions, and only if the bound proves
        // it.
        let tells = match bound {
            EntryBound::Lower => best > static_eval,
            EntryBound::Upper => best < static_eval,
            EntryBound::Exact | EntryBound::None => true,
        };
        let is_quiet = !node.in_check && best_move.is_none_or(|mv| !is_tactical(mv)) && !is_mate(best);
        if tells && is_quiet {
            self.correction_history.update(pos, self.last_moves(ply), depth, best - static_eval);
        }
        let eval = node.raw_eval;
        let entry = Entry { mv: best_move, value: best, eval, depth, bound, is_pv: node.tt_pv };
        self.tt.store(pos.key(), ply, entry);
    }
}
