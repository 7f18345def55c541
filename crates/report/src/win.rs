//! From centipawns to winning chances.

use crate::Eval;

/// Evaluation of the standard start position, as on lichess: White is 15 centipawns better.
pub const START: Eval = Eval::Cp(15);

/// Evaluations are clamped to this number of centipawns; a mate counts the same.
const CEILING: i32 = 1000;
/// Fitted by lichess to games between players rated 2300 (<https://github.com/lichess-org/lila/pull/11148>).
const MULTIPLIER: f64 = -0.003_682_08;

/// Winning chances from -1 (lost) to 1 (won), as lichess uses them for judgements.
pub fn win_chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + libm::exp(MULTIPLIER * centipawns)) - 1.0
}

/// White's expected score in percent, between 2.46 and 97.54: evaluations are clamped to ±1000 centipawns, as are mates. `Mate(0)` counts
/// for Black, so the caller must consider who has mated: see [`centipawns`].
pub fn win_percent(eval: Eval) -> f64 {
    50.0 + 50.0 * win_chances(f64::from(centipawns(eval)))
}

/// The evaluation in centipawns, clamped to -1000 to 1000.
pub(crate) fn centipawns(eval: Eval) -> i32 {
    match eval {
        Eval::Cp(value) => value.clamp(-CEILING, CEILING),
        Eval::Mate(moves) if moves > 0 => CEILING,
        Eval::Mate(_) => -CEILING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from lichess's documentation and tests.
    #[test]
    fn percentages_are_those_of_lichess() {
        for (cp, expected) in
            [(0, 50.0), (50, 54.59), (100, 59.10), (200, 67.62), (300, 75.11), (500, 86.31), (1000, 97.54)]
        {
            for (cp, expected) in [(cp, expected), (-cp, 100.0 - expected)] {
                assert!((win_percent(Eval::Cp(cp)) - expected).abs() < 0.005, "{cp}");
            }
        }
        for winning in [Eval::Mate(1), Eval::Mate(30), Eval::Cp(1001), Eval::Cp(i32::MAX)] {
            assert!((win_percent(winning) - 97.54).abs() < 0.005, "{winning:?}");
        }
        assert!((win_percent(Eval::Mate(-3)) - 2.46).abs() < 0.005);
    }
}
