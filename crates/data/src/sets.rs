//! Splitting games into training and validation sets, and shuffling positions.

use tabia_rng::Rng;

use crate::format::Game;
use crate::rng_for;

/// Games to hold out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// The share of the games, 0 to 1.
    pub share: f64,
    /// The seed of the choice.
    pub seed: u64,
}

impl HeldOut {
    /// Whether a game is held out. Games with the same start position are treated alike, so that no
    /// validation position was trained on in another game of the same opening.
    pub fn has(&self, game: &Game) -> bool {
        rng_for(self.seed, game.start.repetition_key()).unit() < self.share
    }
}

/// Shuffles more records than fit into memory: each record goes into a random bucket ([`Buckets::choose`]),
/// and every bucket is then shuffled by itself ([`Buckets::shuffle`]). The concatenated buckets are as random
/// as if everything had been shuffled at once.
#[derive(Clone, Debug)]
pub struct Buckets {
    rng: Rng,
    count: u64,
}

impl Buckets {
    /// This many buckets, at least one.
    pub fn new(count: usize, seed: u64) -> Self {
        Self { rng: rng_for(seed, 0), count: count.max(1) as u64 }
    }

    /// The bucket, from 0, that the next record goes into.
    pub fn choose(&mut self) -> usize {
        self.rng.below(self.count) as usize
    }

    /// Shuffles the records of a bucket.
    pub fn shuffle<T>(&mut self, records: &mut [T]) {
        self.rng.shuffle(records);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::opening::random_opening;
    use tabia_chess::Position;

    #[test]
    fn about_the_share_asked_for_is_held_out() {
        let mut rng = Rng::new(5);
        let games: Vec<Game> = (0..2_000)
            .filter_map(|_| random_opening(&mut rng, &Position::default(), 9))
            .map(|start| Game { start, moves: Vec::new(), result: GameResult::Draw })
            .collect();
        for share in [0.0, 0.1, 1.0] {
            let held_out = HeldOut { share, seed: 3 };
            let count = games.iter().filter(|game| held_out.has(game)).count() as f64;
            assert!((count - share * games.len() as f64).abs() < 60.0, "{count} of {}", games.len());
        }
        let choice =
            |seed| -> Vec<bool> { games.iter().map(|game| HeldOut { share: 0.5, seed }.has(game)).collect() };
        assert_eq!(choice(1), choice(1));
        assert_ne!(choice(1), choice(2));
    }

    #[test]
    fn every_record_can_come_anywhere() {
        // Of 30 records in 5 buckets each is as often in the first third as in any other.
        let mut firsts = [0_u32; 30];
        for seed in 0..3_000 {
            let mut buckets = Buckets::new(5, seed);
            let mut parts: [Vec<usize>; 5] = Default::default();
            for record in 0..30 {
                parts[buckets.choose()].push(record);
            }
            for part in &mut parts {
                buckets.shuffle(part);
            }
            let order = parts.concat();
            assert_eq!(order.len(), 30);
            for &record in &order[..10] {
                firsts[record] += 1;
            }
        }
        assert!(firsts.iter().all(|&count| count.abs_diff(1_000) < 150), "{firsts:?}");
    }
}
