//! Weighted random choice.

use tabia_rng::SplitMix64;

/// One of the items by chance, in proportion to their weights; those without weight never.
pub(super) fn choose<'a, T>(
    items: impl Iterator<Item = &'a T> + Clone,
    weight: impl Fn(&T) -> f64,
    random: &mut SplitMix64,
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
