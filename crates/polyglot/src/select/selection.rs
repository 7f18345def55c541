//! A way to choose among moves, and the choice.

use serde::{Deserialize, Serialize};
use tabia_chess::Move;

use super::known::{Known, by_flags};
use super::rank::{Ranked, Rules, pick, rank, with_probabilities};
use super::weights::POLYGLOT_THRESHOLD;
use tabia_rng::SplitMix64;

/// A way to choose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum Selection {
    /// The most played of the moves that may be played, the first among equals; play percentages hold.
    Best,
    /// By chance in proportion to how often they are played, as Polyglot does it; play percentages hold.
    Random {
        /// Moves whose part is at most this, 0 to 1, are not played.
        threshold: f64,
    },
    /// By chance among the best by all that is known, as Crafty does it with `book random 1`.
    Ranked {
        /// Factors, and the number of moves left.
        rules: Rules,
    },
    /// None: a search decides among the best, as with Crafty's `book random 0`. Moves to which others' play percentages leave
    /// nothing are not searched.
    Search {
        /// Factors, and the number of moves left.
        rules: Rules,
    },
}

/// Polyglot's way.
impl Default for Selection {
    fn default() -> Self {
        Self::Random { threshold: POLYGLOT_THRESHOLD }
    }
}

/// The choice.
#[derive(Clone, PartialEq, Debug)]
pub enum Choice {
    /// Play this move.
    Play(Move),
    /// Search these moves only, and play the best.
    Search(Vec<Move>),
    /// The book has nothing to play.
    Nothing,
}

/// Chooses among the moves of a position. Flags hold in every way: `?` is never played, `!` before all others.
pub fn select(moves: &[Known], selection: &Selection, random: &mut SplitMix64) -> Choice {
    let played = |ranked: Option<&Ranked>| ranked.map_or(Choice::Nothing, |ranked| Choice::Play(ranked.mv));
    match selection {
        Selection::Best => {
            let left = with_probabilities(&with_frequencies(moves));
            let most = left
                .iter()
                .reduce(|best, other| if other.probability > best.probability { other } else { best });
            played(most)
        }
        Selection::Random { threshold } => {
            let mut left = with_frequencies(moves);
            let total: f64 = left.iter().map(|(_, frequency)| frequency).sum();
            left.retain(|(known, frequency)| known.play_percent > 0 || *frequency > threshold * total);
            played(pick(&with_probabilities(&left), random))
        }
        Selection::Ranked { rules } => played(pick(&rank(moves, rules), random)),
        Selection::Search { rules } => {
            let ranked = rank(moves, rules);
            let moves: Vec<Move> =
                ranked.iter().filter(|ranked| ranked.probability > 0.0).map(|ranked| ranked.mv).collect();
            if moves.is_empty() { Choice::Nothing } else { Choice::Search(moves) }
        }
    }
}

/// The moves that flags leave, with how often each is played. If that is never for all of them, which moves marked `!`
/// may be, they are played equally often.
fn with_frequencies(moves: &[Known]) -> Vec<(&Known, f64)> {
    let left = by_flags(moves);
    let is_never = left.iter().all(|known| known.frequency == 0);
    let frequency = |known: &Known| if is_never { 1.0 } else { f64::from(known.frequency) };
    left.into_iter().map(|known| (known, frequency(known))).collect()
}
