//! Tablebases at the root and within the search.

use tabia_chess::Position;

use super::node::Node;
use super::thread::SearchThread;
use crate::control::{Control, Report};
use crate::tablebase::{self, Tablebase, Wdl};
use crate::tt::{Entry, EntryBound};
use crate::value::{MAX_PLY, NONE, Value};

/// What the tablebases say of a node.
pub(super) enum TbProbe {
    /// Nothing, or nothing that matters to the window.
    Unknown,
    /// The node's score.
    Cutoff(Value),
    /// The node is won: the search may only find a quicker win.
    AtLeast(Value),
    /// The node is lost: the search may only find a slower loss.
    AtMost(Value),
}

impl<C: Control> SearchThread<'_, C> {
    /// Leaves only the root moves that keep the result which the tablebases promise.
    ///
    /// Afterwards the search asks them no more, because they would say the same of every move: won positions are
    /// played for mate, drawn ones for the opponent's mistakes. Where swindling is not wanted, draws stay draws.
    pub(super) fn filter_root_moves_by_tablebase(&mut self) {
        let Some(tablebase) = self.tablebase else { return };
        if !tablebase::can_probe(self.root, self.tb_probe_limit) {
            return;
        }
        let root = *self.root;
        let repeated = self.keys[..self.root_key].contains(&self.keys[self.root_key]);
        let moves: Vec<_> = self.root_moves.iter().map(|root_move| root_move.mv).collect();
        let verdict = tablebase::rank_root_moves(tablebase, &root, moves.into_iter(), repeated, |child| {
            self.push(child);
            let is_draw = self.is_draw(child);
            self.pop();
            is_draw
        });
        let Some(verdict) = verdict else { return };
        self.tb_hits += verdict.hits;
        self.root_moves.retain(|root_move| verdict.moves.contains(&root_move.mv));
        let is_draw = !matches!(verdict.wdl, Wdl::Win | Wdl::Loss);
        if !is_draw || self.settings.personality.swindle {
            self.tb_probe_limit = 0;
        }
        self.tb_root_wdl = Some(verdict.wdl);
        self.control.report(&Report::RootDtz(verdict.dtz));
        let is_held = matches!(verdict.wdl, Wdl::Draw | Wdl::CursedWin);
        if is_held && self.settings.personality.swindle && !self.limits.infinite && self.multi_pv() == 1 {
            self.keep_best_swindles(tablebase);
        }
    }

    /// In a drawn position, leaves only the root moves after which the opponent goes wrong most easily; among those the
    /// search chooses by its score.
    fn keep_best_swindles(&mut self, tablebase: &dyn Tablebase) {
        let root = *self.root;
        let mut pitfalls = Vec::with_capacity(self.root_moves.len());
        for index in 0..self.root_moves.len() {
            let mut child = root;
            child.play_unchecked(self.root_moves[index].mv);
            self.push(&child);
            let is_draw = self.is_draw(&child);
            self.pop();
            // A game that is over has no pitfalls.
            let (share, hits) = if is_draw {
                (0, 0)
            } else {
                tablebase::swindle_chances(tablebase, &child).unwrap_or((0, 0))
            };
            self.tb_hits += hits;
            pitfalls.push(share);
        }
        // A share that is nearly as great is as good, and leaves the search a choice.
        let least = pitfalls.iter().max().map_or(0, |most| most * 3 / 4);
        let mut shares = pitfalls.into_iter();
        self.root_moves.retain(|_| shares.next().is_some_and(|share| share >= least));
    }

    /// The score to show for a root whose result is known; `None` where the search knows best.
    pub(super) fn tb_root_score(&self) -> Option<Value> {
        self.tb_root_wdl.map(|wdl| tablebase::value(wdl, self.settings.tb_rule50, 0))
    }

    /// Looks up a node just reached by a capture or pawn move, unless it is the root or leaves a move out.
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

    /// The tablebases' score of a position, and whether play may do better or worse.
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

    /// Stores what the tablebases said, as if from a deep search.
    fn store_tablebase_value(&mut self, pos: &Position, node: &Node, value: Value, bound: EntryBound) {
        let depth = (node.depth + 6).min(MAX_PLY as i32 - 1);
        let entry = Entry { mv: None, value, eval: NONE, depth, bound, is_pv: false };
        self.tt.store(pos.key(), node.ply, entry);
    }
}
