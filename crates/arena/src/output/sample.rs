//! Training data: positions with scores and results in c-chess-cli's format, `fen,score,result`.

use serde::{Deserialize, Serialize};
use tabia_uci::Score;

use crate::decimal;
use crate::record::GameRecord;
use crate::referee::is_mate;
use crate::stats::PlayerResult;
use tabia_rng::Rng;

/// Which positions are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleOptions {
    /// The share of positions that is sampled, 0 to 1.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub frequency: f64,
    /// Whether to use the position at the end of the principal variation instead, and none in check or with a
    /// mate score.
    #[serde(default)]
    pub resolve: bool,
}

/// The score of a mate in 0, as in c-chess-cli: scores are written as 16-bit numbers.
const MATE: i32 = i16::MAX as i32;

/// The samples of a game, one per line. The same seed samples the same positions.
pub fn samples(record: &GameRecord, options: SampleOptions, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = String::new();
    for (before, ply) in record.positions().zip(&record.plies) {
        let Some(search) = &ply.search else { continue };
        // A random number is drawn for every move, so that the selection does not depend on the scores.
        let taken = rng.unit() < options.frequency;
        let Some(score) = search.score.filter(|&score| taken && !(options.resolve && is_mate(score))) else {
            continue;
        };
        let position = match (&search.resolved, options.resolve) {
            (Some(resolved), true) => **resolved,
            _ => before,
        };
        if options.resolve && position.is_check() {
            continue;
        }
        let Some(result) = record.result_for(position.turn()) else { continue };
        let score = if position.turn() == before.turn() { centipawns(score) } else { -centipawns(score) };
        let result = match result {
            PlayerResult::Loss => "0",
            PlayerResult::Draw => "1",
            PlayerResult::Win => "2",
        };
        let fen = if record.chess960 { position.to_shredder_fen() } else { position.to_fen() };
        text.extend([&fen, ",", &score.to_string(), ",", result, "\n"]);
    }
    text
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MATE, MATE),
        Score::Mate(moves) if moves > 0 => MATE - moves.min(MATE),
        Score::Mate(moves) => -MATE + moves.unsigned_abs().min(MATE as u32) as i32,
    }
}
