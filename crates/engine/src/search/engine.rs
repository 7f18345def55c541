//! The engine: the search and everything it remembers from move to move.

use std::sync::Arc;

use tabia_chess::Position;
use tabia_nnue::Network;

use super::parallel::{self, RunThreads};
use super::settings::{SearchResult, Settings};
use super::shared::ThreadRole;
use super::thread::{SearchContext, SearchThread};
use super::thread_data::ThreadData;
use crate::control::Control;
use crate::learning::Learning;
use crate::limits::Limits;
use crate::strength::Strength;
use crate::tablebase::{Tablebase, can_probe};
use crate::tablebase_moves::{TablebaseMove, probe_moves};
use crate::tt::{OutOfMemory, TranspositionTable};

/// A chess engine: the search and everything it remembers from move to move.
pub struct Engine {
    tt: TranspositionTable,
    main: ThreadData,
    /// The data of the helper threads.
    helpers: Vec<ThreadData>,
    /// Starts the helper threads.
    run_threads: Option<RunThreads>,
    tablebase: Option<Box<dyn Tablebase>>,
    net: Option<Arc<Network>>,
    /// The strength of the searches that the table is from; `None` is full strength.
    searched_at: Option<Strength>,
    /// Results that outlive the game; [`Engine::clear`] keeps them.
    pub learning: Learning,
    /// Settings for the next searches.
    pub settings: Settings,
}

impl Engine {
    /// The default size of the transposition table in megabytes.
    pub const DEFAULT_HASH_MEGABYTES: usize = 16;

    /// An engine with a transposition table of this many megabytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(hash_megabytes: usize) -> Result<Self, OutOfMemory> {
        let mut tt = TranspositionTable::empty();
        tt.resize(hash_megabytes)?;
        Ok(Self { tt, ..Self::without_tt() })
    }

    /// An engine without a transposition table; it plays, but searches far slower. For when memory is short,
    /// and at start-up before the size is known.
    pub fn without_tt() -> Self {
        Self {
            tt: TranspositionTable::empty(),
            main: ThreadData::new(),
            helpers: Vec::new(),
            run_threads: None,
            tablebase: None,
            net: None,
            searched_at: None,
            learning: Learning::default(),
            settings: Settings::default(),
        }
    }

    /// Sets or removes the tablebases. The transposition table keeps its content.
    pub fn set_tablebase(&mut self, tablebase: Option<Box<dyn Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// Evaluates with this net from now on, or with the terms of [`crate::eval`] without one; clears what was
    /// learned from searches, whose scores no longer hold.
    ///
    /// Weaker play, and personalities that weigh the terms differently, keep to the terms.
    pub fn set_net(&mut self, net: Option<Arc<Network>>) {
        self.net = net;
        self.clear();
    }

    /// Uses this many threads from now on (at least 1), which `run_threads` starts for every search. Each
    /// takes about two megabytes. Searches below full strength use one, so that they are repeatable.
    pub fn set_threads(&mut self, threads: usize, run_threads: RunThreads) {
        self.helpers.resize_with(threads.saturating_sub(1), ThreadData::new);
        self.run_threads = Some(run_threads);
    }

    /// The legal moves with their tablebase results, best first; `None` without tablebases, with too many pieces
    /// or with castling rights.
    pub fn tablebase_moves(&self, position: &Position) -> Option<Vec<TablebaseMove>> {
        let tables = self.tablebase.as_deref()?;
        can_probe(position, tables.max_pieces()).then(|| probe_moves(tables, position))
    }

    /// Faults found in tablebases since the last call.
    pub fn take_tablebase_fault(&self) -> Option<String> {
        self.tablebase.as_ref()?.take_fault()
    }

    /// The size of the transposition table in megabytes.
    pub fn hash_megabytes(&self) -> usize {
        self.tt.megabytes()
    }

    /// Resizes the transposition table, which clears it. The size is limited to
    /// [`TranspositionTable::MIN_MEGABYTES`] to [`TranspositionTable::MAX_MEGABYTES`].
    ///
    /// # Errors
    /// If there is not enough memory; the table then has its old size or a smaller one.
    pub fn set_hash_megabytes(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        self.tt.resize(megabytes)
    }

    /// Clears everything learned from searches, as for a new game.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.main.clear();
        self.helpers.iter_mut().for_each(ThreadData::clear);
    }

    /// Clears what searches at another strength have learned: weaker play must not profit from results of
    /// stronger play, nor stronger play believe the errors of weaker play. Beginners use none of it.
    fn prepare_for(&mut self, strength: Option<Strength>) {
        if strength.is_some_and(|strength| strength.beginner().is_some()) {
            return;
        }
        if self.searched_at != strength {
            self.clear();
            self.searched_at = strength;
        }
    }

    /// Searches a position.
    ///
    /// A search at another strength than the last one begins as after [`Engine::clear`].
    ///
    /// `history` are the [`Position::repetition_key`]s of the game before this position, oldest first.
    pub fn search(
        &mut self,
        root: &Position,
        history: &[u64],
        limits: &Limits,
        control: &mut dyn Control,
    ) -> SearchResult {
        let strength = self.settings.strength.filter(|_| !limits.infinite);
        let is_weakened = strength.is_some();
        self.prepare_for(strength);
        let Self { tt, main, helpers, run_threads, tablebase, net, settings, learning, .. } = self;
        tt.new_search();
        // What was learned at full strength is not for weaker play.
        let learning = Some(&*learning).filter(|_| !is_weakened);
        if let Some(learning) = learning {
            learning.restore(tt);
        }
        let context = SearchContext {
            tt,
            tablebase: tablebase.as_deref(),
            net: net.as_deref(),
            settings: Settings { strength, ..*settings },
            learned_move: learning.and_then(|learning| learning.move_for(root)),
            root,
            history,
        };
        match run_threads {
            Some(run_threads) if !helpers.is_empty() && !is_weakened => {
                parallel::search(context, main, helpers, *run_threads, limits, control)
            }
            _ => {
                let mut thread = SearchThread::new(context, main, limits, Some(control), ThreadRole::Single);
                thread.iterative_deepening();
                thread.into_result()
            }
        }
    }
}
