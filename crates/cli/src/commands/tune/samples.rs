//! Positions with results, as in files.

use tabia_chess::{Color, FenError, Position, PositionError, Setup};
use thiserror::Error;

/// A position with its result, from White's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    pub(super) position: Position,
    /// Search score in centipawns, if given.
    pub(super) score: Option<i32>,
    /// Result: 0, 0.5 or 1.
    pub(super) result: f32,
}

/// Error for a line that is not a position with a result.
#[derive(Debug, Error)]
pub(crate) enum SampleError {
    #[error("expected fen,score,result, not {0} fields")]
    Fields(usize),
    #[error("the score {0:?} is not a whole number of centipawns")]
    Score(String),
    #[error("the result {0:?} is not 0 (lost), 1 (drawn) or 2 (won)")]
    Result(String),
    #[error("expected fen,score,result or a result such as \"1-0\" or [0.5]")]
    Neither,
    #[error("FEN {fen:?}: {error}")]
    Fen { fen: String, error: FenError },
    #[error("FEN {fen:?}: {error}")]
    Position { fen: String, error: PositionError },
}

/// Parses a line: `fen,score,result` with score and result (0, 1, 2) from the side to move's point of view, as written
/// by c-chess-cli and `tabia match -sample`; or EPD or FEN followed by `1-0`, `0-1`, `1/2-1/2`, `[1.0]`, `[0.5]` or
/// `[0.0]`.
///
/// # Errors
/// If the line is malformed.
pub(super) fn parse(line: &str) -> Result<Sample, SampleError> {
    if line.contains(',') {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [fen, score, result] = fields[..] else {
            return Err(SampleError::Fields(fields.len()));
        };
        let position = position(fen)?;
        let score: i32 = score.parse().map_err(|_| SampleError::Score(score.to_owned()))?;
        let result = match result {
            "0" => 0.0,
            "1" => 0.5,
            "2" => 1.0,
            other => return Err(SampleError::Result(other.to_owned())),
        };
        return Ok(match position.turn() {
            Color::White => Sample { position, score: Some(score), result },
            Color::Black => Sample { position, score: Some(-score), result: 1.0 - result },
        });
    }
    let result = line.split_ascii_whitespace().rev().find_map(|word| match word.trim_matches(['"', ';']) {
        "1-0" | "[1.0]" | "[1]" => Some(1.0),
        "0-1" | "[0.0]" | "[0]" => Some(0.0),
        "1/2-1/2" | "[0.5]" => Some(0.5),
        _ => None,
    });
    let result = result.ok_or(SampleError::Neither)?;
    // The fifty-move counter, which EPD lacks, is ignored.
    let fields: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    Ok(Sample { position: position(&format!("{} 0 1", fields.join(" ")))?, score: None, result })
}

fn position(fen: &str) -> Result<Position, SampleError> {
    let setup: Setup = fen.parse().map_err(|error| SampleError::Fen { fen: fen.to_owned(), error })?;
    setup.position().map_err(|error| SampleError::Position { fen: fen.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    #[test]
    fn results_are_turned_to_white() {
        let sample = parse(&format!("{BLACK},-35,2")).expect("a sample");
        assert_eq!((sample.score, sample.result), (Some(35), 0.0));
        assert_eq!(sample.position.turn(), Color::Black);
        let sample = parse("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1,12,1").expect("a sample");
        assert_eq!((sample.score, sample.result), (Some(12), 0.5));
    }

    #[test]
    fn epd_results_are_whites() {
        for (text, result) in
            [("c9 \"1-0\";", 1.0), ("c9 \"1/2-1/2\";", 0.5), ("0 1 [0.0]", 0.0), ("hmvc 3; c9 \"0-1\";", 0.0)]
        {
            let fen = BLACK.trim_end_matches(" 0 1");
            let sample = parse(&format!("{fen} {text}")).expect(text);
            assert_eq!((sample.score, sample.result), (None, result), "{text}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (line, part) in [
            ("", "expected fen,score,result or"),
            ("8/8/8/8/8/8/8/8 w - - 0 1,3,1", "FEN"),
            (&format!("{BLACK},x,1"), "score"),
            (&format!("{BLACK},1,3"), "result"),
            (&format!("{BLACK},1"), "2 fields"),
        ] {
            let fault = parse(line).expect_err(line).to_string();
            assert!(fault.contains(part), "{line}: {fault}");
        }
    }
}
