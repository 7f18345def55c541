//! Evaluation by a neural network instead of the sum of the terms.

use tabia_chess::{Color, Position, Role, Square};
use tabia_nnue::{AccumulatorStack, Network};

use super::evaluate::known_ending;
use super::removal::values_by_removal;
use crate::params::{NET_SCALE_BASE, NET_SCALE_SLOPE};
use crate::value::{KNOWN_WIN, Value};

/// The static evaluation in centipawns, from the side to move's point of view, by a net whose `sums` have
/// followed the moves to `pos`. Endings that have their own rule are judged by it.
///
/// There is no bonus for the side to move: the net knows which side that is.
#[inline(never)]
pub fn evaluate_with_net(pos: &Position, net: &Network, sums: &mut AccumulatorStack) -> Value {
    known_ending(pos).unwrap_or_else(|| {
        let value = sums.evaluate(net, pos);
        debug_assert_eq!(value, net.evaluate(pos), "the sums have not followed the moves to {pos:?}");
        scaled(pos, value)
    })
}

/// The net's value times a factor that falls with every exchange of pieces: so a side that is ahead keeps them, and one that is behind
/// exchanges them. The idea is Stockfish's.
#[inline(always)]
fn scaled(pos: &Position, value: Value) -> Value {
    let count = |role| pos.by_role(role).count() as i32;
    let minors = count(Role::Knight) + count(Role::Bishop);
    let pieces = 3 * minors + 5 * count(Role::Rook) + 9 * count(Role::Queen);
    let factor = NET_SCALE_BASE.get() + NET_SCALE_SLOPE.get() * pieces;
    limited(limited(value) * factor / 1024)
}

/// Below the scores of endings known to be won.
fn limited(value: Value) -> Value {
    value.clamp(1 - KNOWN_WIN, KNOWN_WIN - 1)
}

/// The static evaluation by a net from White's side, and what every piece but the kings is worth to its side
/// by it, both in centipawns: the evaluation with the piece minus the one without it, as
/// [`super::piece_values`] does for the terms.
pub fn net_evaluation(pos: &Position, net: &Network) -> (Value, Vec<(Square, Value)>) {
    let judge = |pos: &Position| {
        let value = known_ending(pos).unwrap_or_else(|| scaled(pos, net.evaluate(pos)));
        if pos.turn() == Color::White { value } else { -value }
    };
    (judge(pos), values_by_removal(pos, judge))
}
