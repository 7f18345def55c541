//! Book learning: an opening's value, judged by the searches after the book.

use serde::{Deserialize, Serialize};

/// Number of searches after the book that count.
pub const SEARCHES: usize = 10;
/// A smaller change of the evaluation, in centipawns, is ignored.
pub const INDIFFERENT: i32 = 33;
/// Maximum magnitude of evaluations, in centipawns; greater ones are clamped.
const MAX_VALUE: i32 = 500;
/// Depth from which a search is fully trusted.
const FULL_DEPTH: u32 = 16;

/// A search of the side that learns, after the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Searched {
    /// The evaluation in centipawns, positive if good for the side that learns. Pass mates as large numbers.
    pub value: i32,
    /// The depth in plies.
    pub depth: u32,
}

/// Returns the value that the first searches after the book agree on, and their mean depth; `None` if the opening was indifferent.
///
/// From the point where the first [`SEARCHES`] searches first reach their best value, only what held to the end counts: the minimum
/// from there on. The same applies, reversed, to the worst. If either is beyond [`INDIFFERENT`], the one further from 0 is the value.
/// So a gambit that looks good and then fizzles out has no effect, nor does a sacrifice that is repaid.
pub fn key_value(searches: &[Searched]) -> Option<Searched> {
    let first = searches.get(..SEARCHES.min(searches.len()))?;
    // Among equal values, `max_by_key` returns the last and `min_by_key` the first.
    let best = first.iter().enumerate().rev().max_by_key(|(_, searched)| searched.value)?.0;
    let worst = first.iter().enumerate().min_by_key(|(_, searched)| searched.value)?.0;
    let held = first.get(best..)?.iter().map(|searched| searched.value).min()?;
    let repaid = first.get(worst..)?.iter().map(|searched| searched.value).max()?;
    let value = if held.saturating_abs() >= repaid.saturating_abs() { held } else { repaid };
    let value = match (held >= INDIFFERENT, repaid <= -INDIFFERENT) {
        (true, false) => held,
        (false, true) => repaid,
        (true, true) => value,
        (false, false) => return None,
    };
    let depth: u64 = first.iter().map(|searched| u64::from(searched.depth)).sum();
    Some(Searched { value, depth: (depth / first.len() as u64) as u32 })
}

/// Returns the credited part of a value: it grows with the depth up to 16 plies, and with the opponent's strength.
///
/// `rating_difference` is the learner's Elo minus the opponent's. The factor is twice the score that Elo's formula expects of the opponent:
/// 1 for an equal, 1.8 for one 400 stronger, 0.2 for one 400 weaker.
pub fn trusted(searched: Searched, rating_difference: i32) -> f64 {
    let depth = f64::from(searched.depth.min(FULL_DEPTH)) / f64::from(FULL_DEPTH);
    let difference = f64::from(rating_difference.clamp(-2000, 2000));
    let opponent = 2.0 / (1.0 + 10_f64.powf(difference / 400.0));
    f64::from(searched.value.clamp(-MAX_VALUE, MAX_VALUE)) * depth * opponent
}
