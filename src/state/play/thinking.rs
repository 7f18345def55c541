//! Move times of the levels, to match a human pace.
//!
//! The engine of a level finds its move within milliseconds. The move is delayed depending on the level, the
//! position and the clock: longer in complex positions, shorter for forced moves, recaptures and in the opening.
//! With a clock, the delay is a small part of the remaining time at most, and zero in time trouble, so a level
//! never loses on time by waiting.

use tabia_chess::{Move, Position};

use super::levels::Level;

/// Remaining time below which a level doesn't wait, in milliseconds.
const SHORT_MS: f64 = 5_000.0;
/// Maximum fraction of the remaining time for one move.
const PART: f64 = 1.0 / 50.0;
/// Fraction of the increment for one move.
const INCREMENT_PART: f64 = 0.6;

/// Inputs for the time of a move.
#[derive(Clone, Copy, Debug)]
pub struct Thought<'a> {
    /// The level.
    pub level: &'a Level,
    /// Position before the move.
    pub position: &'a Position,
    /// The previous move, if any.
    pub last: Option<Move>,
    /// The move to play.
    pub mv: Move,
    /// Whether it is a book move.
    pub is_book: bool,
    /// Remaining time and increment in milliseconds; `None` without a clock.
    pub clock: Option<(f64, f64)>,
    /// Seed, different for each game.
    pub seed: u64,
}

impl Thought<'_> {
    /// Returns the total time of the move in milliseconds, including the search.
    pub fn time_ms(&self) -> f64 {
        let (least, most) = self.level.thinking_ms;
        let (least, most) = (f64::from(least), f64::from(most.max(least)));
        if most <= 0.0 {
            return 0.0;
        }
        // Between minimum and maximum, skewed like human move times: mostly fast, sometimes slow.
        let chance = chance(self.position.key() ^ self.seed);
        let natural = (least + (most - least) * chance * chance) * self.weight();
        match self.clock {
            None => natural,
            Some((remaining_ms, _)) if remaining_ms < SHORT_MS => 0.0,
            Some((remaining_ms, increment_ms)) => {
                let at_most = (remaining_ms - SHORT_MS) * PART + increment_ms * INCREMENT_PART;
                // With hours on the clock a level takes its time, as people do.
                (natural * pace(remaining_ms)).min(at_most)
            }
        }
    }

    /// Returns the complexity of the decision, around 1.
    fn weight(&self) -> f64 {
        let legal = self.position.count_legal_moves();
        let retakes = self.last.is_some_and(|last| last.is_capture() && last.to() == self.mv.to());
        if legal == 1 {
            0.25
        } else if self.is_book {
            0.4
        } else if retakes {
            0.5
        } else {
            // From a third with hardly any choice to one and a half.
            (0.3 + f64::from(legal) / 35.0).min(1.5)
        }
    }
}

/// Returns the slowdown factor on a long clock: 1 up to five minutes, then up to 4.
fn pace(remaining_ms: f64) -> f64 {
    (remaining_ms / 300_000.0).sqrt().clamp(1.0, 4.0)
}

/// Returns a pseudo-random number from 0 to 1 (the finaliser of `SplitMix64`).
fn chance(seed: u64) -> f64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::levels::{LEVELS, level};
    use proptest::prelude::*;
    use tabia_arena::Clock;

    fn thought<'a>(
        level: &'a Level,
        position: &'a Position,
        clock: Option<(f64, f64)>,
        seed: u64,
    ) -> Thought<'a> {
        let mv = position.legal_moves()[0];
        Thought { level, position, last: None, mv, is_book: false, clock, seed }
    }

    #[test]
    fn levels_take_their_time_and_full_strength_none() {
        let position = Position::default();
        for level in &LEVELS {
            let time = thought(level, &position, None, 1).time_ms();
            assert_eq!(time > 0.0, !level.is_full_strength(), "{}", level.number);
            assert!(time <= 1.5 * f64::from(level.thinking_ms.1));
        }
        let times: Vec<f64> =
            (0..50).map(|seed| thought(level(3), &position, None, seed).time_ms()).collect();
        assert!(
            times.iter().any(|&time| time > 2.0 * times.iter().copied().fold(f64::MAX, f64::min)),
            "{times:?}"
        );
    }

    #[test]
    fn a_single_move_is_played_fast() {
        let only: Position =
            "k7/8/8/8/8/8/1r6/K7 w - - 0 1".parse::<tabia_chess::Setup>().unwrap().position().unwrap();
        assert_eq!(only.count_legal_moves(), 1);
        assert!(thought(level(3), &only, None, 5).time_ms() <= 0.25 * f64::from(level(3).thinking_ms.1));
    }

    proptest! {
        /// A level that waits like this never loses on time within 300 moves.
        #[test]
        fn no_level_loses_on_time_by_waiting(
            number in 1u8..=12, seconds in 1u32..4000, increment in 0u32..20, moves in 0u32..60, seed in any::<u64>(),
        ) {
            let text = match moves {
                0 => format!("{seconds}+{increment}"),
                moves => format!("{moves}/{seconds}+{increment}"),
            };
            let mut clock = Clock::new(text.parse().unwrap());
            let position = Position::default();
            for ply in 0..300 {
                let left = Some((clock.remaining_ms(), clock.increment_ms() as f64));
                let time = thought(level(number), &position, left, seed.wrapping_add(ply)).time_ms();
                prop_assert!(time >= 0.0 && time <= (clock.remaining_ms() - SHORT_MS).max(0.0) * PART + 0.6 * clock.increment_ms() as f64 + 1e-9);
                // Only the waiting is tested, not the machine's own time.
                prop_assert!(clock.spend(time, 0.0).is_ok());
            }
        }
    }
}
