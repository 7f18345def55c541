//! The activation of the first layer (`SCReLU`) and its weighed sum, the hot loop of every evaluation.
//!
//! The product of a clipped sum, at most 255, and a weight of at most 128 fits 16 bits, so the rest is a sum of
//! products of 16-bit numbers, for which processors have an instruction. Compilers find it in one plain loop;
//! where chunks of a fixed size are added up in an inner loop, they take the numbers of several chunks
//! one by one. For WebAssembly they do not find it, so it is named.

use crate::architecture::QA;

/// The sum of `clamp(sum, 0, QA)² * weight` over the numbers at the same place, of which there is a multiple of 8.
/// `weights` are at most [`MAX_OUTPUT_WEIGHT`](crate::architecture::MAX_OUTPUT_WEIGHT) in magnitude, and there are
/// so few that the sum fits 32 bits.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub(crate) fn weighed_squares(sums: &[i16], weights: &[i16]) -> i32 {
    let weighed = |(sum, weight): (&i16, &i16)| {
        let clipped = (*sum).clamp(0, QA as i16);
        i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped)
    };
    sums.iter().zip(weights).map(weighed).sum()
}

/// The same, eight numbers at a time.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn weighed_squares(sums: &[i16], weights: &[i16]) -> i32 {
    use std::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_splat, v128,
    };

    /// Becomes one load.
    #[inline(always)]
    fn vector(&[a, b, c, d, e, f, g, h]: &[i16; 8]) -> v128 {
        i16x8(a, b, c, d, e, f, g, h)
    }

    let (sums, weights) = (sums.as_chunks().0, weights.as_chunks().0);
    let mut totals = i32x4_splat(0);
    for (sums, weights) in sums.iter().zip(weights) {
        let clipped = i16x8_min(i16x8_max(vector(sums), i16x8_splat(0)), i16x8_splat(QA as i16));
        totals = i32x4_add(totals, i32x4_dot_i16x8(i16x8_mul(clipped, vector(weights)), clipped));
    }
    i32x4_extract_lane::<0>(totals)
        + i32x4_extract_lane::<1>(totals)
        + i32x4_extract_lane::<2>(totals)
        + i32x4_extract_lane::<3>(totals)
}
