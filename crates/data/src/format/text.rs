//! Positions as text.

use tabia_chess::Position;

use crate::GameResult;

/// `FEN | score | result`, as bullet and others read it: the score in centipawns and the result (1.0, 0.5,
/// 0.0), both from White's side.
pub fn sample_line(position: &Position, score: i16, result: GameResult) -> String {
    format!("{} | {score} | {:.1}", position.to_fen(), result.points())
}
