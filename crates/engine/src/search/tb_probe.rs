//! Tablebase probes at the root and during the search.

use tabia_chess::Position;

use super::node::Node;
use super::root_move::RootMove;
use super::thread::SearchThread;
use crate::control::{Control, Report};
use crate::tablebase::{self, Tablebase, Wdl};
use crate::tt::{Entry, EntryBound};
use crate::value::{MAX_PLY, NONE, Value};

/// The result of a probe during the search.
pub(super) enum TbProbe {
    /// Nothing, or nothing that affects the window.
    Unknown,
    /// The node's score.
    Cutoff(Value),
    /// The node is won: the search may only find a quicker win.
    AtLeast(Value),
    /// The node is lost: the search may only find a slower loss.
    AtMost(Value),
}

impl SearchThread<'_> {
    /// Keeps only the root moves that preserve the tablebase result. Of several lines those come first; the
    /// others follow in the order of their ranks, each with its own result, as in Stockfish. (Levels of play
    /// choose among the first alone.)
    ///
    /// The search then stops probing, because the moves of a rank have the same result: won positions are
    /// played for mate, drawn ones for the opponent's mistakes. If swindling is off, draws stay draws.
    pub(super) fn filter_root_moves_by_tablebase(&mut self) {
        let Some(tablebase) = self.tablebase else { return };
        if !tablebase::can_probe(self.root, self.tb_probe_limit) {
            return;
        }
        let root = *self.root;
        let repeated = self.keys[..self.root_key].contains(&self.keys[self.root_key]);
        let moves: Vec<_> = self.root_moves.iter().map(|root_move| root_move.mv).collect();
        let verdict = tablebase::rank_root_moves(tablebase, &root, moves.into_iter(), repeated, |child| {
            self.keys.push(child.repetition_key());
            let is_draw = self.is_draw(child);
            self.keys.pop();
            is_draw
        });
        let Some(verdict) = verdict else { return };
        self.tb_hits += verdict.hits;
        for (root_move, ranked) in self.root_moves.iter_mut().zip(&verdict.moves) {
            debug_assert_eq!(root_move.mv, ranked.mv, "one for each root move, in their order");
            root_move.tb_rank = ranked.rank;
            root_move.tb_wdl = Some(ranked.wdl);
        }
        if self.settings.multi_pv > 1 && self.handicap.is_none() {
            self.root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.tb_rank));
        } else {
            self.root_moves.retain(|root_move| root_move.tb_rank == verdict.best);
        }
        let is_draw = !matches!(verdict.wdl, Wdl::Win | Wdl::Loss);
        if !is_draw || self.settings.personality.swindle {
            self.tb_probe_limit = 0;
        }
        self.control.report(&Report::RootDtz(verdict.dtz));
        let is_held = matches!(verdict.wdl, Wdl::Draw | Wdl::CursedWin);
        let is_analysis = self.limits.infinite || self.settings.analysis;
        if is_held && self.settings.personality.swindle && !is_analysis && self.multi_pv() == 1 {
            self.keep_best_swindles(tablebase);
        }
    }

    /// In a drawn position, keeps only the root moves after which the opponent is most likely to go wrong;
    /// the search chooses among them by score.
    fn keep_best_swindles(&mut self, tablebase: &dyn Tablebase) {
        let root = *self.root;
        let mut pitfalls = Vec::with_capacity(self.root_moves.len());
        for index in 0..self.root_moves.len() {
            let mut child = root;
            child.play_unchecked(self.root_moves[index].mv);
            self.keys.push(child.repetition_key());
            let is_draw = self.is_draw(&child);
            self.keys.pop();
            // There are no swindles once the game is over.
            let (share, hits) = if is_draw {
                (0, 0)
            } else {
                tablebase::swindle_chances(tablebase, &child).unwrap_or((0, 0))
            };
            self.tb_hits += hits;
            pitfalls.push(share);
        }
        // Nearly as high a chance is as good, and leaves the search a choice.
        let least = pitfalls.iter().max().map_or(0, |most| most * 3 / 4);
        let mut shares = pitfalls.into_iter();
        self.root_moves.retain(|_| shares.next().is_some_and(|share| share >= least));
    }

    /// The score of a root move by the tablebases; `None` if they do not know the root.
    pub(super) fn tb_score(&self, root_move: &RootMove) -> Option<Value> {
        root_move.tb_wdl.map(|wdl| tablebase::value(wdl, self.settings.tb_rule50, 0))
    }

    /// Probes a node reached by a capture or pawn move, except the root and singular searches.
    #[inline(always)]
    pub(super) fn probe_tablebase<const PV: bool>(&mut self, pos: &Position, node: &Node) -> TbProbe {
        if self.tb_probe_limit == 0 || node.is_exclusion() {
            return TbProbe::Unknown;
        }
        let Some((value, bound)) = self.tablebase_value(pos, node.depth, node.ply) else {
            return TbProbe::Unknown;
        };
        let beta = if bound == EntryBound::Lower { node.beta } else { node.alpha + 1 };
        if bound == EntryBound::Exact || bound.decides(value, beta) {
            self.store_tablebase_value(pos, node, value, bound);
            return TbProbe::Cutoff(value);
        }
        match bound {
            EntryBound::Lower if PV => TbProbe::AtLeast(value),
            _ if PV => TbProbe::AtMost(value),
            _ => TbProbe::Unknown,
        }
    }

    /// The tablebase score of a position, and whether it is exact or a bound.
    fn tablebase_value(&mut self, pos: &Position, depth: i32, ply: usize) -> Option<(Value, EntryBound)> {
        let tablebase = self.tablebase?;
        let men = pos.occupied().count();
        let is_due = men < self.tb_probe_limit || depth >= self.settings.tb_probe_depth as i32;
        if pos.halfmove_clock() != 0 || !is_due || !tablebase::can_probe(pos, self.tb_probe_limit) {
            return None;
        }
        let wdl = tablebase.wdl(pos)?;
        self.tb_hits += 1;
        let rule50 = self.settings.tb_rule50;
        let bound = match wdl {
            Wdl::Win => EntryBound::Lower,
            Wdl::Loss => EntryBound::Upper,
            Wdl::CursedWin if !rule50 => EntryBound::Lower,
            Wdl::BlessedLoss if !rule50 => EntryBound::Upper,
            _ => EntryBound::Exact,
        };
        let value = match wdl {
            Wdl::Draw => self.draw_value(ply),
            _ => tablebase::value(wdl, rule50, ply),
        };
        Some((value, bound))
    }

    /// Stores the tablebase score as if from a deep search.
    fn store_tablebase_value(&mut self, pos: &Position, node: &Node, value: Value, bound: EntryBound) {
        let depth = (node.depth + 6).min(MAX_PLY as i32 - 1);
        let entry = Entry { mv: None, value, eval: NONE, depth, bound, is_pv: false };
        self.tt.store(pos.key(), node.ply, entry);
    }
}
