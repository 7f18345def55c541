//! Playing below full strength, with errors like those of people.
//!
//! Below [`SEARCHES_FROM`] the engine does not search but looks at the board as a beginner does
//! ([`crate::beginner`]). From there on three things weaken play. All depend on the level, and all are
//! repeatable:
//!
//! - **Nodes**: the search ends after few nodes, so that long combinations are not seen.
//! - **Evaluation**: every position has its own error, a hash of position and seed. The
//!   error is the same wherever the search meets the position, and about normally distributed.
//! - **Choice**: one of the best moves of that search is chosen at random, with a higher probability for
//!   better moves: each [`Handicap::half_life`] centipawns below the best halve it, and beyond [`HALVINGS`]
//!   of them it is zero. So a move that is seen to lose a piece is played only by a level that would overlook
//!   it.
//!
//! A mate that is seen is always played. The random choice depends on position and seed too: the same game
//! with the same seed repeats. No floating point is used, so all platforms play the same moves.

use tabia_rng::mix;

use crate::beginner::Beginner;
use crate::value::Value;

/// A playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    elo: u32,
    /// A different seed makes different errors.
    pub seed: u64,
}

/// Handicap of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The search ends after this many nodes, but not before depth 1 is completed.
    pub(crate) nodes: u64,
    /// The standard deviation of the evaluation errors in centipawns.
    pub(crate) noise: Value,
    /// Centipawns by which a move must be worse to be chosen half as often; 0 always chooses the best.
    pub(crate) half_life: Value,
}

/// Moves more half-lives than this below the best are never chosen.
pub(crate) const HALVINGS: Value = 4;
/// The number of moves to choose from.
pub(crate) const CANDIDATES: usize = 5;

/// Levels by Elo, with interpolation between them. The handicaps are hand values; the ratings up to 2575 were
/// measured against Stockfish's calibrated skill levels, and the handicaps adapted when the search became stronger
/// (docs/strength.md). The others continue in the same steps.
const LEVELS: [(u32, Handicap); 12] = [
    (930, handicap(57, 200, 116)),
    (1040, handicap(100, 140, 80)),
    (1210, handicap(180, 100, 58)),
    (1400, handicap(335, 77, 44)),
    (1650, handicap(720, 59, 32)),
    (1890, handicap(1_500, 44, 23)),
    (2070, handicap(3_120, 33, 16)),
    (2300, handicap(8_000, 21, 10)),
    (2430, handicap(18_000, 13, 6)),
    (2575, handicap(46_000, 7, 3)),
    (2660, handicap(74_000, 4, 1)),
    (2900, handicap(500_000, 0, 0)),
];

/// From this Elo on a level searches; below it plays as a beginner.
const SEARCHES_FROM: u32 = LEVELS[0].0;

/// The levels of beginners by Elo, as measured, with interpolation between them.
const BEGINNERS: [(u32, Beginner); 3] = [
    (250, Beginner { theirs: 400, own: 720, slope: 7, mate: 540, counts: 20, wander: 185 }),
    (700, Beginner { theirs: 750, own: 900, slope: 7, mate: 800, counts: 300, wander: 110 }),
    (SEARCHES_FROM, Beginner { theirs: 950, own: 970, slope: 6, mate: 950, counts: 700, wander: 60 }),
];

const fn handicap(nodes: u64, noise: Value, half_life: Value) -> Handicap {
    Handicap { nodes, noise, half_life }
}

impl Strength {
    /// The weakest level.
    pub const MIN_ELO: u32 = BEGINNERS[0].0;
    /// The strongest level below full strength.
    pub const MAX_ELO: u32 = LEVELS[LEVELS.len() - 1].0;
    /// The highest skill level: full strength.
    pub const MAX_SKILL: u32 = 20;
    /// Skill level 0 in Elo.
    pub const MIN_SKILL_ELO: u32 = 800;

    /// A strength in Elo, clamped to [`Self::MIN_ELO`] to [`Self::MAX_ELO`].
    pub fn from_elo(elo: u32, seed: u64) -> Self {
        Self { elo: elo.clamp(Self::MIN_ELO, Self::MAX_ELO), seed }
    }

    /// A skill level from 0, in equal steps of Elo; `None` from [`Self::MAX_SKILL`] on, which is full
    /// strength.
    pub fn from_skill(level: u32, seed: u64) -> Option<Self> {
        let range = Self::MAX_ELO - Self::MIN_SKILL_ELO;
        (level < Self::MAX_SKILL)
            .then(|| Self::from_elo(Self::MIN_SKILL_ELO + level * range / Self::MAX_SKILL, seed))
    }

    /// The strength in Elo.
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// Parameters of a beginner of this strength; `None` from the level on that searches.
    pub(crate) fn beginner(self) -> Option<Beginner> {
        if self.elo >= SEARCHES_FROM {
            return None;
        }
        let above = BEGINNERS.iter().position(|&(elo, _)| elo > self.elo)?;
        let ((low, from), (high, to)) = (BEGINNERS[above - 1], BEGINNERS[above]);
        let between = |from: i32, to: i32| from + (to - from) * (self.elo - low) as i32 / (high - low) as i32;
        Some(Beginner {
            theirs: between(from.theirs, to.theirs),
            own: between(from.own, to.own),
            slope: between(from.slope, to.slope),
            mate: between(from.mate, to.mate),
            counts: between(from.counts, to.counts),
            wander: between(from.wander, to.wander),
        })
    }

    /// Handicap of the search at this strength; for a beginner, that of the weakest level that searches.
    pub(crate) fn handicap(self) -> Handicap {
        let elo = self.elo.max(SEARCHES_FROM);
        let above = LEVELS.iter().position(|&(level, _)| level >= elo).unwrap_or(LEVELS.len() - 1).max(1);
        let ((low, from), (high, to)) = (LEVELS[above - 1], LEVELS[above]);
        let between = |from: i64, to: i64| {
            from + (to - from) * (i64::from(elo) - i64::from(low)) / (i64::from(high) - i64::from(low))
        };
        Handicap {
            nodes: between(from.nodes as i64, to.nodes as i64) as u64,
            noise: between(from.noise.into(), to.noise.into()) as Value,
            half_life: between(from.half_life.into(), to.half_life.into()) as Value,
        }
    }
}

/// The error of the evaluation of a position: the sum of eight uniform numbers, close to a normal
/// distribution, with the standard deviation `noise`.
pub(crate) fn evaluation_noise(key: u64, seed: u64, noise: Value) -> Value {
    // Eight bytes have a mean of 1,020 and a standard deviation of 209.
    let sum: Value = mix(key ^ mix(seed)).to_le_bytes().into_iter().map(Value::from).sum();
    (sum - 1_020) * noise / 209
}

/// Chooses among moves with these losses against the best (centipawns, not negative), by a uniform random
/// number. Returns an index; 0 if there is nothing else to choose.
pub(crate) fn choose(losses: &[Value], half_life: Value, drawn: u64) -> usize {
    if half_life <= 0 {
        return 0;
    }
    // 2^(-loss / half_life), linear between whole powers.
    let weight = |loss: Value| -> u64 {
        if loss > half_life * HALVINGS {
            return 0;
        }
        let (whole, part) = (loss / half_life, loss % half_life);
        let top = 65_536_u64 >> whole;
        top - top / 2 * part as u64 / half_life as u64
    };
    let total: u64 = losses.iter().map(|&loss| weight(loss)).sum();
    let mut left = drawn % total.max(1);
    for (index, &loss) in losses.iter().enumerate() {
        match left.checked_sub(weight(loss)) {
            Some(rest) => left = rest,
            None => return index,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow() {
        let mut last = Strength::from_elo(0, 0).handicap();
        assert_eq!(Strength::from_elo(0, 0).elo(), Strength::MIN_ELO);
        for elo in Strength::MIN_ELO..=Strength::MAX_ELO {
            let handicap = Strength::from_elo(elo, 0).handicap();
            assert!(
                handicap.nodes >= last.nodes
                    && handicap.noise <= last.noise
                    && handicap.half_life <= last.half_life
            );
            last = handicap;
        }
        assert_eq!(last, LEVELS[LEVELS.len() - 1].1);
        assert_eq!(Strength::from_skill(0, 7).map(Strength::elo), Some(Strength::MIN_SKILL_ELO));
        assert_eq!(Strength::from_skill(Strength::MAX_SKILL, 7), None);
    }

    #[test]
    fn beginners_grow_up_to_those_who_search() {
        let beginner = |elo| Strength::from_elo(elo, 0).beginner();
        for elo in Strength::MIN_ELO..SEARCHES_FROM - 1 {
            let (Some(less), Some(more)) = (beginner(elo), beginner(elo + 1)) else {
                panic!("{elo} searches")
            };
            assert!(more.theirs >= less.theirs && more.own >= less.own && more.slope <= less.slope);
            assert!(more.mate >= less.mate && more.counts >= less.counts && more.wander <= less.wander);
        }
        assert_eq!(beginner(Strength::MIN_ELO), Some(BEGINNERS[0].1));
        assert_eq!(beginner(SEARCHES_FROM), None);
        assert_eq!(Strength::from_elo(SEARCHES_FROM, 0).handicap(), LEVELS[0].1);
    }

    #[test]
    fn errors_are_about_normal() {
        let errors: Vec<Value> = (0..20_000).map(|key| evaluation_noise(mix(key), 5, 100)).collect();
        let mean = errors.iter().sum::<Value>() as f64 / 20_000.0;
        let variance = errors.iter().map(|&error| f64::from(error).powi(2)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 3.0 && (variance.sqrt() - 100.0).abs() < 4.0, "{mean} {}", variance.sqrt());
        let within = errors.iter().filter(|error| error.abs() <= 100).count();
        assert!((12_600..14_800).contains(&within), "{within} within one deviation");
        assert_ne!(evaluation_noise(1, 1, 100), evaluation_noise(1, 2, 100));
    }

    #[test]
    fn worse_moves_are_chosen_less() {
        let mut counts = [0_i32; 5];
        for drawn in 0..70_000_u64 {
            counts[choose(&[0, 20, 40, 80, 300], 20, mix(drawn))] += 1;
        }
        // 1 : 1/2 : 1/4 : 1/16 : 0.
        assert_eq!(counts[4], 0, "a blunder that is seen is not played");
        for (index, expected) in [(0, 38_620), (1, 19_310), (2, 9_655), (3, 2_414)] {
            assert!((counts[index] - expected).abs() < 600, "{counts:?}");
        }
        assert_eq!(choose(&[0, 0, 0], 0, 12_345), 0);
        assert_eq!(choose(&[], 10, 3), 0);
    }
}
