//! Pawn structure, cached in a hash table because it changes seldom.

use tabia_chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::material::piece_square;
use super::packed::Packed;
use super::params::{BACKWARD, CANDIDATE, CONNECTED, DOUBLED, ISOLATED, SUPPORT, WEAK_UNOPPOSED};
use super::sink::ScoreSink;
use crate::dirty::DirtyList;

/// The evaluation of a pawn structure, by side.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnEntry<T = Packed> {
    key: u64,
    /// Doubled, isolated, backward, connected pawns, and candidates.
    pub(super) structure: [T; 2],
    /// Piece-square scores of the pawns.
    pub(super) squares: [T; 2],
    /// The passed pawns.
    pub(super) passed: [Bitboard; 2],
}

impl PawnEntry {
    /// The entry of positions without pawns, whose key is 0.
    const EMPTY: Self = Self {
        key: 0,
        structure: [Packed::ZERO; 2],
        squares: [Packed::ZERO; 2],
        passed: [Bitboard::EMPTY; 2],
    };
}

/// The pawn hash table.
pub struct PawnTable {
    entries: Vec<PawnEntry>,
    dirty: DirtyList,
}

/// A power of two.
const ENTRIES: usize = 8192;
/// Up to this many used entries are cleared one by one.
const DIRTY_LIMIT: usize = 1024;

impl PawnTable {
    /// An empty table.
    pub fn new() -> Self {
        Self { entries: vec![PawnEntry::EMPTY; ENTRIES], dirty: DirtyList::with_capacity(DIRTY_LIMIT) }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.dirty.clear(&mut self.entries, |entry| *entry = PawnEntry::EMPTY);
    }

    pub(super) fn probe(&mut self, pos: &Position) -> PawnEntry {
        let key = pos.pawn_key();
        let index = key as u32 as usize & (ENTRIES - 1);
        match self.entries.get_mut(index) {
            Some(entry) if entry.key == key => *entry,
            Some(entry) => {
                self.dirty.mark(index);
                *entry = PawnEntry::compute(pos);
                *entry
            }
            None => PawnEntry::compute(pos),
        }
    }
}

impl Default for PawnTable {
    fn default() -> Self {
        Self::new()
    }
}

/// The squares in front of `square` on its file, from `side`'s point of view.
#[inline(always)]
pub(super) fn forward_file(side: Color, square: Square) -> Bitboard {
    let file = Bitboard::from(square.file());
    forward_ranks(side, square) & file
}

/// All ranks in front of `square`, from `side`'s point of view.
#[inline(always)]
pub(super) fn forward_ranks(side: Color, square: Square) -> Bitboard {
    let rank = square.rank().index() as u32;
    match side {
        Color::White => Bitboard((!0_u64).checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Color::Black => Bitboard((1_u64 << (8 * rank)) - 1),
    }
}

/// The files next to that of `square`.
#[inline(always)]
pub(super) fn adjacent_files(square: Square) -> Bitboard {
    let file = Bitboard::from(square.file());
    file.left() | file.right()
}

impl<T: ScoreSink> PawnEntry<T> {
    /// Evaluates the pawns without the table.
    pub(super) fn compute(pos: &Position) -> Self {
        let mut entry = Self { key: pos.pawn_key(), ..Self::default() };
        for side in Color::ALL {
            let us = side.index();
            let own = pos.pieces(side, Role::Pawn);
            let enemy = pos.pieces(!side, Role::Pawn);
            let enemy_attacks = attacks::pawns(!side, enemy);
            for square in own {
                entry.squares[us].add(piece_square(side, Role::Pawn, square), 1);
                let score = &mut entry.structure[us];
                evaluate_pawn(side, square, own, enemy, enemy_attacks, &mut entry.passed[us], score);
            }
        }
        entry
    }
}

#[inline(always)]
fn evaluate_pawn<T: ScoreSink>(
    side: Color,
    square: Square,
    own: Bitboard,
    enemy: Bitboard,
    enemy_attacks: Bitboard,
    passed: &mut Bitboard,
    score: &mut T,
) {
    let bit = Bitboard::from(square);
    let rank = square.rank().relative_to(side).index();
    let front = forward_file(side, square);
    let ahead = forward_ranks(side, square);
    let neighbours = own & adjacent_files(square);
    let opposed = (enemy & front).any();
    let stop = bit.forward(side);
    let support = own & attacks::pawn(!side, square);
    let phalanx = neighbours & Bitboard::from(square.rank());
    let levers = enemy & attacks::pawn(side, square);
    // Neighbours that could still advance to protect it.
    let behind = neighbours & !ahead;

    let stoppers = enemy & ahead & (adjacent_files(square) | Bitboard::from(square.file()));
    if (own & front).is_empty() {
        if stoppers.is_empty() {
            *passed |= bit;
        } else if !opposed {
            // At least as many helpers as enemy pawns in the way.
            let sentries = (stoppers & adjacent_files(square)).count();
            if (support | phalanx | behind).count() >= sentries
                && (stop & enemy_attacks).count() <= support.count()
            {
                score.add(CANDIDATE.at(rank), 1);
            }
        }
    }

    if phalanx.any() || support.any() {
        let weight = 2 + phalanx.any() as i32 - opposed as i32;
        score.add_halves(CONNECTED.at(rank), weight);
        score.add(SUPPORT.get(), support.count() as i32);
    } else if neighbours.is_empty() {
        score.add(ISOLATED.get(), 1);
        if !opposed {
            score.add(WEAK_UNOPPOSED.get(), 1);
        }
    } else if behind.is_empty() && ((stop & (enemy_attacks | enemy)).any()) && levers.is_empty() {
        score.add(BACKWARD.get(), 1);
        if !opposed {
            score.add(WEAK_UNOPPOSED.get(), 1);
        }
    }
    if support.is_empty() && (own & backward_file(side, square)).any() {
        score.add(DOUBLED.get(), 1);
    }
}

/// The squares behind `square` on its file.
fn backward_file(side: Color, square: Square) -> Bitboard {
    forward_file(!side, square)
}
