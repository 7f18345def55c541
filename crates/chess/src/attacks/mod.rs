//! Attacks: which squares a piece attacks.
//!
//! Everything is looked up: pawns, knights, kings and the lines between squares in tables computed at compile
//! time; bishops, rooks and queens in one that is filled on first use.
//!
//! ```
//! use tabia_chess::{Bitboard, Square, attacks};
//!
//! // A rook on a1 sees up to and including the first piece in its way.
//! let occupied = Bitboard::from(Square::A4);
//! let seen = attacks::rook(Square::A1, occupied);
//! assert!(seen.contains(Square::A4) && !seen.contains(Square::A5));
//! assert_eq!(attacks::knight(Square::A1).count(), 2);
//! assert!(attacks::between(Square::A1, Square::D4).contains(Square::B2));
//! ```

mod lines;
mod sliders;

pub use sliders::{between, bishop, line, queen, rook};

pub(crate) use lines::{anti_diagonal, bishop_rays, diagonal, rook_rays};
pub(crate) use sliders::Sliders;

use crate::{Bitboard, Color, Role, Square};

/// The squares reached by the given steps (files, ranks) from every square.
const fn leaper<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            let (files, ranks) = steps[step];
            if let Some(to) = Square::ALL[square].offset(files, ranks) {
                table[square] = table[square].with(to);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static PAWN: [[Bitboard; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];
static KNIGHT: [Bitboard; 64] =
    leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = leaper([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// The squares on which a pawn of `color` on `square` captures.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares a piece of `color` and `role` on `square` attacks when `occupied` squares stop sliders.
#[inline]
pub fn piece(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares attacked by any of the pawns of `color`.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.left() | ahead.right()
}
