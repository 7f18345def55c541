//! One running search and its state.

use tabia_chess::{Move, Position, Role};

use super::allowance::Allowance;
use super::pv::PvTable;
use super::reductions::Reductions;
use super::root::RootMove;
use super::switches;
use super::team::{Effort, Part, Window};
use super::{Memory, Settings};
use crate::control::{Control, Signal};
use crate::correction::Corrections;
use crate::eval::{self, PawnTable};
use crate::history::{Histories, NO_PIECE_TO, PieceTo};
use crate::limits::Limits;
use crate::movepick::MoveStack;
use crate::personality::{Trait, Weights};
use crate::strength::{self, Plan, Strength};
use crate::tablebase::{Tablebase, Wdl};
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::value::{MAX_PLY, NONE, SURE_WIN, Value};

/// Frames before the root, so that every node has ancestors.
pub(super) const FRAME_OFFSET: usize = 4;
/// Frames in all: those before the root, one per ply, and two beyond.
pub(super) const FRAMES: usize = FRAME_OFFSET + MAX_PLY + 4;
/// How many nodes pass between two looks at clock and signal; a power of two.
const POLL_INTERVAL: u64 = 1024;
/// The same where the effort is limited to few nodes.
const WEAK_POLL_INTERVAL: u64 = 16;

/// What a node leaves for the nodes below and beside it.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) static_eval: Value,
    /// The move being searched, as piece and target.
    pub(super) piece_to: PieceTo,
    pub(super) killers: [Option<Move>; 2],
    /// The move being searched if it is quiet.
    pub(super) quiet: Option<Move>,
    /// Which of the node's moves it is, from 1.
    pub(super) move_count: usize,
    /// A move left out, to see whether the others do as well.
    pub(super) excluded: Option<Move>,
    /// How many cut-offs the children had.
    pub(super) cutoffs: u32,
    /// Double extensions on the way here.
    pub(super) double_extensions: u32,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            static_eval: NONE,
            piece_to: NO_PIECE_TO,
            quiet: None,
            move_count: 0,
            killers: [None; 2],
            excluded: None,
            cutoffs: 0,
            double_extensions: 0,
        }
    }
}

pub(super) static REDUCTIONS: Reductions = Reductions::new();

/// What all threads of a search have in common.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) tables: Option<&'a dyn Tablebase>,
    pub(super) settings: Settings,
    /// The best move as it was learned in an earlier game.
    pub(super) learned_move: Option<Move>,
}

/// A search, or one thread of it.
pub(super) struct Worker<'a, C> {
    pub(super) table: &'a TranspositionTable,
    pub(super) histories: &'a mut Histories,
    pub(super) corrections: &'a mut Corrections,
    pub(super) pawns: &'a mut PawnTable,
    pub(super) moves: &'a mut MoveStack,
    pub(super) frames: &'a mut [Frame],
    pub(super) pv: &'a mut PvTable,
    /// Repetition keys of the game and of the line being searched, the current position's last.
    pub(super) keys: &'a mut Vec<u64>,
    /// Where in `keys` the last null move was made: no repetition reaches back over it.
    pub(super) keys_floor: usize,
    /// The number of keys before the root's.
    pub(super) root_key: usize,

    /// Tablebases, and up to how many men they are asked within the search.
    pub(super) tables: Option<&'a dyn Tablebase>,
    pub(super) table_limit: u32,
    pub(super) table_hits: u64,
    /// What the tables say about the root.
    pub(super) table_verdict: Option<Wdl>,

    pub(super) settings: Settings,
    /// What is to be weakened; `None` at full strength.
    pub(super) weakness: Option<Plan>,
    /// The weights of the evaluation; `None` as usual.
    weights: Option<Weights>,
    /// What a draw is worth to the side to move at the root.
    draw: Value,
    /// How readily moves are extended, in percent.
    pub(super) extensions: i32,
    pub(super) root: &'a Position,
    pub(super) limits: &'a Limits,
    pub(super) control: Window<'a, C>,
    /// The best move as it was learned in an earlier game.
    pub(super) learned_move: Option<Move>,

    pub(super) root_moves: Vec<RootMove>,
    /// The line (from 0) that is searched now.
    pub(super) pv_index: usize,
    pub(super) root_depth: i32,
    /// The last depth that was searched to its end; 0 before.
    pub(super) finished: i32,
    pub(super) seldepth: usize,
    /// Below this ply the null move is not tried, while its result is being verified.
    pub(super) null_move_floor: usize,

    part: Part<'a>,
    pub(super) nodes: u64,
    pub(super) quiescence_nodes: u64,
    /// What the quiescence search may still take.
    pub(super) allowance: Allowance,
    /// What a helper has told the others of its work.
    told: Effort,
    /// When to look at limits, clock and signal again.
    next_poll: u64,
    pub(super) time: Option<TimeManager>,
    start_ms: f64,
    /// When the clock began to count: the start, or the ponder hit.
    clock_start_ms: f64,
    /// Set after each iteration while pondering: whether that would have been enough. If the ponder move is
    /// played then, the answer is given at once.
    pub(super) is_ready: bool,
    /// Whether the opponent is still to move: neither time nor anything else but a signal ends the search.
    pub(super) pondering: bool,
    /// Set when the search must end at once; what is being computed is worthless then.
    pub(super) stopped: bool,
}

impl<'a, C: Control> Worker<'a, C> {
    pub(super) fn new(
        shared: Shared<'a>,
        memory: &'a mut Memory,
        root: &'a Position,
        history: &[u64],
        limits: &'a Limits,
        control: Option<&'a mut C>,
        part: Part<'a>,
    ) -> Self {
        let Shared { table, tables, settings, learned_move } = shared;
        let Memory { histories, corrections, pawns, moves, frames, pv, keys } = memory;
        moves.clear();
        frames.fill(Frame::default());
        // Only positions since the last irreversible move can come again.
        let reversible = history.len().min(root.halfmove_clock() as usize);
        keys.clear();
        keys.extend_from_slice(&history[history.len() - reversible..]);
        keys.reserve(MAX_PLY + 8);
        let root_key = keys.len();
        keys.push(root.repetition_key());
        let mut control = Window(control);
        let start_ms = control.now_ms();
        // Time thought on the opponent's clock comes back.
        let usage =
            settings.personality.get(Trait::TimeUsage) as u64 * if settings.ponder { 5 } else { 4 } / 4;
        let time = if limits.infinite {
            None
        } else {
            TimeManager::new(limits.time, settings.move_overhead_ms, usage)
        };
        let mut worker = Self {
            table,
            histories,
            corrections,
            pawns,
            moves,
            frames,
            pv,
            keys,
            keys_floor: 0,
            root_key,
            tables,
            table_limit: tables.map_or(0, |tables| tables.max_pieces().min(settings.table_limit)),
            table_hits: 0,
            table_verdict: None,
            settings,
            weakness: settings.strength.map(Strength::plan),
            weights: settings.personality.weights(root.turn()),
            draw: -settings.personality.get(Trait::Contempt),
            extensions: settings.personality.get(Trait::Extensions),
            root,
            limits,
            control,
            learned_move,
            root_moves: Vec::new(),
            pv_index: 0,
            root_depth: 0,
            finished: 0,
            seldepth: 0,
            null_move_floor: 0,
            part,
            nodes: 0,
            quiescence_nodes: 0,
            allowance: Allowance::default(),
            told: Effort::default(),
            next_poll: 0,
            time,
            start_ms,
            clock_start_ms: start_ms,
            is_ready: false,
            pondering: limits.ponder,
            stopped: false,
        };
        worker.schedule_poll();
        worker
    }

    /// The frame `back` plies before `ply`.
    #[inline(always)]
    pub(super) fn frame(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + FRAME_OFFSET - back]
    }

    #[inline(always)]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAME_OFFSET]
    }

    /// The moves made one, two and four plies ago.
    #[inline(always)]
    pub(super) fn moves_before(&self, ply: usize) -> [PieceTo; 3] {
        [1, 2, 4].map(|back| self.frame(ply, back).piece_to)
    }

    /// Milliseconds since the start of the search.
    pub(super) fn elapsed_ms(&mut self) -> u64 {
        (self.control.now_ms() - self.start_ms).max(0.0) as u64
    }

    /// Milliseconds of the own clock that the search has used.
    pub(super) fn used_ms(&mut self) -> u64 {
        (self.control.now_ms() - self.clock_start_ms).max(0.0) as u64
    }

    /// What all threads have done.
    pub(super) fn effort(&self) -> Effort {
        let others = match self.part {
            Part::Leader(team) => team.effort(),
            Part::Alone | Part::Helper(_) => Effort::default(),
        };
        Effort {
            nodes: self.nodes + others.nodes,
            quiescence_nodes: self.quiescence_nodes + others.quiescence_nodes,
            table_hits: self.table_hits + others.table_hits,
        }
    }

    /// A helper tells what it has done.
    pub(super) fn tell_effort(&mut self) {
        let Part::Helper(team) = self.part else { return };
        let done = self.effort();
        team.add(Effort {
            nodes: done.nodes - self.told.nodes,
            quiescence_nodes: done.quiescence_nodes - self.told.quiescence_nodes,
            table_hits: done.table_hits - self.told.table_hits,
        });
        self.told = done;
    }

    /// Takes note of what the outside wants.
    pub(super) fn look_at_signal(&mut self) {
        if let Part::Helper(team) = self.part {
            self.stopped |= team.is_over();
        }
        match self.control.signal() {
            Signal::Stop => {
                self.pondering = false;
                self.stopped = true;
            }
            Signal::PonderHit if self.pondering => {
                self.pondering = false;
                self.clock_start_ms = self.control.now_ms();
                self.stopped = self.is_ready;
            }
            Signal::PonderHit | Signal::Go => {}
        }
    }

    fn schedule_poll(&mut self) {
        // Few nodes must be counted exactly.
        let interval = if self.weakness.is_some() { WEAK_POLL_INTERVAL } else { POLL_INTERVAL };
        let next = (self.nodes / interval + 1) * interval;
        // A limit that is behind (because the search has to wait for a signal) is of no more interest.
        let others = self.effort().nodes - self.nodes;
        let limit = self.limits.nodes.map(|limit| limit.saturating_sub(others));
        let limit = limit.filter(|&limit| limit > self.nodes);
        self.next_poll = limit.map_or(next, |limit| next.min(limit));
    }

    /// Counts a node. Sets `stopped` when a limit is reached.
    #[inline(always)]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Looks at limits, clock and signal.
    #[cold]
    pub(super) fn poll(&mut self) {
        self.schedule_poll();
        self.tell_effort();
        self.look_at_signal();
        let must_wait = self.pondering || self.limits.infinite;
        if must_wait || self.stopped {
            return;
        }
        if self.limits.nodes.is_some_and(|limit| self.effort().nodes >= limit) {
            self.stopped = true;
        }
        if let Some(weakness) = self.weakness
            && self.nodes >= weakness.nodes
            && self.root_depth > 1
        {
            self.stopped = true;
        }
        if let Some(time) = self.time
            && self.used_ms() >= time.hard_ms()
        {
            self.stopped = true;
        }
    }

    /// The static evaluation, without corrections.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, pos: &Position) -> Value {
        let value = match &self.weights {
            None => eval::evaluate(pos, self.pawns),
            Some(weights) => eval::evaluate_weighed(pos, self.pawns, weights),
        };
        match self.weakness {
            Some(weakness) => self.misjudged(pos, value, weakness.noise),
            None => value,
        }
    }

    /// An evaluation with this player's error about the position.
    #[cold]
    fn misjudged(&self, pos: &Position, value: Value, noise: Value) -> Value {
        let seed = self.settings.strength.map_or(0, |strength| strength.seed);
        if value.abs() >= SURE_WIN {
            return value;
        }
        (value + strength::error(pos.key(), seed, noise)).clamp(1 - SURE_WIN, SURE_WIN - 1)
    }

    /// The raw evaluation corrected by experience and faded towards a draw as the fifty-move rule nears.
    #[inline(always)]
    pub(super) fn corrected(&self, pos: &Position, raw: Value, ply: usize) -> Value {
        if raw.abs() >= SURE_WIN {
            // The rule for this ending shows the way; noise would only hide it.
            return raw;
        }
        let faded = if switches::RULE50_FADING.is_on() {
            raw * (200 - (pos.halfmove_clock() as i32).min(100)) / 200
        } else {
            raw
        };
        let last = self.frame(ply, 1).piece_to;
        let corrected = faded + self.corrections.get(pos, last);
        corrected.clamp(1 - SURE_WIN, SURE_WIN - 1)
    }

    /// Enters a position that a move led to.
    #[inline(always)]
    pub(super) fn push(&mut self, child: &Position) {
        self.keys.push(child.repetition_key());
    }

    /// Leaves it again.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// What a draw is worth at this ply.
    #[inline(always)]
    pub(super) fn draw_value(&self, ply: usize) -> Value {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// Whether the position is drawn by repetition, the fifty-move rule or lack of material.
    ///
    /// A position that comes again within the search counts as drawn at once; one that came before the root
    /// must come a third time.
    pub(super) fn is_draw(&self, pos: &Position) -> bool {
        if pos.halfmove_clock() >= 100 && (!pos.is_check() || pos.has_legal_moves()) {
            return true;
        }
        if pos.by_role(Role::Pawn).is_empty() && pos.is_insufficient_material() {
            return true;
        }
        let last = self.keys.len() - 1;
        let reach = (pos.halfmove_clock() as usize).min(last - self.keys_floor.min(last));
        let key = self.keys[last];
        let mut seen_before_root = false;
        let mut back = 4;
        while back <= reach {
            let at = last - back;
            if self.keys[at] == key {
                if at > self.root_key || seen_before_root {
                    return true;
                }
                seen_before_root = true;
            }
            back += 2;
        }
        false
    }
}
