//! Choices by chance that a seed makes reproducible.

/// Random numbers that a seed makes reproducible: Sebastiano Vigna's `SplitMix64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// Equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// One of the items by chance, in proportion to their weights; those without weight never.
pub(super) fn choose<'a, T>(
    items: impl Iterator<Item = &'a T> + Clone,
    weight: impl Fn(&T) -> f64,
    random: &mut Random,
) -> Option<&'a T> {
    let total: f64 = items.clone().map(&weight).sum();
    let mut point = random.unit() * total;
    let mut last = None;
    for item in items.filter(|item| weight(item) > 0.0) {
        point -= weight(item);
        last = Some(item);
        if point < 0.0 {
            break;
        }
    }
    last
}
