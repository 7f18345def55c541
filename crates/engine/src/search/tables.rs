//! Tablebases at the root and within the search.

use tabia_chess::Position;

use super::worker::Worker;
use crate::control::Control;
use crate::tablebase::{self, Tablebase, Wdl};
use crate::tt::{Entry, EntryBound};
use crate::value::{MAX_PLY, NONE, Value};

impl<C: Control> Worker<'_, C> {
    /// Leaves only the root moves that keep the result which the tables promise.
    ///
    /// Afterwards the search asks them no more, because they would say the same of every move: won positions are
    /// played for mate, drawn ones for the opponent's mistakes. Where swindling is not wanted, draws stay draws.
    pub(super) fn filter_root_by_tables(&mut self) {
        let Some(tables) = self.tables else { return };
        if !tablebase::is_covered(self.root, self.table_limit) {
            return;
        }
        let root = *self.root;
        let repeated = self.keys[..self.root_key].contains(&self.keys[self.root_key]);
        let moves: Vec<_> = self.root_moves.iter().map(|root_move| root_move.mv).collect();
        let verdict = tablebase::judge_root(tables, &root, moves.into_iter(), repeated, |child| {
            self.push(child);
            let is_draw = self.is_draw(child);
            self.pop();
            is_draw
        });
        let Some(verdict) = verdict else { return };
        self.table_hits += verdict.hits;
        self.root_moves.retain(|root_move| verdict.moves.contains(&root_move.mv));
        let is_draw = !matches!(verdict.wdl, Wdl::Win | Wdl::Loss);
        if !is_draw || self.settings.personality.swindle {
            self.table_limit = 0;
        }
        self.table_verdict = Some(verdict.wdl);
        let is_held = matches!(verdict.wdl, Wdl::Draw | Wdl::CursedWin);
        if is_held && self.settings.personality.swindle && !self.limits.infinite && self.lines_shown() == 1 {
            self.set_traps(tables);
        }
    }

    /// In a drawn position, leaves only the root moves after which the opponent goes wrong most easily; among those the
    /// search chooses by its score.
    fn set_traps(&mut self, tables: &dyn Tablebase) {
        let root = *self.root;
        let mut pitfalls = Vec::with_capacity(self.root_moves.len());
        for index in 0..self.root_moves.len() {
            let mut child = root;
            child.play_unchecked(self.root_moves[index].mv);
            self.push(&child);
            let is_draw = self.is_draw(&child);
            self.pop();
            // A game that is over has no pitfalls.
            let (share, hits) =
                if is_draw { (0, 0) } else { tablebase::pitfalls(tables, &child).unwrap_or((0, 0)) };
            self.table_hits += hits;
            pitfalls.push(share);
        }
        // A share that is nearly as great is as good, and leaves the search a choice.
        let least = pitfalls.iter().max().map_or(0, |most| most * 3 / 4);
        let mut shares = pitfalls.into_iter();
        self.root_moves.retain(|_| shares.next().is_some_and(|share| share >= least));
    }

    /// The score to show for a root whose result is known; `None` where the search knows best.
    pub(super) fn table_score(&self) -> Option<Value> {
        self.table_verdict.map(|wdl| tablebase::value(wdl, self.settings.table_rule50, 0))
    }

    /// Asks the tables about a node just reached by a capture or pawn move. Returns the score and what it means.
    pub(super) fn probe_tables(
        &mut self,
        pos: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(Value, EntryBound)> {
        let tables = self.tables?;
        let men = pos.occupied().count();
        let is_due = men < self.table_limit || depth >= self.settings.table_depth as i32;
        if pos.halfmove_clock() != 0 || !is_due || !tablebase::is_covered(pos, self.table_limit) {
            return None;
        }
        let wdl = tables.wdl(pos)?;
        self.table_hits += 1;
        let rule50 = self.settings.table_rule50;
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

    /// Keeps what the tables said, as if from a deep search.
    pub(super) fn remember_tables(
        &mut self,
        pos: &Position,
        depth: i32,
        ply: usize,
        value: Value,
        bound: EntryBound,
    ) {
        let depth = (depth + 6).min(MAX_PLY as i32 - 1);
        let entry = Entry { mv: None, value, eval: NONE, depth, bound, is_pv: false };
        self.table.store(pos.key(), ply, entry);
    }
}
