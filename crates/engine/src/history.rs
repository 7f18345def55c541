//! Move histories: how often moves caused cut-offs before, for move ordering, pruning and reductions.
//!
//! All tables are updated "with gravity" (Stockfish's term): a bonus moves the value by a fraction of the
//! distance to the limit, so that values stay in range and old results fade.

use tabia_chess::{Color, Move, Position, Role};

use crate::params::{HISTORY_BONUS_BASE, HISTORY_BONUS_MAX, HISTORY_BONUS_SLOPE};
use crate::threats::Threats;

/// The limit of all history values.
pub const HISTORY_LIMIT: i32 = 16_384;

/// A moving piece with its target square, 0..768; [`NO_PIECE_TO`] if no move was made.
pub type PieceTo = usize;
/// The index for "no move": the null move, and the plies before the root.
pub const NO_PIECE_TO: PieceTo = 768;

/// The part of a quiet move's history index that does not depend on the move.
#[derive(Clone, Copy)]
pub struct QuietContext {
    /// The moves made one, two and four plies earlier: the rows of the continuation history.
    pub earlier: [PieceTo; 3],
    /// The opponent's attacks: moves off an attacked square have separate entries.
    pub threats: Threats,
}

impl QuietContext {
    /// Which of the butterfly tables has a move of `side`: there are four of each side, by whether it leaves an attacked square
    /// and whether it goes to one.
    #[inline(always)]
    fn butterfly_table(&self, side: Color, mv: Move) -> usize {
        let threats = |square| usize::from(self.threats.contains(square));
        4 * side.index() + 2 * threats(mv.from()) + threats(mv.to())
    }
}

/// Quiet moves by origin and target.
type Butterfly = [[i16; 64]; 64];

/// The tables of one thread.
pub struct Histories {
    /// Quiet moves by side and threats, origin and target ("butterfly").
    quiet: Box<[Butterfly; 8]>,
    /// Captures by piece and target, and by the captured role.
    capture: Box<[[i16; 6]; 768]>,
    /// Moves by piece and target after an earlier move by piece and target.
    continuation: Vec<[i16; 768]>,
    /// Rows that were written to; in a short search only few.
    written: Vec<bool>,
    /// Counter moves: the quiet move that last refuted a move.
    counter: Vec<Option<Move>>,
}

/// The index of the piece that `mv` moves, combined with its target square.
#[inline(always)]
pub fn piece_to(pos: &Position, mv: Move) -> PieceTo {
    pos.piece_at(mv.from())
        .map_or(NO_PIECE_TO, |piece| (piece.color.index() * 6 + piece.role.index()) * 64 + mv.to().index())
}

/// The role that `mv` captures; promotions without a capture count as pawn captures.
#[inline(always)]
fn captured_role(pos: &Position, mv: Move) -> usize {
    if mv.is_en_passant() {
        return Role::Pawn.index();
    }
    pos.piece_at(mv.to()).map_or(Role::Pawn.index(), |piece| piece.role.index())
}

#[inline(always)]
pub(crate) fn with_gravity(entry: &mut i16, bonus: i32, limit: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / limit) as i16;
}

fn boxed<T: Copy, const N: usize>(fill: T) -> Box<[T; N]> {
    // By way of a vector: an array built in place would go through the stack, which is small in wasm.
    match vec![fill; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has N elements"),
    }
}

/// The row of the continuation history for "no move".
static NO_EXPERIENCE: [i16; 768] = [0; 768];

/// The quiet histories of one position: see [`Histories::quiets`].
pub struct QuietHistory<'a> {
    context: &'a QuietContext,
    butterfly: &'a [Butterfly; 8],
    continuation: [&'a [i16; 768]; 3],
}

impl QuietHistory<'_> {
    /// The history of a quiet move of `pos`, the position this was made for.
    #[inline(always)]
    pub fn of(&self, pos: &Position, mv: Move) -> i32 {
        let table = &self.butterfly[self.context.butterfly_table(pos.turn(), mv)];
        let butterfly = i32::from(table[mv.from().index()][mv.to().index()]);
        let at = piece_to(pos, mv);
        let value = |row: &[i16; 768]| -> i32 { row.get(at).map_or(0, |&value| value.into()) };
        let [first, second, fourth] = self.continuation;
        butterfly + value(first) + value(second) + value(fourth) / 2
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
        }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.quiet.fill([[0; 64]; 64]);
        self.capture.fill([0; 6]);
        for (row, written) in self.continuation.iter_mut().zip(&mut self.written) {
            if std::mem::take(written) {
                row.fill(0);
            }
        }
        self.counter.fill(None);
    }

    /// The history of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, pos: &Position, mv: Move, context: &QuietContext) -> i32 {
        self.quiets(context).of(pos, mv)
    }

    /// The histories of the quiet moves of one position, for callers that look up many of them.
    #[inline(always)]
    pub fn quiets<'a>(&'a self, context: &'a QuietContext) -> QuietHistory<'a> {
        let row = |earlier: PieceTo| self.continuation.get(earlier).unwrap_or(&NO_EXPERIENCE);
        QuietHistory { context, butterfly: &self.quiet, continuation: context.earlier.map(row) }
    }

    /// The history of a capture or promotion.
    #[inline(always)]
    pub fn capture(&self, pos: &Position, mv: Move) -> i32 {
        let at = piece_to(pos, mv);
        self.capture.get(at).map_or(0, |row| row[captured_role(pos, mv)].into())
    }

    /// Adds a bonus (or a malus, if negative) to a quiet move.
    pub fn update_quiet(&mut self, pos: &Position, mv: Move, context: &QuietContext, bonus: i32) {
        let at = piece_to(pos, mv);
        self.update_quiet_at(pos.turn(), mv, at, context, bonus);
    }

    /// Adds a bonus or malus to a quiet move of `side` without regard to the moves before it.
    pub fn update_butterfly(&mut self, side: Color, mv: Move, context: &QuietContext, bonus: i32) {
        let table = &mut self.quiet[context.butterfly_table(side, mv)];
        let butterfly = &mut table[mv.from().index()][mv.to().index()];
        with_gravity(butterfly, bonus, HISTORY_LIMIT);
    }

    /// The same as [`Self::update_quiet`] for a move of `side` that was made already; `at` is its piece and
    /// target.
    pub fn update_quiet_at(
        &mut self,
        side: Color,
        mv: Move,
        at: PieceTo,
        context: &QuietContext,
        bonus: i32,
    ) {
        self.update_butterfly(side, mv, context, bonus);
        for &earlier in &context.earlier {
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

    /// Adds a bonus or malus to a capture or promotion.
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

    /// Sets the counter move of the move `last`.
    pub fn set_counter(&mut self, last: PieceTo, mv: Move) {
        if last == NO_PIECE_TO {
            return;
        }
        if let Some(entry) = self.counter.get_mut(last) {
            *entry = Some(mv);
        }
    }
}

/// The bonus for a move that caused a cut-off at `depth`, and the malus for the moves searched before it.
pub fn bonus(depth: i32) -> i32 {
    (HISTORY_BONUS_SLOPE.get() * depth - HISTORY_BONUS_BASE.get()).clamp(0, HISTORY_BONUS_MAX.get())
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
        let context = QuietContext { earlier: [NO_PIECE_TO, 3, 700], threats: Threats::default() };
        for _ in 0..1000 {
            histories.update_quiet(&pos, good, &context, 2_000);
            histories.update_quiet(&pos, bad, &context, -2_000);
        }
        assert!(histories.quiet(&pos, good, &context) > 3 * HISTORY_LIMIT / 2);
        assert!(histories.quiet(&pos, bad, &context) < -3 * HISTORY_LIMIT / 2);
        histories.clear();
        assert_eq!(histories.quiet(&pos, good, &context), 0);
    }

    #[test]
    fn a_threatened_piece_has_a_history_of_its_own() {
        let pos = Position::default();
        let mv = pos.legal_moves()[0];
        let calm = QuietContext { earlier: [NO_PIECE_TO; 3], threats: Threats::default() };
        let mut passed = pos;
        passed.play_null();
        // Our own pieces as if they were the opponent's: they attack the move's origin or target.
        let threatened = QuietContext { threats: Threats::of(&passed), ..calm };
        let mut histories = Histories::new();
        histories.update_quiet(&pos, mv, &calm, 2_000);
        assert!(histories.quiet(&pos, mv, &calm) > 0);
        assert_eq!(histories.quiet(&pos, mv, &threatened), 0);
    }
}
