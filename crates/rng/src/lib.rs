//! Reproducible random numbers from a seed: `SplitMix64` and xoshiro256** 1.0.
//!
//! Both generators are by Blackman and Vigna (<https://prng.di.unimi.it/>). They are implemented here because a seed must give the same
//! openings, book moves, training games and simulations on every platform and in every later version; the `rand` crate does not guarantee
//! that for its distributions. This is the only generator in the project. Polyglot's Zobrist numbers (`tabia_chess::zobrist`) are published
//! constants.

/// The increment of `SplitMix64`: 2^64 divided by the golden ratio.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// One step of `SplitMix64` from the state `number`: a 64-bit hash (Steele, Lea and Flood 2014).
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(GOLDEN_GAMMA);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Converts 53 random bits to a number in [0, 1).
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// A `SplitMix64` generator: small, and good enough for a few numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator; equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        bits
    }

    /// A number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        unit(self.next_u64())
    }
}

/// A xoshiro256** generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// Creates a generator; all seeds are equally good, including 0.
    pub fn new(seed: u64) -> Self {
        let mut split_mix = SplitMix64::new(seed);
        Self { state: std::array::from_fn(|_| split_mix.next_u64()) }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= t;
        *s3 = s3.rotate_left(45);
        result
    }

    /// A number from 0 to `bound - 1`, uniformly distributed; 0 if `bound` is 0.
    ///
    /// Lemire's method: the high half of a 128-bit product, with the few biased low halves rejected.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let biased = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= biased {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        unit(self.next_u64())
    }

    /// Shuffles a slice (Fisher-Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_the_published_numbers() {
        // The first outputs of SplitMix64 for the seed 1234567, as published by its authors and Rosetta Code.
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        let state = Rng::new(1_234_567).state;
        assert_eq!(state[..3], expected);
    }

    #[test]
    fn xoshiro_follows_its_definition() {
        // From the state 1, 2, 3, 4, as in rand_xoshiro's test vector.
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let expected = [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
    }

    #[test]
    fn every_value_below_a_bound_comes_about_as_often() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 400), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
