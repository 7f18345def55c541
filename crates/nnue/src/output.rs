//! From the sums of both views to a value.

use crate::activation::weighed_squares;
use crate::architecture::{BUCKETS, HIDDEN_STEP, QA, QB, SCALE, bucket};
use crate::network::Network;

/// Neurons of a view added up in 32 bits: each adds at most 255 * 255 * 128, and 256 times that
/// is less than 2^31.
const BLOCK: usize = 256;
const _: () =
    assert!((BLOCK as i64) * 255 * 255 * 128 <= i32::MAX as i64 && BLOCK.is_multiple_of(HIDDEN_STEP));

/// Evaluates a position with `men` pieces, in centipawns, for the side whose accumulator is `us`.
#[inline(always)]
pub(crate) fn evaluate(net: &Network, us: &[i16], them: &[i16], men: u32) -> i32 {
    let bucket = bucket(men).min(BUCKETS - 1);
    let weights = net.weights();
    let size = 2 * net.hidden();
    let outputs = weights.outputs.get(bucket * size..(bucket + 1) * size).unwrap_or_default();
    let (for_us, for_them) = outputs.split_at(outputs.len() / 2);
    let sum = weighed(us, for_us) + weighed(them, for_them);
    let bias = i64::from(weights.output_biases[bucket]);
    // The squares have a factor QA more than the bias.
    let value = (sum / i64::from(QA) + bias) * i64::from(SCALE) / i64::from(QA * QB);
    // At most 2 * 512 * 2 + 100 times `SCALE`, so it fits.
    value as i32
}

/// The squared clipped sums, weighed and added up.
#[inline(always)]
fn weighed(sums: &[i16], weights: &[i16]) -> i64 {
    let blocks = sums.chunks(BLOCK).zip(weights.chunks(BLOCK));
    blocks.map(|(sums, weights)| i64::from(weighed_squares(sums, weights))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_sums_fit() {
        let sums = vec![i16::MAX; 512];
        for weight in [128, -128] {
            assert_eq!(weighed(&sums, &vec![weight; 512]), 512 * 255 * 255 * i64::from(weight));
        }
        assert_eq!(weighed(&[i16::MIN; 16], &[100; 16]), 0);
    }
}
