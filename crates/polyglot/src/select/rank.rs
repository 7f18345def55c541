//! Moves ranked by all that is known of them, as Crafty does it.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use tabia_chess::Move;

use super::known::{Known, Results, by_flags};
use tabia_rng::SplitMix64;

use super::random::choose;

/// Factors of the ranking, each 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Factors {
    /// Frequency of the move.
    pub frequency: f64,
    /// Wins in proportion to decided games.
    pub ratio: f64,
    /// The static evaluation.
    pub eval: f64,
    /// Lessons.
    pub learn: f64,
}

/// Frequency alone, which is what a Polyglot book knows.
impl Default for Factors {
    fn default() -> Self {
        Self { frequency: 1.0, ratio: 0.0, eval: 0.0, learn: 0.0 }
    }
}

/// Options of the ranking.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The factors.
    pub factors: Factors,
    /// Maximum number of moves to keep; at least one is kept.
    pub width: usize,
}

/// Frequency alone, and the width 5 that Crafty's author uses.
impl Default for Rules {
    fn default() -> Self {
        Self { factors: Factors::default(), width: 5 }
    }
}

/// A move that may be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Rank by the factors, from 1.
    pub value: f64,
    /// Probability with which [`pick`] chooses it, 0 to 1; all together 1.
    pub probability: f64,
}

/// The range that each thing known is mapped to.
const SCALE: f64 = 1000.0;

/// The moves that may be played, the best first, as Crafty's documentation describes it.
///
/// Moves marked `?`, moves that lost more than a pawn in learning, and moves never won are out; where there are moves marked
/// `!`, or that won more than a pawn in learning, the others are out too. The author's mark counts more than learning. The
/// rest is ordered by play percentage and then by value: each thing known is mapped from 0 for the worst to
/// 1000 for the best move, multiplied with its factor, and added; one is added so that no move left has no chance.
/// Moves beyond the width are dropped. Finally, moves with a play percentage get that probability, and the
/// others share what remains by their value.
///
/// An empty list means that the book has nothing to play.
pub fn rank(moves: &[Known], rules: &Rules) -> Vec<Ranked> {
    // Moves that never won are removed before `!` is checked, so that none of them leaves a position without moves.
    let won: Vec<Known> =
        moves.iter().filter(|known| known.results.is_none_or(|results| results.wins > 0)).copied().collect();
    let left = by_flags(&won);
    let factors = &rules.factors;
    let mut values = vec![1.0; left.len()];
    let mut add = |factor: f64, of: fn(&Known) -> f64| {
        let factor = if factor.is_finite() { factor.clamp(0.0, 1.0) } else { 0.0 };
        let known: Vec<f64> = left.iter().map(|known| of(known)).collect();
        let low = known.iter().copied().fold(f64::INFINITY, f64::min);
        let high = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (value, known) in values.iter_mut().zip(known) {
            // Where all are alike none is worse.
            let part = if high > low { (known - low) / (high - low) } else { 1.0 };
            *value += SCALE * factor * part;
        }
    };
    add(factors.frequency, |known| f64::from(known.frequency));
    add(factors.ratio, ratio);
    add(factors.eval, |known| f64::from(known.eval));
    add(factors.learn, |known| f64::from(known.learned));
    let mut ranked: Vec<(&Known, f64)> = left.into_iter().zip(values).collect();
    ranked.sort_by(|(a, worth_a), (b, worth_b)| {
        b.play_percent.cmp(&a.play_percent).then(worth_b.partial_cmp(worth_a).unwrap_or(Ordering::Equal))
    });
    ranked.truncate(rules.width.max(1));
    with_probabilities(&ranked)
}

/// One of the ranked moves by chance.
pub fn pick<'a>(ranked: &'a [Ranked], random: &mut SplitMix64) -> Option<&'a Ranked> {
    choose(ranked.iter(), |ranked| ranked.probability, random)
}

fn ratio(known: &Known) -> f64 {
    match known.results {
        Some(Results { wins, losses, .. }) if wins > 0 || losses > 0 => {
            f64::from(wins) / (f64::from(wins) + f64::from(losses))
        }
        _ => 0.5,
    }
}

pub(super) fn with_probabilities(ranked: &[(&Known, f64)]) -> Vec<Ranked> {
    let percent: f64 = ranked.iter().map(|(known, _)| f64::from(known.play_percent)).sum();
    let free: f64 = ranked.iter().filter(|(known, _)| known.play_percent == 0).map(|&(_, value)| value).sum();
    // If the percentages leave nothing for the others, or there are no others, they are scaled to their own sum.
    let whole = if free > 0.0 { percent.max(100.0) } else { percent };
    let probability = |known: &Known, value: f64| match known.play_percent {
        0 if value <= 0.0 => 0.0,
        0 => (1.0 - percent / whole) * value / free,
        percent => f64::from(percent) / whole,
    };
    ranked
        .iter()
        .map(|&(known, value)| Ranked { mv: known.mv, value, probability: probability(known, value) })
        .collect()
}
