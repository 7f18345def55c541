//! Exact test of whether two engines are equally strong.

use crate::counts::Counts;

/// The significance level for calling an engine stronger: two equally strong engines are told apart in at
/// most this fraction of matches.
pub const CLAIM_LEVEL: f64 = 0.05;

/// Weights below this fraction of the largest one don't change a probability in double precision.
const NEGLIGIBLE: f64 = 1e-20;

/// With more decisive results than this, an upper bound replaces the exact probability.
const MOST_EXACT: u64 = 10_000_000;

/// Returns the two-sided p-value of a score: the probability that equally strong engines score at least as
/// unevenly, from 0 to 1.
///
/// If neither engine is stronger, a pair won by one of them could just as well have been won by the other:
/// given how many pairs (or games) were decided by one point and by half a point, each sign is a fair coin.
/// The p-value is that of this randomisation test, computed from two binomial distributions. It needs no
/// estimate of the spread, so the error rate is at most the level for every draw rate and any number of
/// results. Beyond ten million decisive results it is Hoeffding's bound, which is never too small.
pub fn p_value(counts: &Counts) -> f64 {
    // The decisive results by size: won and lost by the smaller margin, then by twice that.
    let [small, large] = match counts {
        Counts::Games(wdl) => [[wdl.wins, wdl.losses], [0, 0]],
        Counts::Pairs(pairs) => [[pairs.wd, pairs.ld], [pairs.ww, pairs.ll]],
    };
    let margin = |[won, lost]: [u64; 2]| i128::from(won) - i128::from(lost);
    let excess = (margin(small) + 2 * margin(large)).unsigned_abs();
    if excess == 0 {
        return 1.0;
    }
    let [small, large] = [small, large].map(|[won, lost]| won.saturating_add(lost));
    if small.saturating_add(large) > MOST_EXACT {
        let variance = small as f64 + 4.0 * large as f64;
        return (2.0 * libm::exp(-(excess as f64).powi(2) / (2.0 * variance))).min(1.0);
    }
    // `excess` is at least 1, and bounded by the number of results, so that it fits into `i64`.
    (2.0 * tail(excess as i64, &FairCoins::new(small), &FairCoins::new(large))).min(1.0)
}

/// Returns the probability that heads minus tails of the first coins plus twice that of the second is at
/// least `excess`.
fn tail(excess: i64, small: &FairCoins, large: &FairCoins) -> f64 {
    // The probability that the first coins show at least `index` heads, counted from `small.first`.
    let mut at_least = small.probabilities.clone();
    for index in (1..at_least.len()).rev() {
        at_least[index - 1] += at_least[index];
    }
    let mut sum = 0.0;
    for (index, p) in large.probabilities.iter().enumerate() {
        let of_large = 2 * (2 * (large.first + index as i64) - large.coins);
        // The minimum number of heads with 2 · heads − coins ≥ excess − of_large, rounded up.
        let heads = (excess - of_large + small.coins + 1).div_euclid(2);
        let rest = usize::try_from((heads - small.first).max(0)).unwrap_or(usize::MAX);
        sum += p * at_least.get(rest).copied().unwrap_or(0.0);
    }
    sum
}

/// The distribution of heads among fair coins, without negligible probabilities.
struct FairCoins {
    coins: i64,
    /// The number of heads of the first probability.
    first: i64,
    probabilities: Vec<f64>,
}

impl FairCoins {
    fn new(coins: u64) -> Self {
        // From the middle outwards, each binomial coefficient follows from its neighbour.
        let middle = coins / 2;
        let mut upper = vec![1.0];
        let (mut heads, mut weight) = (middle, 1.0);
        while heads < coins && weight > NEGLIGIBLE {
            weight *= (coins - heads) as f64 / (heads + 1) as f64;
            heads += 1;
            upper.push(weight);
        }
        let mut lower = Vec::new();
        (heads, weight) = (middle, 1.0);
        while heads > 0 && weight > NEGLIGIBLE {
            weight *= heads as f64 / (coins - heads + 1) as f64;
            heads -= 1;
            lower.push(weight);
        }
        let mut probabilities: Vec<f64> = lower.into_iter().rev().chain(upper).collect();
        let total: f64 = probabilities.iter().sum();
        for p in &mut probabilities {
            *p /= total;
        }
        Self { coins: coins as i64, first: heads as i64, probabilities }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interval, Lead, PairCounts, WdlCounts};
    use tabia_rng::Rng;

    fn of_ptnml([ll, ld, dd, wd, ww]: [u64; 5]) -> Counts {
        PairCounts { ll, ld, wl: 0, dd, wd, ww }.into()
    }

    fn is_claim(counts: &Counts) -> bool {
        // The interval is slower to compute.
        p_value(counts) <= CLAIM_LEVEL && matches!(Interval::new(counts).lead(), Lead::First | Lead::Second)
    }

    #[test]
    fn few_decisive_pairs_are_coins() {
        let p = |ptnml| p_value(&of_ptnml(ptnml));
        let is_certain = |p: f64| (p - 1.0).abs() < 1e-15;
        assert!(is_certain(p([0, 0, 94, 0, 0])) && is_certain(p([2, 5, 94, 5, 2])));
        assert!((p([0, 0, 94, 0, 3]) - 0.25).abs() < 1e-15);
        assert!((p([0, 0, 0, 6, 0]) - 2.0 / 64.0).abs() < 1e-15);
        // ±2 and three times ±1: the points are 5, 3, 3, 3, 1 … for 16 equally likely signs.
        assert!((p([0, 0, 7, 3, 1]) - 2.0 / 16.0).abs() < 1e-15);
        assert!((p([0, 1, 7, 2, 1]) - 8.0 / 16.0).abs() < 1e-15);
        let games = |wins, losses| p_value(&WdlCounts { wins, losses, draws: 50 }.into());
        assert!((games(9, 1) - 22.0 / 1024.0).abs() < 1e-15);
        assert!((games(1, 9) - games(9, 1)).abs() < 1e-15);
        // 60 heads of 100, from tables of the binomial distribution.
        assert!((games(60, 40) - 0.056_887_933).abs() < 1e-8);
        assert!(!is_claim(&of_ptnml([0, 0, 94, 0, 3])), "the error of fastchess includes 0");
    }

    #[test]
    fn many_results_take_a_bound_that_is_not_too_small() {
        let p = |wins, losses| p_value(&WdlCounts { wins, losses, draws: 0 }.into());
        let exact = p(5_004_000, 4_996_000);
        let bound = p(5_004_001, 4_996_001);
        assert!((0.01..0.0125).contains(&exact) && bound > exact && bound < 10.0 * exact, "{exact} {bound}");
        let is_certain = |p: f64| (p - 1.0).abs() < 1e-15;
        assert!(p(u64::MAX, 0) < 1e-300 && is_certain(p(u64::MAX, u64::MAX)));
        assert!(is_certain(p_value(&of_ptnml([u64::MAX, 0, 0, 0, u64::MAX]))));
    }

    /// Returns all results of this many pairs after which an engine is called stronger.
    fn claims(pairs: u64) -> Vec<[u64; 5]> {
        let mut claims = Vec::new();
        for ll in 0..=pairs {
            for ld in 0..=pairs - ll {
                for wd in 0..=pairs - ll - ld {
                    for ww in 0..=pairs - ll - ld - wd {
                        let counts = [ll, ld, pairs - ll - ld - wd - ww, wd, ww];
                        if is_claim(&of_ptnml(counts)) {
                            claims.push(counts);
                        }
                    }
                }
            }
        }
        claims
    }

    /// Returns the probability of these results for equally strong engines, from the probabilities of an even
    /// pair, one decided by half a point, and one decided by a point.
    fn probability(claims: &[[u64; 5]], pairs: u64, [even, small, large]: [f64; 3]) -> f64 {
        let ln = [large / 2.0, small / 2.0, even, small / 2.0, large / 2.0].map(f64::ln);
        let ln_factorial = |n: u64| (1..=n).map(|n| (n as f64).ln()).sum::<f64>();
        let of = |counts: &[u64; 5]| {
            let terms = counts.iter().zip(ln).filter(|(count, _)| **count > 0);
            let exponent: f64 = terms.map(|(&count, ln)| count as f64 * ln - ln_factorial(count)).sum();
            (ln_factorial(pairs) + exponent).exp()
        };
        claims.iter().map(of).sum()
    }

    #[test]
    fn equal_engines_are_told_apart_in_one_match_of_twenty_at_most() {
        for pairs in 2..=13 {
            let claims = claims(pairs);
            for draws in [0.0, 0.2, 0.5, 0.8, 0.95, 0.99] {
                for share in [0.0, 0.3, 1.0] {
                    let small = (1.0 - draws) * share;
                    let rate = probability(&claims, pairs, [draws, small, 1.0 - draws - small]);
                    assert!(rate <= CLAIM_LEVEL, "{pairs} pairs, {draws} even, {share} small: {rate}");
                }
            }
        }
    }

    /// Long matches: equally strong engines are told apart in at most 5 % plus three standard errors, and the
    /// test stays powerful.
    #[test]
    fn equal_engines_are_rarely_told_apart_in_long_matches() {
        let mut rng = Rng::new(38);
        for (length, matches) in [(20, 2000), (50, 2000), (200, 1000), (1000, 300), (5000, 100)] {
            for draws in [0.0, 0.5, 0.9, 0.99] {
                let mut claims = 0;
                for _ in 0..matches {
                    let mut ptnml = [0; 5];
                    for _ in 0..length {
                        let [first, second] = [(); 2].map(|()| match rng.unit() {
                            u if u < draws => 1,
                            u if u < draws + (1.0 - draws) / 2.0 => 0,
                            _ => 2,
                        });
                        ptnml[first + second] += 1;
                    }
                    claims += u32::from(is_claim(&of_ptnml(ptnml)));
                }
                let rate = f64::from(claims) / f64::from(matches);
                let error = (0.05_f64 * 0.95 / f64::from(matches)).sqrt();
                assert!(rate <= 0.05 + 3.0 * error, "{length} pairs, {draws} draws: {rate}");
                assert!(
                    length < 200 || draws > 0.95 || rate >= 0.05 - 4.0 * error - 0.02,
                    "{length} {draws}: {rate}"
                );
            }
        }
    }
}
