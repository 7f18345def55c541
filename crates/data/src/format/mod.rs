//! File formats for games and positions: those of Viridithas and Marlinflow, which other trainers and tools
//! read too.
//!
//! - A file of **games** (viriformat) is a sequence of games: the start position as a [`PackedBoard`] with
//!   the result of the game, 4 bytes for each move (the move and the score of its search, both little
//!   endian), and 4 zero bytes. See [`Game`].
//! - A file of **positions** (marlinformat) is a sequence of [`PackedBoard`]s of 32 bytes each, with the
//!   score and the result of the game.
//!
//! The layout is that of the crate `viriformat` 3.0.0 (<https://crates.io/crates/viriformat>, MIT); the tests
//! check that both read and write the same bytes. The program itself does not use that crate, because it has
//! its own rules of chess and panics on damaged input.

mod game;
mod packed_board;
mod text;

pub use self::game::{Game, GameReader, ReadError, ScoredMove, Whole};
pub use self::packed_board::{PACKED_SIZE, PackedBoard, Sample, UnpackError};
pub use self::text::sample_line;

use tabia_engine::Score;

/// Scores in a file from here on are forced mates: `MATE_SCORE - n` is mate in `n` plies. In centipawns.
pub const MATE_SCORE: i16 = 32_000;
/// The smallest score of a forced mate, in centipawns.
pub const LEAST_MATE_SCORE: i16 = 31_000;

/// A score from the side to move's point of view, as files store it.
pub fn stored_score(score: Score) -> i16 {
    let in_plies = |moves: i32, odd: i32| {
        let plies = moves.saturating_mul(2).saturating_sub(odd);
        MATE_SCORE - plies.clamp(0, i32::from(MATE_SCORE - LEAST_MATE_SCORE)) as i16
    };
    match score {
        Score::Centipawns(score) => {
            let most = i32::from(LEAST_MATE_SCORE) - 1;
            score.clamp(-most, most) as i16
        }
        Score::Mate(moves) if moves > 0 => in_plies(moves, 1),
        Score::Mate(moves) => -in_plies(moves.saturating_neg(), 0),
    }
}

/// Whether a score in a file is a forced mate.
pub const fn is_mate_score(score: i16) -> bool {
    score >= LEAST_MATE_SCORE || score <= -LEAST_MATE_SCORE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_from_scores() {
        assert_eq!(stored_score(Score::Centipawns(-35)), -35);
        assert_eq!(stored_score(Score::Centipawns(40_000)), 30_999);
        assert_eq!(stored_score(Score::Mate(1)), 31_999);
        assert_eq!(stored_score(Score::Mate(3)), 31_995);
        assert_eq!(stored_score(Score::Mate(-2)), -31_996);
        assert_eq!(stored_score(Score::Mate(0)), -32_000, "mated already");
        assert_eq!(stored_score(Score::Mate(i32::MIN)), -31_000);
        assert!(is_mate_score(-31_996) && is_mate_score(31_000) && !is_mate_score(-30_999));
    }
}
