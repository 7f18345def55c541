//! The sums of the first layer for one view: computed afresh, or from those of the position before.
//!
//! Sums wrap around where more than 32 pieces would make them leave 16 bits, which no position of a game
//! does; so they are equal however they were computed.

use tabia_chess::{Color, Position};

use crate::architecture::{input, is_mirrored};
use crate::changes::Changes;
use crate::network::Network;

/// Computes the sums of the view of `side` from all pieces.
pub(crate) fn refresh(net: &Network, pos: &Position, side: Color, sums: &mut [i16]) {
    sums.copy_from_slice(&net.weights().biases);
    let mirrored = is_mirrored(pos.king(side));
    for square in pos.occupied() {
        let Some(piece) = pos.piece_at(square) else { continue };
        for (sum, weight) in sums.iter_mut().zip(net.column(input(side, mirrored, square, piece))) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// Computes the sums of the view of `side` after a move from those before it. The king of `side` stays on its
/// half of the board.
#[inline(always)]
pub(crate) fn update(
    net: &Network,
    changes: &Changes,
    side: Color,
    mirrored: bool,
    before: &[i16],
    after: &mut [i16],
) {
    let column = |(square, piece)| net.column(input(side, mirrored, square, piece));
    match (changes.removed(), changes.added()) {
        (&[from], &[to]) => {
            let weights = column(from).iter().zip(column(to));
            for ((after, before), (from, to)) in after.iter_mut().zip(before).zip(weights) {
                *after = before.wrapping_sub(*from).wrapping_add(*to);
            }
        }
        (&[from, taken], &[to]) => {
            let weights = column(from).iter().zip(column(taken)).zip(column(to));
            for ((after, before), ((from, taken), to)) in after.iter_mut().zip(before).zip(weights) {
                *after = before.wrapping_sub(*from).wrapping_sub(*taken).wrapping_add(*to);
            }
        }
        (removed, added) => {
            after.copy_from_slice(before);
            for &change in removed {
                for (sum, weight) in after.iter_mut().zip(column(change)) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            for &change in added {
                for (sum, weight) in after.iter_mut().zip(column(change)) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
    }
}
