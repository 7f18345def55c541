//! Ranks, files and diagonals through and between squares.

use crate::{Bitboard, Square};

const ROOK_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The squares from `from` (excluded) to the edge of the board in one direction.
const fn ray(from: Square, (files, ranks): (i32, i32)) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut at = from.offset(files, ranks);
    while let Some(square) = at {
        set = set.with(square);
        at = square.offset(files, ranks);
    }
    set
}

/// Squares reached along `steps` from every square of an empty board.
const fn rays<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            table[square].0 |= ray(Square::ALL[square], steps[step]).0;
            step += 1;
        }
        square += 1;
    }
    table
}

/// A set for each pair of squares.
pub(super) type PairTable = [[Bitboard; 64]; 64];

/// Writes the squares between two squares, and the whole line through them, for all pairs; the tables are empty before.
pub(super) fn fill(between: &mut PairTable, line: &mut PairTable) {
    for from in Square::ALL {
        for (files, ranks) in ROOK_STEPS.into_iter().chain(BISHOP_STEPS) {
            let ahead = ray(from, (files, ranks));
            let whole = ahead | ray(from, (-files, -ranks)) | from.into();
            for to in ahead {
                between[from.index()][to.index()] = ahead & ray(to, (-files, -ranks));
                line[from.index()][to.index()] = whole;
            }
        }
    }
}

static ROOK_RAYS: [Bitboard; 64] = rays(ROOK_STEPS);
static BISHOP_RAYS: [Bitboard; 64] = rays(BISHOP_STEPS);
static DIAGONAL: [Bitboard; 64] = rays([(1, 1), (-1, -1)]);
static ANTI_DIAGONAL: [Bitboard; 64] = rays([(1, -1), (-1, 1)]);

/// Attacks of a rook on an empty board.
#[inline(always)]
pub(crate) const fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Attacks of a bishop on an empty board.
#[inline(always)]
pub(crate) const fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The other squares of the diagonal that runs as a1-h8 does.
#[inline(always)]
pub(crate) fn diagonal(square: Square) -> Bitboard {
    DIAGONAL[square.index()]
}

/// The other squares of the diagonal that runs as a8-h1 does.
#[inline(always)]
pub(crate) fn anti_diagonal(square: Square) -> Bitboard {
    ANTI_DIAGONAL[square.index()]
}
