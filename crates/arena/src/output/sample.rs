//! Training data: positions with scores and results in c-chess-cli's format, `fen,score,result`.

use serde::{Deserialize, Serialize};
use tabia_book_tools::decimal;
use tabia_uci::Score;

use crate::adjudication::Adjudication;
use crate::record::GameRecord;
use crate::referee::is_mate;
use crate::termination::{Conclusion, Reason};
use tabia_rng::Rng;
use tabia_stats::PlayerResult;

/// Options for sampling positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleOptions {
    /// The fraction of positions to sample, 0 to 1.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub frequency: f64,
    /// Whether to use the position at the end of the principal variation instead, skipping positions in check
    /// and mate scores.
    #[serde(default)]
    pub resolve: bool,
}

/// The bounds of scores, which c-chess-cli stores as 16-bit numbers: mate in n moves is n below the upper
/// bound, being mated in n moves n above the lower bound.
const LOWEST: i32 = i16::MIN as i32;
const HIGHEST: i32 = i16::MAX as i32;

/// Returns the samples of a game, one per line. The same seed samples the same positions.
///
/// As in c-chess-cli, the search after which scores end the game gives no sample. Games that end by length,
/// which c-chess-cli does not have, lose none: `rules` are those of the match, to distinguish the two.
pub fn samples(record: &GameRecord, options: SampleOptions, rules: Adjudication, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = String::new();
    let Conclusion { winner, reason } = record.conclusion;
    // Only scores win games by adjudication; draws can also come from the length.
    let is_by_scores = reason == Reason::Adjudication && (winner.is_some() || rules.decide_by_scores(record));
    let sampled = record.plies.len().saturating_sub(usize::from(is_by_scores));
    for (before, ply) in record.positions().zip(&record.plies).take(sampled) {
        let Some(search) = &ply.search else { continue };
        // A random number is drawn for every move, so that the selection does not depend on scores.
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
        Score::Cp(cp) => cp.clamp(LOWEST, HIGHEST),
        Score::Mate(moves) if moves > 0 => HIGHEST - moves.min(HIGHEST),
        Score::Mate(moves) => LOWEST - moves.max(LOWEST),
    }
}
