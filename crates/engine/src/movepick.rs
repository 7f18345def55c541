//! Move ordering: moves are produced in stages, so that a cut-off saves the later ones.

use tabia_chess::{GenKind, Move, MoveList, Position, Role};

use crate::history::{Histories, QuietContext};
use crate::params::{
    CAPTURE_TOLERANCE, CHECK_BONUS, CHECK_LOSS, THREAT_TO_MINOR, THREAT_TO_QUEEN, THREAT_TO_ROOK,
};
use crate::see::{EXCHANGE_VALUE, see};
use crate::value::Value;

/// A move with its ordering score.
#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

/// The moves of all nodes on the current line, one after the other.
pub struct MoveStack {
    moves: Vec<Scored>,
    list: MoveList,
}

impl MoveStack {
    /// A stack with room for the deepest line, so that it never grows during a search.
    pub fn new() -> Self {
        // No position has more than 218 moves in a game, and a line of only such positions does not exist.
        Self { moves: Vec::with_capacity(256 * 128), list: MoveList::new() }
    }

    /// Empties the stack; an aborted search leaves moves on it.
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateChecks,
    Checks,
    GenerateEvasions,
    Evasions,
    End,
}

/// Produces the moves of one node.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    refutations: [Option<Move>; 3],
    context: QuietContext,
    /// Captures that win less than this come last, or not at all.
    threshold: Value,
    captures_only: bool,
    /// Whether quiet checks follow the captures.
    with_checks: bool,
    /// Start of this node's moves on the stack.
    base: usize,
    current: usize,
    /// The end of the losing captures, which are collected from `base` on.
    bad_end: usize,
    bad_current: usize,
}

impl MovePicker {
    /// All moves of a node. `tt_move` must be legal. `refutations` are the killers and the counter move,
    /// `context` is what the histories of quiet moves depend on.
    pub fn new(
        pos: &Position,
        stack: &MoveStack,
        tt_move: Option<Move>,
        refutations: [Option<Move>; 3],
        context: QuietContext,
    ) -> Self {
        let [first, second, counter] = refutations;
        let counter = counter.filter(|_| counter != first && counter != second);
        let stage = match tt_move {
            Some(_) => Stage::TtMove,
            None if pos.is_check() => Stage::GenerateEvasions,
            None => Stage::GenerateCaptures,
        };
        Self {
            stage,
            tt_move,
            refutations: [first, second, counter],
            context,
            threshold: 0,
            captures_only: false,
            with_checks: false,
            base: stack.moves.len(),
            current: stack.moves.len(),
            bad_end: stack.moves.len(),
            bad_current: stack.moves.len(),
        }
    }

    /// Only captures and promotions to a queen that win at least `threshold`; in check, all evasions.
    pub fn captures(
        pos: &Position,
        stack: &MoveStack,
        tt_move: Option<Move>,
        context: QuietContext,
        threshold: Value,
    ) -> Self {
        let mut picker = Self::new(pos, stack, tt_move, [None; 3], context);
        picker.threshold = threshold;
        picker.captures_only = true;
        picker
    }

    /// Adds quiet checks to the captures.
    pub fn with_checks(mut self) -> Self {
        self.with_checks = true;
        self
    }

    /// Skips the quiet moves that have not come yet.
    pub fn skip_quiets(&mut self) {
        if self.stage > Stage::GoodCaptures && self.stage < Stage::BadCaptures {
            self.stage = Stage::BadCaptures;
        }
    }

    /// Removes the node's moves from the stack.
    pub fn finish(&self, stack: &mut MoveStack) {
        stack.moves.truncate(self.base);
    }

    /// The next move.
    pub fn next(&mut self, pos: &Position, stack: &mut MoveStack, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage =
                        if pos.is_check() { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    return self.tt_move;
                }
                Stage::GenerateCaptures => {
                    self.generate(pos, stack, histories, GenKind::Captures);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some(scored) = self.select(stack) {
                        // If only captures are searched, an underpromotion is hardly ever the better choice.
                        if self.captures_only && is_underpromotion(scored.mv) {
                            continue;
                        }
                        if see(pos, scored.mv, self.threshold_of(scored)) {
                            return Some(scored.mv);
                        }
                        if !self.captures_only {
                            // Its slot is free, because the moves up to `current` were taken.
                            if let Some(slot) = stack.moves.get_mut(self.bad_end) {
                                *slot = scored;
                                self.bad_end += 1;
                            }
                        }
                    }
                    self.stage = match (self.captures_only, self.with_checks) {
                        (false, _) => Stage::FirstKiller,
                        (true, true) => Stage::GenerateChecks,
                        (true, false) => Stage::End,
                    };
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.refutation(pos, 0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::Counter;
                    if let Some(mv) = self.refutation(pos, 1) {
                        return Some(mv);
                    }
                }
                Stage::Counter => {
                    self.stage = Stage::GenerateQuiets;
                    if let Some(mv) = self.refutation(pos, 2) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    self.generate(pos, stack, histories, GenKind::Quiets);
                    self.consider_threats(pos, stack);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    while let Some(scored) = self.select(stack) {
                        if !self.refutations.contains(&Some(scored.mv)) {
                            return Some(scored.mv);
                        }
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.bad_current < self.bad_end {
                        let mv = stack.moves.get(self.bad_current).map(|scored| scored.mv);
                        self.bad_current += 1;
                        return mv;
                    }
                    self.stage = Stage::End;
                }
                Stage::GenerateChecks => {
                    self.generate_checks(pos, stack, histories);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => {
                    while let Some(scored) = self.select(stack) {
                        if see(pos, scored.mv, 0) {
                            return Some(scored.mv);
                        }
                    }
                    self.stage = Stage::End;
                }
                Stage::GenerateEvasions => {
                    self.generate(pos, stack, histories, GenKind::All);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    if let Some(scored) = self.select(stack) {
                        return Some(scored.mv);
                    }
                    self.stage = Stage::End;
                }
                Stage::End => return None,
            }
        }
    }

    fn refutation(&self, pos: &Position, at: usize) -> Option<Move> {
        let mv = self.refutations[at]?;
        (Some(mv) != self.tt_move && !is_tactical(mv) && pos.is_legal(mv)).then_some(mv)
    }

    /// Takes the best remaining move.
    fn select(&mut self, stack: &mut MoveStack) -> Option<Scored> {
        let rest = stack.moves.get_mut(self.current..)?;
        let mut best = 0;
        let mut best_score = rest.first()?.score;
        for (at, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > best_score {
                best = at;
                best_score = scored.score;
            }
        }
        rest.swap(0, best);
        self.current += 1;
        rest.first().copied()
    }

    /// Least gain of a good capture.
    #[inline(always)]
    fn threshold_of(&self, capture: Scored) -> Value {
        if self.captures_only { self.threshold } else { -capture.score / CAPTURE_TOLERANCE.get() }
    }

    /// Raises the scores of quiet moves that give check or save a piece from a lesser one, and lowers those of moves that expose one.
    /// The idea is Stockfish's.
    fn consider_threats(&self, pos: &Position, stack: &mut MoveStack) {
        let check_info = pos.check_info();
        for scored in stack.moves.iter_mut().skip(self.current) {
            let mv = scored.mv;
            if check_info.gives_check(pos, mv) && see(pos, mv, -CHECK_LOSS.get()) {
                scored.score += CHECK_BONUS.get();
            }
            if let Some(piece) = pos.piece_at(mv.from()) {
                let threats = self.context.threats.by_lesser(piece.role);
                let bonus = match piece.role {
                    Role::Knight | Role::Bishop => THREAT_TO_MINOR.get(),
                    Role::Rook => THREAT_TO_ROOK.get(),
                    Role::Queen => THREAT_TO_QUEEN.get(),
                    Role::Pawn | Role::King => continue,
                };
                scored.score += bonus * i32::from(threats.contains(mv.from()));
                scored.score -= bonus * i32::from(threats.contains(mv.to()));
            }
        }
    }

    fn generate_checks(&mut self, pos: &Position, stack: &mut MoveStack, histories: &Histories) {
        self.generate(pos, stack, histories, GenKind::Quiets);
        let check_info = pos.check_info();
        let mut kept = self.current;
        for at in self.current..stack.moves.len() {
            let scored = stack.moves[at];
            if check_info.gives_check(pos, scored.mv) {
                stack.moves[kept] = scored;
                kept += 1;
            }
        }
        stack.moves.truncate(kept);
    }

    fn generate(&mut self, pos: &Position, stack: &mut MoveStack, histories: &Histories, kind: GenKind) {
        let MoveStack { moves, list } = stack;
        list.clear();
        pos.generate(list, kind);
        self.current = moves.len();
        let quiets = histories.quiets(&self.context);
        for &mv in list.iter() {
            if Some(mv) == self.tt_move {
                continue;
            }
            let score = match kind {
                GenKind::Captures => tactical_score(pos, mv, histories),
                // In check, captures come before everything else.
                GenKind::All if is_tactical(mv) => tactical_score(pos, mv, histories) + (1 << 20),
                GenKind::Quiets | GenKind::All => quiets.of(pos, mv),
            };
            moves.push(Scored { mv, score });
        }
    }
}

/// The ordering score of a capture or promotion: what it wins first, then its history.
#[inline(always)]
fn tactical_score(pos: &Position, mv: Move, histories: &Histories) -> i32 {
    let victim = if mv.is_capture() {
        let role = if mv.is_en_passant() { None } else { pos.piece_at(mv.to()) };
        EXCHANGE_VALUE[role.map_or(Role::Pawn, |piece| piece.role).index()]
    } else {
        0
    };
    let promotion = match mv.promotion() {
        Some(Role::Queen) => 900,
        Some(_) => -2_000,
        None => 0,
    };
    (victim + promotion) * 16 + histories.capture(pos, mv)
}

/// Whether a move promotes to a lesser piece than a queen.
#[inline(always)]
fn is_underpromotion(mv: Move) -> bool {
    mv.promotion().is_some_and(|role| role != Role::Queen)
}

/// Whether a move captures or promotes: the moves of the quiescence search.
#[inline(always)]
pub fn is_tactical(mv: Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}
