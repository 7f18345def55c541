//! Expected results (WDL) of a score.

use tabia_engine::Score;
use tabia_uci::Wdl;

/// Score at which half of the games are won, in centipawns. Set by hand.
const HALF_WON: f64 = 150.0;
/// Spread of the winning chances around it, in centipawns. Set by hand.
const SPREAD: f64 = 95.0;

/// Returns wins, draws and losses of 1000 games.
///
/// The shape follows Stockfish's model: win and loss chances as two S-curves, draws as the rest. An algebraic
/// curve replaces the logistic one, because its square root is exact on every platform.
pub(crate) fn expected(score: Score) -> Wdl {
    let (win, loss) = match score {
        Score::Mate(moves) if moves > 0 => (1000, 0),
        Score::Mate(_) => (0, 1000),
        Score::Centipawns(centipawns) => {
            let centipawns = f64::from(centipawns);
            (chance(centipawns - HALF_WON), chance(-centipawns - HALF_WON))
        }
    };
    Wdl { win, draw: 1000 - win - loss, loss }
}

fn chance(advantage: f64) -> u16 {
    let x = advantage / SPREAD;
    (500.0 * (1.0 + x / (1.0 + x * x).sqrt())) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_sum_to_a_thousand() {
        let mut last_win = 0;
        for centipawns in -3000..=3000 {
            let wdl = expected(Score::Centipawns(centipawns));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
            assert!(wdl.win >= last_win);
            last_win = wdl.win;
            let mirrored = expected(Score::Centipawns(-centipawns));
            assert_eq!((wdl.win, wdl.loss), (mirrored.loss, mirrored.win));
        }
        assert_eq!(expected(Score::Mate(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(expected(Score::Mate(-3)), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
