//! The search: the engine as its users see it, and what its parts share.

mod allowance;
mod cycle;
mod negamax;
pub(crate) mod params;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod root;
mod singular;
pub(crate) mod switches;
mod tables;
mod team;
mod tried;
mod worker;

use tabia_chess::{Move, Position};

use crate::control::Control;
use crate::correction::Corrections;
use crate::eval::PawnTable;
use crate::history::Histories;
use crate::learning::Learning;
use crate::limits::Limits;
use crate::movepick::MoveStack;
use crate::personality::Personality;
use crate::strength::Strength;
use crate::tablebase::Tablebase;
use crate::tt::{OutOfMemory, TranspositionTable};
use crate::value::Score;

use self::team::Part;
pub use self::team::{Helper, RunBeside};
use self::worker::{Frame, Shared, Worker};

/// Choices that hold for all searches until they are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many lines to search, 1 to 256.
    pub multi_pv: usize,
    /// Milliseconds lost with each move between the engine and the owner of the clock.
    pub move_overhead_ms: u64,
    /// Whether the opponent's time is thought on as well: then a move may take a little more.
    pub ponder: bool,
    /// How well to play; `None` is full strength, and so is every infinite search.
    pub strength: Option<Strength>,
    /// How to play.
    pub personality: Personality,
    /// The least depth at which positions with [`Settings::table_limit`] men are looked up, in plies; those with fewer
    /// men always are.
    pub table_depth: u32,
    /// Positions with more men are not looked up; 0 looks up none.
    pub table_limit: u32,
    /// Whether the fifty-move rule makes wins draws that take longer.
    pub table_rule50: bool,
}

impl Settings {
    /// The most lines that can be searched.
    pub const MAX_MULTI_PV: usize = 256;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead_ms: 20,
            ponder: false,
            strength: None,
            personality: Personality::default(),
            table_depth: 1,
            table_limit: 7,
            table_rule50: true,
        }
    }
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` if there is none (mate, stalemate).
    pub best: Option<Move>,
    /// The answer expected.
    pub ponder: Option<Move>,
    /// The score from the side to move's point of view; `None` if nothing was searched.
    pub score: Option<Score>,
    /// The last depth that was searched to its end, in plies.
    pub depth: u32,
    /// Nodes searched: positions reached by making a move, and the root.
    pub nodes: u64,
    /// Those of them in the quiescence search.
    pub quiescence_nodes: u64,
}

/// A chess engine: the search with everything it remembers from move to move.
pub struct Engine {
    table: TranspositionTable,
    memory: Memory,
    /// What the helping threads keep.
    helpers: Vec<Memory>,
    /// How the helping threads are started.
    run_beside: Option<RunBeside>,
    tables: Option<Box<dyn Tablebase>>,
    /// Results that outlive the game; [`Engine::clear`] does not forget them.
    pub learning: Learning,
    /// Choices for the next searches.
    pub settings: Settings,
}

/// What one thread of search keeps besides the transposition table. Reserved once: a search does not
/// allocate.
struct Memory {
    histories: Histories,
    corrections: Corrections,
    pawns: PawnTable,
    moves: MoveStack,
    frames: Vec<Frame>,
    pv: pv::PvTable,
    keys: Vec<u64>,
}

impl Memory {
    fn new() -> Self {
        Self {
            histories: Histories::new(),
            corrections: Corrections::new(),
            pawns: PawnTable::new(),
            moves: MoveStack::new(),
            frames: vec![Frame::default(); worker::FRAMES],
            pv: pv::PvTable::new(),
            keys: Vec::with_capacity(1024),
        }
    }

    /// Forgets all that was learned.
    fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.pawns.clear();
    }
}

impl Engine {
    /// The size of the transposition table at the start, in megabytes.
    pub const DEFAULT_HASH_MEGABYTES: usize = 16;

    /// An engine with a transposition table of so many megabytes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(hash_megabytes: usize) -> Result<Self, OutOfMemory> {
        let mut table = TranspositionTable::empty();
        table.resize(hash_megabytes)?;
        Ok(Self { table, ..Self::without_table() })
    }

    /// An engine that remembers no positions; it plays, but searches far slower. For when memory is short,
    /// and for start-up before the size is known.
    pub fn without_table() -> Self {
        Self {
            table: TranspositionTable::empty(),
            memory: Memory::new(),
            helpers: Vec::new(),
            run_beside: None,
            tables: None,
            learning: Learning::default(),
            settings: Settings::default(),
        }
    }

    /// Gives the engine tablebases, or takes them away. What is in the transposition table stays.
    pub fn set_tables(&mut self, tables: Option<Box<dyn Tablebase>>) {
        self.tables = tables;
    }

    /// Searches with so many threads from now on (at least 1), which `run_beside` starts for every search. Each takes some
    /// two megabytes. Searches below full strength use one, so that they can be repeated.
    pub fn set_threads(&mut self, threads: usize, run_beside: RunBeside) {
        self.helpers.resize_with(threads.saturating_sub(1), Memory::new);
        self.run_beside = Some(run_beside);
    }

    /// What was found wrong with a tablebase since the last call, as a sentence.
    pub fn take_table_fault(&self) -> Option<String> {
        self.tables.as_ref()?.take_fault()
    }

    /// The size of the transposition table in megabytes.
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Gives the transposition table another size (1 to 1024 megabytes), which empties it.
    ///
    /// # Errors
    /// When there is not enough memory; the table is then as large as it was, or smaller.
    pub fn set_hash_megabytes(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        self.table.resize(megabytes)
    }

    /// Forgets all that was learned, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
        self.helpers.iter_mut().for_each(Memory::clear);
    }

    /// Searches a position.
    ///
    /// `history` are the [`Position::repetition_key`]s of the positions of the game before this one, oldest
    /// first.
    pub fn search<C: Control>(
        &mut self,
        root: &Position,
        history: &[u64],
        limits: &Limits,
        control: &mut C,
    ) -> SearchResult {
        let Self { table, memory, helpers, run_beside, tables, settings, learning } = self;
        let is_weakened = settings.strength.is_some() && !limits.infinite;
        table.new_search();
        // Weaker play knows nothing of what better play found out.
        let learning = Some(&*learning).filter(|_| !is_weakened);
        if let Some(learning) = learning {
            learning.restore(table);
        }
        let shared = Shared {
            table,
            tables: tables.as_deref(),
            settings: Settings { strength: settings.strength.filter(|_| is_weakened), ..*settings },
            learned_move: learning.and_then(|learning| learning.move_for(root)),
        };
        match run_beside {
            Some(run_beside) if !helpers.is_empty() && !is_weakened => {
                team::search(shared, memory, helpers, *run_beside, root, history, limits, control)
            }
            _ => {
                let mut alone =
                    Worker::new(shared, memory, root, history, limits, Some(control), Part::Alone);
                alone.think();
                alone.conclude()
            }
        }
    }
}
