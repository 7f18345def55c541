//! Self-play games as training data for a network: played ([`play`]), written and read ([`mod@format`]),
//! filtered ([`filter`]).
//!
//! A game depends on the settings, the seed of the run and the number of the game, and on nothing else, so a
//! run can be interrupted and continued with any number of threads. Uses no files, threads or clocks.
//! docs/data.md has the recipe.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod filter;
pub mod format;
pub mod opening;
pub mod play;
pub mod sets;

use tabia_rng::Rng;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// White won.
    WhiteWins,
}

impl GameResult {
    /// All results in the order of White's points.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// White's points: 0, 0.5 or 1.
    pub const fn points(self) -> f64 {
        match self {
            Self::BlackWins => 0.0,
            Self::Draw => 0.5,
            Self::WhiteWins => 1.0,
        }
    }
}

/// The random number generator of item `number` in a run with this `seed`.
pub fn rng_for(seed: u64, number: u64) -> Rng {
    // The multiplier is that of a 64-bit linear congruential generator (Steele and Vigna 2021) and not the
    // increment of `SplitMix64`, with which the states of neighbours would overlap.
    let run = Rng::new(seed).next_u64();
    Rng::new(run ^ number.wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_every_run_has_random_numbers_of_its_own() {
        let mut first: Vec<u64> =
            (0..50).flat_map(|seed| (0..50).map(move |number| rng_for(seed, number).next_u64())).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 2_500);
        assert_eq!(rng_for(7, 9), rng_for(7, 9));
    }
}
