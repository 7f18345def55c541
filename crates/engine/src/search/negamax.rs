//! The main search: principal variation search (negamax) with the usual pruning, reductions and extensions.
//!
//! The techniques are those of the Chess Programming Wiki's "Search" pages; the constants are hand values in
//! the range that open engines use, unless a comment says more.

use tabia_chess::{Bitboard, Move, Position, Role};

use super::worker::{REDUCTIONS, Worker};
use crate::control::{Control, Report};
use crate::history::{self, NO_PIECE_TO, piece_to};
use crate::movepick::{MovePicker, is_tactical};
use crate::see::see;
use crate::tt::{Entry, EntryBound};
use crate::value::{DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, NONE, Value, is_mate, mate_in, mated_in};

/// How many moves of a kind are remembered for the malus; the rest of a long list matters little.
const TRIED_CAPACITY: usize = 64;
/// `currmove` is told from this time on, in milliseconds.
const CURRENT_MOVE_AFTER_MS: u64 = 3_000;

/// The moves tried in vain before the one that cut.
struct Tried {
    moves: [Option<Move>; TRIED_CAPACITY],
    count: usize,
}

impl Tried {
    const fn new() -> Self {
        Self { moves: [None; TRIED_CAPACITY], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = Some(mv);
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().copied().flatten()
    }
}

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
        if depth <= 0 {
            return self.quiescence::<PV>(pos, alpha, beta, ply, true);
        }
        let is_root = PV && ply == 0;
        let in_check = pos.is_check();
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped && !is_root {
            return DRAW;
        }

        if !is_root {
            if self.is_draw(pos) {
                return DRAW;
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
            entry.and_then(|entry| entry.mv).filter(|&mv| pos.is_legal(mv))
        };
        let was_pv = PV || entry.is_some_and(|entry| entry.is_pv);

        // The table answers, unless the fifty-move rule is so near that the score may not hold.
        if !PV
            && excluded.is_none()
            && pos.halfmove_clock() < 90
            && let Some(entry) = entry
            && entry.value != NONE
            && entry.depth >= depth
            && entry.bound.decides(entry.value, beta)
        {
            if let Some(mv) = table_move
                && entry.value >= beta
                && !is_tactical(mv)
            {
                let before = self.moves_before(ply);
                self.histories.update_quiet(pos, mv, &before, history::bonus(depth));
            }
            return entry.value;
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
                if entry.value != NONE && !is_mate(entry.value) && entry.bound.decides(entry.value, eval + 1)
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
        let improving = !in_check && {
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

        if !PV && !in_check && excluded.is_none() {
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
        if depth >= 4 && table_move.is_none() && (PV || cut_node) && excluded.is_none() {
            depth -= 1;
        }

        let before = self.moves_before(ply);
        let refutations = {
            let [first, second] = self.frame(ply, 0).killers;
            [first, second, self.histories.counter(before[0])]
        };
        let mut picker = MovePicker::new(pos, self.moves, table_move, refutations, before);
        let table_is_capture = table_move.is_some_and(is_tactical);
        let check_info = pos.check_info();
        let original_alpha = alpha;
        let mut best = -INFINITE;
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
            if !is_root && best > -MATE_IN_MAX_PLY && has_pieces(pos) {
                let reduced = depth - REDUCTIONS.get(depth, move_count) / 1024;
                if is_quiet {
                    // Late-move pruning.
                    if move_count > (4 + depth * depth) as usize / if improving { 1 } else { 2 } {
                        picker.skip_quiets();
                    }
                    let lmr_depth = (reduced + move_history / 8_192).max(0);
                    // Futility: the position is too bad for a quiet move to make good.
                    if !in_check
                        && !gives_check
                        && lmr_depth < 9
                        && eval + 90 + 95 * lmr_depth + move_history / 128 <= alpha
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    // Moves that have been bad before.
                    if lmr_depth < 6 && move_history < -4_000 * depth {
                        continue;
                    }
                    if !see(pos, mv, -22 * lmr_depth * lmr_depth) {
                        continue;
                    }
                } else if depth < 8 && !see(pos, mv, -(95 * depth) - (move_history / 64).clamp(-80, 80)) {
                    continue;
                }
            }

            // Extensions.
            let mut extension = 0;
            if !is_root && ply < 2 * self.root_depth as usize {
                if Some(mv) == table_move && excluded.is_none() && depth >= 7 {
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
                } else if gives_check && depth < 9 && see(pos, mv, 0) {
                    extension = 1;
                }
            }

            let nodes_before = self.nodes;
            self.frame_mut(ply).piece_to = piece_to(pos, mv);
            let mut child = *pos;
            child.play_unchecked(mv);
            self.push(&child);

            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            let reduce = depth >= 2 && move_count > 1 + usize::from(is_root);
            let mut full = !PV || move_count > 1;
            if reduce {
                let mut reduction = REDUCTIONS.get(depth, move_count);
                if is_quiet {
                    reduction -= move_history / 10;
                    if refutations.contains(&Some(mv)) {
                        reduction -= 1024;
                    }
                    if table_is_capture {
                        reduction += 700;
                    }
                } else {
                    reduction = reduction / 2 - move_history / 12;
                }
                if was_pv {
                    reduction -= 900;
                }
                if PV {
                    reduction -= 600;
                }
                if cut_node {
                    reduction += 1300;
                }
                if !improving {
                    reduction += 500;
                }
                if gives_check || in_check {
                    reduction -= 700;
                }
                if self.frame(ply + 1, 0).cutoffs > 3 {
                    reduction += 700;
                }
                let reduced =
                    (new_depth - reduction / 1024).clamp(1.min(new_depth), new_depth + i32::from(PV));
                value = -self.negamax::<false>(&child, -alpha - 1, -alpha, reduced, ply + 1, true);
                // Better than thought: search as deep as the others, a ply more or less by how much.
                full = value > alpha && reduced < new_depth;
                if full && !self.stopped {
                    let deeper = value > best + 60 && !is_mate(value);
                    let shallower = value < best + 8;
                    let depth = new_depth + i32::from(deeper) - i32::from(shallower);
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
            if self.stopped && !(is_root && move_count == 1 && self.root_depth == 1) {
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
            if self.stopped {
                break;
            }
        }
        picker.finish(self.moves);

        if move_count == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                DRAW
            };
        }
        if self.stopped && !is_root {
            return DRAW;
        }

        if best >= beta
            && let Some(mv) = best_move
        {
            self.reward(pos, mv, depth, ply, &tried_quiets, &tried_captures);
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
                let last = before[0];
                self.histories.update_correction(pos, last, depth, best - static_eval);
            }
            self.table.store(
                key,
                ply,
                Entry { mv: best_move, value: best, eval: raw_eval, depth, bound, is_pv: was_pv },
            );
        }
        best
    }

    /// Pruning of whole nodes by their evaluation: razoring, reverse futility, null move, probcut.
    #[allow(clippy::too_many_arguments)] // What the node knows by then.
    fn prune_node(
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
        if depth <= 3 && eval + 230 * depth + 60 < alpha {
            let value = self.quiescence::<false>(pos, alpha, alpha + 1, ply, true);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // Reverse futility: so far above beta that the opponent cannot make it good.
        if depth <= 8
            && eval >= beta
            && eval - 75 * (depth - i32::from(improving)) >= beta
            && !is_mate(beta)
            && !is_mate(eval)
            && table_move.is_none_or(is_tactical)
        {
            return Some(i32::midpoint(eval, beta));
        }
        // Null move: if passing is good enough, some move is. Not in pawn endings, where it may be the
        // only good "move" (zugzwang).
        if eval >= beta
            && static_eval >= beta - 18 * depth + 120
            && depth >= 3
            && self.frame(ply, 1).piece_to != NO_PIECE_TO
            && has_pieces(pos)
            && ply >= self.null_move_floor
            && beta > -MATE_IN_MAX_PLY
        {
            let reduction = 3 + depth / 3 + ((eval - beta) / 180).min(3);
            self.frame_mut(ply).piece_to = NO_PIECE_TO;
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
                if depth < 14 || self.null_move_floor > 0 {
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
        let probcut_beta = beta + 170 - 50 * i32::from(improving);
        if depth >= 5 && !is_mate(beta) {
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

    /// Whether the table move is the only good one: then it is searched deeper.
    #[allow(clippy::too_many_arguments)] // What the node knows by then.
    fn singular(
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
        let trustworthy = entry.depth >= depth - 3
            && matches!(entry.bound, EntryBound::Lower | EntryBound::Exact)
            && entry.value != NONE
            && !is_mate(entry.value);
        if !trustworthy {
            return Singular::Extend(0);
        }
        let singular_beta = entry.value - 2 * depth;
        let piece_to = self.frame(ply, 0).piece_to;
        self.frame_mut(ply).excluded = Some(mv);
        let value =
            self.negamax::<false>(pos, singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
        self.frame_mut(ply).excluded = None;
        self.frame_mut(ply).piece_to = piece_to;
        if value < singular_beta {
            if !is_pv && value < singular_beta - 22 && self.frame(ply, 0).double_extensions < 8 {
                self.frame_mut(ply).double_extensions += 1;
                return Singular::Extend(2);
            }
            Singular::Extend(1)
        } else if singular_beta >= beta {
            // Without the table move there is another that reaches beta: one of them will (multi-cut).
            Singular::Cut(singular_beta)
        } else if entry.value >= beta {
            Singular::Extend(-2)
        } else if cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }

    /// Learns from a cut-off.
    fn reward(
        &mut self,
        pos: &Position,
        best: Move,
        depth: i32,
        ply: usize,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let bonus = history::bonus(depth);
        if is_tactical(best) {
            self.histories.update_capture(pos, best, bonus);
        } else {
            let before = self.moves_before(ply);
            self.histories.set_counter(before[0], best);
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.histories.update_quiet(pos, best, &before, bonus);
            for mv in quiets.iter() {
                self.histories.update_quiet(pos, mv, &before, -bonus);
            }
        }
        for mv in captures.iter() {
            self.histories.update_capture(pos, mv, -bonus);
        }
    }

    fn report_current_move(&mut self, mv: Move, number: usize) {
        if self.nodes < 100_000 || self.elapsed_ms() < CURRENT_MOVE_AFTER_MS {
            return;
        }
        let number = (number + self.pv_index) as u32;
        self.control.report(&Report::CurrentMove { depth: self.root_depth as u32, mv, number });
    }
}

/// What the singularity test says.
enum Singular {
    /// Search the move so many plies deeper (or less deep).
    Extend(i32),
    /// The node fails high.
    Cut(Value),
}

/// Whether the side to move has more than king and pawns.
#[inline(always)]
fn has_pieces(pos: &Position) -> bool {
    let pawns_and_kings: Bitboard = pos.by_role(Role::Pawn) | pos.by_role(Role::King);
    (pos.by_color(pos.turn()) & !pawns_and_kings).any()
}
