//! Accuracy of moves and games in percent.

use tabia_chess::Color;

/// Accuracy of a move from 0 to 100, from the mover's win percentages before and after it. 100 if the win percentage does not drop.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    // Fitted by lichess; the 1 at the end compensates for the uncertainty of evaluations.
    let raw = 103.166_810_071_164_9 * libm::exp(-0.043_544_153_867_539_51 * (before - after))
        - 3.166_924_740_191_411;
    (raw + 1.0).clamp(0.0, 100.0)
}

/// Accuracies of White and Black in a game: the mean of the harmonic mean and a weighted mean, with weights by how much the win percentage
/// varies around the move.
///
/// `percentages` are White's win percentages: before the first move, which `first` plays, and after each move. A move without both
/// percentages does not count; a side without moves that count has no accuracy.
pub fn game_accuracy(first: Color, percentages: &[Option<f64>]) -> [Option<f64>; 2] {
    let moves = percentages.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8).min(percentages.len());
    let mut sides = [Side::default(), Side::default()];
    for (index, pair) in percentages.windows(2).enumerate() {
        let [Some(before), Some(after)] = *pair else { continue };
        let mover = if index.is_multiple_of(2) { first } else { !first };
        let accuracy = match mover {
            Color::White => move_accuracy(before, after),
            Color::Black => move_accuracy(100.0 - before, 100.0 - after),
        };
        // The first window is repeated as often as needed for the last one to end with the last move.
        let start = (index + 2).saturating_sub(size);
        let weight = standard_deviation(&percentages[start..start + size]).clamp(0.5, 12.0);
        sides[usize::from(mover == Color::Black)].add(accuracy, weight);
    }
    sides.map(|side| side.accuracy())
}

/// Sums over one side's moves.
#[derive(Default)]
struct Side {
    moves: f64,
    weights: f64,
    weighted: f64,
    reciprocals: f64,
}

impl Side {
    fn add(&mut self, accuracy: f64, weight: f64) {
        self.moves += 1.0;
        self.weights += weight;
        self.weighted += accuracy * weight;
        // A single move with zero accuracy does not bring the game to zero.
        self.reciprocals += 1.0 / accuracy.max(1.0);
    }

    fn accuracy(&self) -> Option<f64> {
        (self.moves > 0.0).then(|| f64::midpoint(self.weighted / self.weights, self.moves / self.reciprocals))
    }
}

/// Population standard deviation of the known values; 0 if there are none.
fn standard_deviation(values: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = values.iter().copied().flatten().collect();
    if known.is_empty() {
        return 0.0;
    }
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    let variance =
        known.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / known.len() as f64;
    variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_lichesss_accuracy() {
        for (loss, expected) in
            [(0.0, 100.0), (1.0, 96.6), (5.0, 80.8), (10.0, 64.6), (20.0, 41.0), (100.0, 0.0)]
        {
            assert!((move_accuracy(100.0, 100.0 - loss) - expected).abs() < 0.05, "{loss}");
        }
        assert!((move_accuracy(40.0, 45.0) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_game_without_losses_is_perfect_and_one_without_moves_has_no_accuracy() {
        let [white, black] = game_accuracy(Color::White, &[Some(51.0); 12]);
        assert_eq!((white, black), (Some(100.0), Some(100.0)));
        assert_eq!(game_accuracy(Color::White, &[Some(50.0)]), [None, None]);
        assert_eq!(game_accuracy(Color::White, &[]), [None, None]);
        let [white, black] = game_accuracy(Color::Black, &[Some(50.0), Some(60.0)]);
        assert!(white.is_none() && black.is_some_and(|accuracy| accuracy < 70.0));
    }

    /// Two moves per side, calculated by hand: windows of two, so each move is weighted by its own swing.
    #[test]
    fn a_short_game_is_weighted_by_its_swings() {
        let percentages = [50.0, 40.0, 40.0, 30.0, 36.0].map(Some);
        let [white, black] = game_accuracy(Color::White, &percentages);
        let ten = move_accuracy(10.0, 0.0);
        assert!((white.unwrap() - ten).abs() < 1e-9, "both moves lose ten points");
        let six = move_accuracy(6.0, 0.0);
        // Weights: no swing counts 0.5; 30 to 36 deviates by 3.
        let weighted = (100.0 * 0.5 + six * 3.0) / 3.5;
        let harmonic = 2.0 / (1.0 / 100.0 + 1.0 / six);
        assert!((black.unwrap() - f64::midpoint(weighted, harmonic)).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_known_does_not_count() {
        let [white, black] = game_accuracy(Color::White, &[Some(50.0), None, Some(50.0), Some(40.0)]);
        assert!(white.is_some_and(|accuracy| (accuracy - move_accuracy(10.0, 0.0)).abs() < 1e-9));
        assert_eq!(black, None);
    }
}
