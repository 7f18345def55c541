//! Nets of random weights.

use tabia_nnue::architecture::{BUCKETS, INPUTS};
use tabia_nnue::{Network, Weights};
use tabia_rng::Rng;

/// A net with random weights of the size that trained ones have.
pub fn random_net(hidden: usize, seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let mut numbers = |count: usize, most: u64| -> Vec<i16> {
        (0..count).map(|_| (rng.below(2 * most + 1) as i64 - most as i64) as i16).collect()
    };
    let inputs = numbers(hidden * INPUTS, 200);
    let biases = numbers(hidden, 300);
    let outputs = numbers(2 * hidden * BUCKETS, 126);
    let output_biases = std::array::from_fn(|bucket| bucket as i32 * 1_000 - 3_000);
    Network::new(Weights { inputs, biases, outputs, output_biases }).expect("weights that fit")
}
