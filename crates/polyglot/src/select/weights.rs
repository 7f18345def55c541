//! Moves chosen by their weights alone, in Polyglot's two ways.

use super::known::{Known, by_flags};
use tabia_rng::SplitMix64;

use super::random::choose;
use crate::{Candidate, Marks};

/// Polyglot's threshold: moves of at most 0.5 % are not played.
pub const POLYGLOT_THRESHOLD: f64 = 0.005;

/// Returns the move with the greatest weight, the first among equals; `None` if no move has a weight.
pub fn best(moves: &[Candidate]) -> Option<&Candidate> {
    let first = moves.iter().filter(|candidate| candidate.weight > 0);
    first.reduce(|best, other| if other.weight > best.weight { other } else { best })
}

/// Returns a random move, in proportion to the weights. Moves whose share of all weights is at most `threshold` (0 to 1) are
/// never played.
pub fn weighted<'a>(
    moves: &'a [Candidate],
    threshold: f64,
    random: &mut SplitMix64,
) -> Option<&'a Candidate> {
    let total: f64 = moves.iter().map(|candidate| f64::from(candidate.weight)).sum();
    let playable = |candidate: &&Candidate| f64::from(candidate.weight) > threshold * total;
    choose(moves.iter().filter(playable), |candidate| f64::from(candidate.weight), random)
}

/// Returns the weights of a position's moves under the author's marks, as integers: how probable each is in proportion to the others.
/// Without marks they are the book's weights. `?` is 0, next to a `!` all others are 0, and moves with a play percentage get that
/// share of the sum. Moves marked `!` that all have weight 0 are played equally often.
pub fn weights_in_play(moves: &[Candidate]) -> Vec<u64> {
    let known: Vec<Known> = moves.iter().map(Known::from).collect();
    let left = by_flags(&known);
    let is_left = |candidate: &Candidate| left.iter().any(|known| known.mv == candidate.mv);
    let percent = |candidate: &Candidate| match Marks::from_learn(candidate.learn).play_percent {
        percent if is_left(candidate) => u64::from(percent),
        _ => 0,
    };
    let is_never = moves.iter().filter(|candidate| is_left(candidate)).all(|candidate| candidate.weight == 0);
    let free = |candidate: &Candidate| match percent(candidate) {
        0 if is_left(candidate) && is_never => 1,
        0 if is_left(candidate) => u64::from(candidate.weight),
        _ => 0,
    };
    let forced: u64 = moves.iter().map(percent).sum();
    let others: u64 = moves.iter().map(free).sum();
    let (part_of_forced, part_of_free) = match (forced, others) {
        (0, _) => (0, 1),
        (_, 0) => (1, 0),
        _ => (others, 100_u64.saturating_sub(forced)),
    };
    moves
        .iter()
        .map(|candidate| percent(candidate) * part_of_forced + free(candidate) * part_of_free)
        .collect()
}
