//! One thread of a search and its state.

use tabia_chess::{Move, Position, Role};
use tabia_nnue::{AccumulatorStack, Changes, Network};

use super::frame::{FRAME_OFFSET, Frame};
use super::pv::PvTable;
use super::qsearch_budget::QsearchBudget;
use super::root_move::{RootMove, ThreadResult};
use super::settings::Settings;
use super::shared::{NodeCounts, ThreadControl, ThreadRole};
use super::thread_data::ThreadData;
use crate::control::{Control, Signal};
use crate::correction_history::CorrectionHistory;
use crate::eval::{self, PawnTable};
use crate::history::{Histories, PieceTo, QuietContext};
use crate::limits::Limits;
use crate::movepick::MoveStack;
use crate::personality::{TermWeights, Trait};
use crate::strength::{self, Handicap, Strength};
use crate::tablebase::Tablebase;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::value::{KNOWN_WIN, MAX_PLY, Value};

/// Nodes between two polls of clock and signal; a power of two.
const POLL_INTERVAL: u64 = 1024;
/// The same for searches of few nodes.
const WEAK_POLL_INTERVAL: u64 = 16;

/// State shared by all threads of a search.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) tablebase: Option<&'a dyn Tablebase>,
    pub(super) net: Option<&'a Network>,
    pub(super) settings: Settings,
    /// The best move learned in an earlier game.
    pub(super) learned_move: Option<Move>,
    pub(super) root: &'a Position,
    /// The repetition keys of the game before the root, oldest first.
    pub(super) history: &'a [u64],
}

/// One thread of a search with its state.
pub(super) struct SearchThread<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) histories: &'a mut Histories,
    pub(super) correction_history: &'a mut CorrectionHistory,
    pub(super) pawns: &'a mut PawnTable,
    pub(super) moves: &'a mut MoveStack,
    pub(super) frames: &'a mut [Frame],
    pub(super) pv: &'a mut PvTable,
    /// Repetition keys of the game and of the current line; the current position's is last.
    pub(super) keys: &'a mut Vec<u64>,
    /// The index in `keys` of the last null move: no repetition reaches back over it.
    pub(super) keys_floor: usize,
    /// The number of keys before the root's.
    pub(super) root_key: usize,

    /// The tablebases, and the number of pieces up to which they are probed.
    pub(super) tablebase: Option<&'a dyn Tablebase>,
    pub(super) tb_probe_limit: u32,
    pub(super) tb_hits: u64,

    pub(super) settings: Settings,
    /// Handicap; `None` at full strength.
    pub(super) handicap: Option<Handicap>,
    /// The term weights of the evaluation; `None` for the defaults.
    weights: Option<TermWeights>,
    /// The net that replaces the terms. `None` for weakened play and unusual weights.
    net: Option<&'a Network>,
    /// The sums of its first layer for the current line.
    sums: &'a mut AccumulatorStack,
    /// Value of a draw to the side to move at the root.
    draw: Value,
    /// Share of the extensions that are applied, in percent.
    pub(super) extensions: i32,
    pub(super) root: &'a Position,
    pub(super) limits: &'a Limits,
    pub(super) control: ThreadControl<'a>,
    /// The best move learned in an earlier game.
    pub(super) learned_move: Option<Move>,

    pub(super) root_moves: Vec<RootMove>,
    /// The current line, from 0.
    pub(super) pv_index: usize,
    pub(super) root_depth: i32,
    /// The last completed depth; 0 before the first.
    pub(super) completed_depth: i32,
    /// The best move of that depth with the score to report, which is exact.
    pub(super) completed_best: Option<(Move, Value)>,
    pub(super) seldepth: usize,
    /// No null move is tried below this ply while a null-move cut-off is being verified.
    pub(super) null_move_floor: usize,

    pub(super) role: ThreadRole<'a>,
    pub(super) nodes: u64,
    pub(super) quiescence_nodes: u64,
    /// The node budget of the quiescence search.
    pub(super) qsearch_budget: QsearchBudget,
    /// Nodes that a helper has already added to the shared counts.
    published: NodeCounts,
    /// The node count of the next poll.
    next_poll: u64,
    pub(super) time: Option<TimeManager>,
    start_ms: f64,
    /// Time at which the clock started: the start of the search, or the ponder hit.
    clock_start_ms: f64,
    /// Set after each iteration while pondering: whether the search would have ended by now. If the ponder
    /// move is then played, the answer is sent at once.
    pub(super) stop_on_ponder_hit: bool,
    /// Whether the opponent is still to move: only a signal ends the search.
    pub(super) pondering: bool,
    /// Whether the search must end at once; the current node's score is then meaningless.
    pub(super) stopped: bool,
    /// Result of another thread that completed more, if the search stopped only because it was overtaken.
    pub(super) overtaken_by: Option<ThreadResult>,
}

impl<'a> SearchThread<'a> {
    pub(super) fn new(
        context: SearchContext<'a>,
        data: &'a mut ThreadData,
        limits: &'a Limits,
        control: Option<&'a mut (dyn Control + 'a)>,
        role: ThreadRole<'a>,
    ) -> Self {
        let SearchContext { tt, tablebase, net, settings, learned_move, root, history } = context;
        let ThreadData { histories, correction_history, pawns, moves, frames, pv, keys, sums } = data;
        moves.clear();
        frames.fill(Frame::default());
        // Only positions since the last irreversible move can be repeated.
        let reversible = history.len().min(root.halfmove_clock() as usize);
        keys.clear();
        keys.extend_from_slice(&history[history.len() - reversible..]);
        keys.reserve(MAX_PLY + 8);
        let root_key = keys.len();
        keys.push(root.repetition_key());
        let weights = settings.personality.weights(root.turn());
        let net = net.filter(|_| weights.is_none() && settings.strength.is_none());
        if let Some(net) = net {
            sums.reset(net, MAX_PLY + 1);
        }
        let mut control = ThreadControl(control);
        let start_ms = control.now_ms();
        // Time spent pondering comes back.
        let usage =
            settings.personality.get(Trait::TimeUsage) as u64 * if settings.ponder { 5 } else { 4 } / 4;
        let time = if limits.infinite {
            None
        } else {
            TimeManager::new(limits.time, settings.move_overhead_ms, usage)
        };
        let mut thread = Self {
            tt,
            histories,
            correction_history,
            pawns,
            moves,
            frames,
            pv,
            keys,
            keys_floor: 0,
            root_key,
            tablebase,
            tb_probe_limit: tablebase
                .map_or(0, |tablebase| tablebase.max_pieces().min(settings.tb_probe_limit)),
            tb_hits: 0,
            settings,
            handicap: settings.strength.map(Strength::handicap),
            weights,
            net,
            sums,
            draw: -settings.personality.get(Trait::Contempt),
            extensions: settings.personality.get(Trait::Extensions),
            root,
            limits,
            control,
            learned_move,
            root_moves: Vec::new(),
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            completed_best: None,
            seldepth: 0,
            null_move_floor: 0,
            role,
            nodes: 0,
            quiescence_nodes: 0,
            qsearch_budget: QsearchBudget::default(),
            published: NodeCounts::default(),
            next_poll: 0,
            time,
            start_ms,
            clock_start_ms: start_ms,
            stop_on_ponder_hit: false,
            pondering: limits.ponder,
            stopped: false,
            overtaken_by: None,
        };
        thread.schedule_poll();
        thread
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

    /// Context of the histories of the node's quiet moves.
    #[inline(always)]
    pub(super) fn quiet_context(&self, ply: usize) -> QuietContext {
        let earlier = [1, 2, 4].map(|back| self.frame(ply, back).piece_to);
        QuietContext { earlier, threats: self.frame(ply, 0).threats }
    }

    /// The two moves that led to a node, the last one first.
    #[inline(always)]
    pub(super) fn last_moves(&self, ply: usize) -> [PieceTo; 2] {
        [1, 2].map(|back| self.frame(ply, back).piece_to)
    }

    /// Milliseconds since the start of the search.
    pub(super) fn elapsed_ms(&mut self) -> u64 {
        (self.control.now_ms() - self.start_ms).max(0.0) as u64
    }

    /// Milliseconds used of the engine's own clock.
    pub(super) fn used_ms(&mut self) -> u64 {
        (self.control.now_ms() - self.clock_start_ms).max(0.0) as u64
    }

    /// The counts of this thread; for the main thread, those of all threads.
    pub(super) fn node_counts(&self) -> NodeCounts {
        let others = match self.role {
            ThreadRole::Main(shared) => shared.node_counts(),
            ThreadRole::Single | ThreadRole::Helper(_) => NodeCounts::default(),
        };
        NodeCounts {
            nodes: self.nodes + others.nodes,
            quiescence_nodes: self.quiescence_nodes + others.quiescence_nodes,
            tb_hits: self.tb_hits + others.tb_hits,
        }
    }

    /// Adds a helper's counts since the last call to the shared counts.
    pub(super) fn publish_counts(&mut self) {
        let ThreadRole::Helper(shared) = self.role else { return };
        let done = self.node_counts();
        shared.add(NodeCounts {
            nodes: done.nodes - self.published.nodes,
            quiescence_nodes: done.quiescence_nodes - self.published.quiescence_nodes,
            tb_hits: done.tb_hits - self.published.tb_hits,
        });
        self.published = done;
    }

    /// Handles the host's signal.
    pub(super) fn check_signal(&mut self) {
        if let ThreadRole::Helper(shared) = self.role {
            self.stopped |= shared.is_over();
        }
        match self.control.signal() {
            Signal::Stop => {
                self.pondering = false;
                self.stopped = true;
            }
            Signal::PonderHit if self.pondering => {
                self.pondering = false;
                self.clock_start_ms = self.control.now_ms();
                self.stopped |= self.stop_on_ponder_hit;
            }
            Signal::PonderHit | Signal::Go => {}
        }
    }

    fn schedule_poll(&mut self) {
        // Low node limits must be met exactly.
        let interval = if self.handicap.is_some() { WEAK_POLL_INTERVAL } else { POLL_INTERVAL };
        let next = (self.nodes / interval + 1) * interval;
        // A limit that has already passed (because the search waits for a signal) no longer matters.
        let others = self.node_counts().nodes - self.nodes;
        let limit = self.limits.nodes.map(|limit| limit.saturating_sub(others));
        let limit = limit.filter(|&limit| limit > self.nodes);
        self.next_poll = limit.map_or(next, |limit| next.min(limit));
    }

    /// Counts a node and polls when it is time.
    #[inline(always)]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Checks limits, clock and signal.
    #[cold]
    pub(super) fn poll(&mut self) {
        self.schedule_poll();
        self.publish_counts();
        // Unwinding from an iteration in which it was overtaken it may still be told to stop.
        let before = self.overtaken_by.take();
        self.stopped &= before.is_none();
        self.check_signal();
        self.check_limits();
        if !self.stopped {
            self.overtaken_by = before.or_else(|| self.role.shared()?.completed(self.root_depth));
            self.stopped = self.overtaken_by.is_some();
        }
    }

    /// Stops when a limit of nodes or time is reached. While pondering, a weakened search stops too where it
    /// has seen enough: the opponent's time must not make it stronger. Its move then waits for the signal.
    fn check_limits(&mut self) {
        let goes_on = self.limits.infinite || self.pondering && self.handicap.is_none();
        if goes_on || self.stopped {
            return;
        }
        if self.limits.nodes.is_some_and(|limit| self.node_counts().nodes >= limit) {
            self.stopped = true;
        }
        if let Some(handicap) = self.handicap
            && self.nodes >= handicap.nodes
            && self.root_depth > 1
        {
            self.stopped = true;
        }
        if let Some(time) = self.time
            && !self.pondering
            && self.used_ms() >= time.hard_ms()
        {
            self.stopped = true;
        }
    }

    /// The static evaluation, not corrected by history.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, pos: &Position) -> Value {
        if let Some(net) = self.net {
            return eval::evaluate_with_net(pos, net, self.sums);
        }
        let value = match &self.weights {
            None => eval::evaluate(pos, self.pawns),
            Some(weights) => eval::evaluate_weighed(pos, self.pawns, weights),
        };
        match self.handicap {
            Some(handicap) => self.with_evaluation_noise(pos, value, handicap.noise),
            None => value,
        }
    }

    /// The evaluation with the error that this level makes about the position.
    #[cold]
    fn with_evaluation_noise(&self, pos: &Position, value: Value, noise: Value) -> Value {
        let seed = self.settings.strength.map_or(0, |strength| strength.seed);
        if value.abs() >= KNOWN_WIN {
            return value;
        }
        (value + strength::evaluation_noise(pos.key(), seed, noise)).clamp(1 - KNOWN_WIN, KNOWN_WIN - 1)
    }

    /// The evaluation with corrections, fading towards a draw as the fifty-move rule nears.
    #[inline(always)]
    pub(super) fn corrected_eval(&self, pos: &Position, raw: Value, ply: usize) -> Value {
        if raw.abs() >= KNOWN_WIN {
            // The rule for this ending makes progress; corrections would only disturb it.
            return raw;
        }
        let faded = raw * (200 - pos.halfmove_clock().min(100) as i32) / 200;
        let corrected = faded + self.correction_history.get(pos, self.last_moves(ply));
        corrected.clamp(1 - KNOWN_WIN, KNOWN_WIN - 1)
    }

    /// Enters a child position, by a move or without one.
    #[inline(always)]
    pub(super) fn push(&mut self, pos: &Position, mv: Option<Move>, child: &Position) {
        self.tt.prefetch(child.key());
        self.keys.push(child.repetition_key());
        if self.net.is_some() {
            self.note_changes(pos, mv);
        }
    }

    /// Notes for the net what a move changes. Not inlined: searches without a net are not slowed down.
    #[inline(never)]
    fn note_changes(&mut self, pos: &Position, mv: Option<Move>) {
        self.sums.push(mv.map_or(Changes::NONE, |mv| Changes::of(pos, mv)));
    }

    /// Leaves it again.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
        if self.net.is_some() {
            self.sums.pop();
        }
    }

    /// The value of a draw at this ply.
    #[inline(always)]
    pub(super) fn draw_value(&self, ply: usize) -> Value {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// Whether the position is drawn by repetition, the fifty-move rule or insufficient material.
    ///
    /// A repetition within the search counts as a draw at once; a position that occurred before the root must
    /// occur a third time.
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
