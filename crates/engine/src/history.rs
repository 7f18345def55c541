//! What earlier cut-offs say about moves: histories for move ordering and pruning, and corrections of the
//! static evaluation.
//!
//! All tables are updated "with gravity" (Stockfish's term): a bonus moves the value by a part of what is
//! left to the limit, so that values stay in range and old experience fades.

use tabia_chess::{Color, Move, Position, Role};

use crate::search::params::{HISTORY_BONUS_BASE, HISTORY_BONUS_MOST, HISTORY_BONUS_SLOPE};
use crate::value::Value;

/// The limit of all history values.
pub const HISTORY_LIMIT: i32 = 16_384;
/// The limit of the corrections, in units of 1/[`CORRECTION_GRAIN`] centipawns.
const CORRECTION_LIMIT: i32 = 8_192;
const CORRECTION_GRAIN: i32 = 128;
/// Entries per side in the correction tables; a power of two.
const CORRECTION_SIZE: usize = 16_384;

/// A moving piece with its target square, 0..768; [`NO_PIECE_TO`] where no move was made.
pub type PieceTo = usize;
/// The index for "no move": the null move, and the plies before the root.
pub const NO_PIECE_TO: PieceTo = 768;

/// The tables of one thread.
pub struct Histories {
    /// Quiet moves by side, origin and target ("butterfly").
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    /// Captures by piece and target, and by the role taken.
    capture: Box<[[i16; 6]; 768]>,
    /// Moves by piece and target after an earlier move by piece and target.
    continuation: Vec<[i16; 768]>,
    /// The rows of it that were written: in a short search few of them.
    written: Vec<bool>,
    /// The quiet move that last refuted a move.
    counter: Vec<Option<Move>>,
    /// How wrong the evaluation was for this pawn structure.
    pawn_correction: Vec<i16>,
    /// How wrong it was after this move.
    move_correction: Vec<i16>,
}

/// The index of the piece that `mv` moves together with its target square.
#[inline(always)]
pub fn piece_to(pos: &Position, mv: Move) -> PieceTo {
    pos.piece_at(mv.from())
        .map_or(NO_PIECE_TO, |piece| (piece.color.index() * 6 + piece.role.index()) * 64 + mv.to().index())
}

/// The role that `mv` takes; promotions without a capture count as pawn captures.
#[inline(always)]
fn captured_role(pos: &Position, mv: Move) -> usize {
    if mv.is_en_passant() {
        return Role::Pawn.index();
    }
    pos.piece_at(mv.to()).map_or(Role::Pawn.index(), |piece| piece.role.index())
}

#[inline(always)]
fn with_gravity(entry: &mut i16, bonus: i32, limit: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / limit) as i16;
}

fn boxed<T: Copy, const N: usize>(fill: T) -> Box<[T; N]> {
    // By way of a vector: an array built in place would pass over the stack, which is small on wasm.
    match vec![fill; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has N elements"),
    }
}

impl Histories {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            quiet: boxed([[0; 64]; 64]),
            capture: boxed([0; 6]),
            continuation: vec![[0; 768]; 769],
            written: vec![false; 769],
            counter: vec![None; 769],
            pawn_correction: vec![0; 2 * CORRECTION_SIZE],
            move_correction: vec![0; 2 * 769],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill([[0; 64]; 64]);
        self.capture.fill([0; 6]);
        for (row, written) in self.continuation.iter_mut().zip(&mut self.written) {
            if std::mem::take(written) {
                row.fill(0);
            }
        }
        self.counter.fill(None);
        self.pawn_correction.fill(0);
        self.move_correction.fill(0);
    }

    /// The experience with a quiet move. `before` are the moves made one, two and four plies earlier.
    #[inline(always)]
    pub fn quiet(&self, pos: &Position, mv: Move, before: &[PieceTo; 3]) -> i32 {
        self.butterfly(pos.turn(), mv) + self.continuation(pos, mv, before)
    }

    #[inline(always)]
    fn butterfly(&self, side: Color, mv: Move) -> i32 {
        self.quiet[side.index()][mv.from().index()][mv.to().index()].into()
    }

    #[inline(always)]
    fn continuation(&self, pos: &Position, mv: Move, before: &[PieceTo; 3]) -> i32 {
        let at = piece_to(pos, mv);
        let value = |earlier: PieceTo| -> i32 {
            self.continuation.get(earlier).and_then(|row| row.get(at)).map_or(0, |&value| value.into())
        };
        value(before[0]) + value(before[1]) + value(before[2]) / 2
    }

    /// The experience with a capture or promotion.
    #[inline(always)]
    pub fn capture(&self, pos: &Position, mv: Move) -> i32 {
        let at = piece_to(pos, mv);
        self.capture.get(at).map_or(0, |row| row[captured_role(pos, mv)].into())
    }

    /// Rewards (or with a negative bonus punishes) a quiet move.
    pub fn update_quiet(&mut self, pos: &Position, mv: Move, before: &[PieceTo; 3], bonus: i32) {
        let butterfly = &mut self.quiet[pos.turn().index()][mv.from().index()][mv.to().index()];
        with_gravity(butterfly, bonus, HISTORY_LIMIT);
        let at = piece_to(pos, mv);
        for &earlier in before {
            if earlier == NO_PIECE_TO {
                continue;
            }
            if let Some(entry) = self.continuation.get_mut(earlier).and_then(|row| row.get_mut(at)) {
                with_gravity(entry, bonus, HISTORY_LIMIT);
            }
            if let Some(written) = self.written.get_mut(earlier) {
                *written = true;
            }
        }
    }

    /// Rewards or punishes a capture or promotion.
    pub fn update_capture(&mut self, pos: &Position, mv: Move, bonus: i32) {
        let role = captured_role(pos, mv);
        if let Some(row) = self.capture.get_mut(piece_to(pos, mv)) {
            with_gravity(&mut row[role], bonus, HISTORY_LIMIT);
        }
    }

    /// The quiet move that last refuted the move `last`.
    #[inline(always)]
    pub fn counter(&self, last: PieceTo) -> Option<Move> {
        self.counter.get(last).copied().flatten()
    }

    /// Remembers the refutation of the move `last`.
    pub fn set_counter(&mut self, last: PieceTo, mv: Move) {
        if last == NO_PIECE_TO {
            return;
        }
        if let Some(entry) = self.counter.get_mut(last) {
            *entry = Some(mv);
        }
    }

    /// What the static evaluation should be corrected by, in centipawns, from the side to move's view.
    #[inline(always)]
    pub fn correction(&self, pos: &Position, last: PieceTo) -> Value {
        let (pawns, moves) = correction_indices(pos, last);
        let pawns = self.pawn_correction.get(pawns).copied().map_or(0, i32::from);
        let moves = self.move_correction.get(moves).copied().map_or(0, i32::from);
        (2 * pawns + moves) / (2 * CORRECTION_GRAIN)
    }

    /// Learns from the difference between what a search of `depth` found and the static evaluation.
    pub fn update_correction(&mut self, pos: &Position, last: PieceTo, depth: i32, difference: Value) {
        let bonus =
            (difference * depth * CORRECTION_GRAIN / 64).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let (pawns, moves) = correction_indices(pos, last);
        if let Some(entry) = self.pawn_correction.get_mut(pawns) {
            with_gravity(entry, bonus, CORRECTION_LIMIT);
        }
        if let Some(entry) = self.move_correction.get_mut(moves) {
            with_gravity(entry, bonus, CORRECTION_LIMIT);
        }
    }
}

#[inline(always)]
fn correction_indices(pos: &Position, last: PieceTo) -> (usize, usize) {
    let side = pos.turn().index();
    let pawns = (pos.pawn_key() as u32 as usize) & (CORRECTION_SIZE - 1);
    (side * CORRECTION_SIZE + pawns, side * 769 + last)
}

/// The bonus for a move that caused a cut-off at `depth`, and the malus for those tried in vain before it.
pub fn bonus(depth: i32) -> i32 {
    (HISTORY_BONUS_SLOPE.get() * depth - HISTORY_BONUS_BASE.get()).clamp(0, HISTORY_BONUS_MOST.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_range_and_follow_experience() {
        let pos = Position::default();
        let moves = pos.legal_moves();
        let (good, bad) = (moves[0], moves[1]);
        let mut histories = Histories::new();
        let before = [NO_PIECE_TO, 3, 700];
        for _ in 0..1000 {
            histories.update_quiet(&pos, good, &before, 2_000);
            histories.update_quiet(&pos, bad, &before, -2_000);
            histories.update_correction(&pos, 5, 20, 500);
        }
        assert!(histories.quiet(&pos, good, &before) > 3 * HISTORY_LIMIT / 2);
        assert!(histories.quiet(&pos, bad, &before) < -3 * HISTORY_LIMIT / 2);
        assert!(histories.correction(&pos, 5) > 50);
        histories.clear();
        assert_eq!(histories.quiet(&pos, good, &before), 0);
        assert_eq!(histories.correction(&pos, 5), 0);
    }
}
