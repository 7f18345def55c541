//! Evaluation by a neural network in place of the sum of the terms.

use tabia_chess::{Color, Position, Square};
use tabia_nnue::{AccumulatorStack, Network};

use super::evaluate::known_ending;
use super::removal::values_by_removal;
use crate::value::{KNOWN_WIN, Value};

/// The static evaluation in centipawns, from the side to move's point of view, by a net whose `sums` have
/// followed the moves to `pos`. Endings with a rule of their own are judged by it.
///
/// There is no bonus for the side to move: the net knows which side that is.
#[inline(never)]
pub fn evaluate_with_net(pos: &Position, net: &Network, sums: &mut AccumulatorStack) -> Value {
    known_ending(pos).unwrap_or_else(|| {
        let value = sums.evaluate(net, pos);
        debug_assert_eq!(value, net.evaluate(pos), "the sums have not followed the moves to {pos:?}");
        limited(value)
    })
}

/// Below the scores of endings known to be won.
fn limited(value: Value) -> Value {
    value.clamp(1 - KNOWN_WIN, KNOWN_WIN - 1)
}

/// The static evaluation by a net from White's side, and what every piece but the kings is worth to its side
/// by it, both in centipawns: the evaluation with the piece minus the one without it, as
/// [`super::piece_values`] says it of the terms.
pub fn net_evaluation(pos: &Position, net: &Network) -> (Value, Vec<(Square, Value)>) {
    let judge = |pos: &Position| {
        let value = known_ending(pos).unwrap_or_else(|| limited(net.evaluate(pos)));
        if pos.turn() == Color::White { value } else { -value }
    };
    (judge(pos), values_by_removal(pos, judge))
}
