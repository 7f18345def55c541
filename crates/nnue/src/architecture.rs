//! The shape of the net, and which inputs a position has.
//!
//! Each side has its own view of the board. A view has one input for every piece on every square, 768 in all,
//! seen as if the side played up the board, and mirrored from left to right while its king is on the
//! files e to h: so its king is always on the files a to d. Both views pass through the same first layer.
//! The output layer takes the square of the clipped sums (`SCReLU`) of both, the side to move first,
//! with weights chosen by the number of pieces. The design and the numbers are those that bullet's
//! documentation (<https://github.com/jw1912/bullet>) describes as the usual ones for a first net.

use tabia_chess::{Color, File, Piece, Square};

/// Inputs of one view: 2 sides, 6 roles, 64 squares.
pub const INPUTS: usize = 768;
/// Sets of output weights, chosen by the number of pieces.
pub const BUCKETS: usize = 8;
/// Value of 1.0 in the first layer, and after its activation.
pub const QA: i32 = 255;
/// Value of 1.0 in the weights of the output layer.
pub const QB: i32 = 64;
/// Value of 1.0 at the output, in centipawns.
pub const SCALE: i32 = 400;
/// The size of the first layer must be a multiple of this.
pub const HIDDEN_STEP: usize = 16;
/// The largest first layer, in neurons for each view.
pub const MAX_HIDDEN: usize = 512;
/// The most pieces for which sums of the first layer are known to fit; more of them wrap around.
pub const MAX_MEN: usize = 32;
/// The largest weight of the output layer in magnitude: `QA` times as much still fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;
/// The largest bias of the output layer in magnitude, in `QA * QB` parts; it is worth 40,000 centipawns.
pub const MAX_OUTPUT_BIAS: i32 = 100 * QA * QB;

/// Returns whether a first layer of `hidden` neurons per perspective is supported.
pub const fn is_hidden_size(hidden: usize) -> bool {
    hidden >= HIDDEN_STEP && hidden <= MAX_HIDDEN && hidden.is_multiple_of(HIDDEN_STEP)
}

/// Whether a view with its king on this square is mirrored from left to right.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king.file().index() >= File::E.index()
}

/// The input of a piece in the view of `side`, 0 to 767.
#[inline(always)]
pub const fn input(side: Color, mirrored: bool, square: Square, piece: Piece) -> usize {
    let theirs = side as usize ^ piece.color as usize;
    let square = square.relative_to(side).index() ^ if mirrored { 7 } else { 0 };
    theirs * 384 + piece.role.index() * 64 + square
}

/// Returns the set of output weights for positions with `men` pieces, kings included.
#[inline(always)]
pub const fn bucket(men: u32) -> usize {
    let bucket = men.saturating_sub(2) as usize / 4;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

#[cfg(test)]
mod tests {
    use tabia_chess::Role;

    use super::*;

    #[test]
    fn every_piece_on_every_square_has_an_input_of_its_own() {
        for side in Color::ALL {
            for mirrored in [false, true] {
                let mut inputs: Vec<usize> = Color::ALL
                    .into_iter()
                    .flat_map(|color| Role::ALL.map(|role| Piece::new(color, role)))
                    .flat_map(|piece| Square::ALL.map(|square| input(side, mirrored, square, piece)))
                    .collect();
                inputs.sort_unstable();
                assert!(inputs.into_iter().eq(0..INPUTS));
            }
        }
    }

    #[test]
    fn both_sides_and_both_halves_see_alike() {
        let pawn = |color| Piece::new(color, Role::Pawn);
        let white = input(Color::White, false, Square::A2, pawn(Color::White));
        assert_eq!(white, 8, "documented in docs/net.md");
        assert_eq!(white, input(Color::Black, false, Square::A7, pawn(Color::Black)));
        assert_eq!(white, input(Color::White, true, Square::H2, pawn(Color::White)));
        assert_eq!(white + 384, input(Color::Black, true, Square::H7, pawn(Color::White)));
        assert!(!is_mirrored(Square::D8) && is_mirrored(Square::E1));
    }

    #[test]
    fn buckets_follow_the_number_of_pieces() {
        assert_eq!([2, 5, 6, 29, 30, 32, 64].map(bucket), [0, 0, 1, 6, 7, 7, 7]);
        assert_eq!(bucket(0), 0);
    }
}
