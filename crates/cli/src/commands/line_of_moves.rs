//! Moves on the command line.

use tabia_chess::{Move, Position, SanError};
use thiserror::Error;

/// Error for a move that cannot be played.
#[derive(Debug, Error)]
#[error("{word:?} in {line:?}: {error}")]
pub(crate) struct LineError {
    word: String,
    line: String,
    error: SanError,
}

/// Parses a line of moves, in standard algebraic or UCI notation, with or without move numbers, and plays them on the
/// position.
pub(crate) fn moves_of(position: &mut Position, line: &str) -> Result<Vec<Move>, LineError> {
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        // "1." and "1..." are separate words or precede the move.
        let behind_number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let san = behind_number.trim_start_matches('.');
        let san = if san.starts_with('-') { word } else { san };
        if san.is_empty() {
            continue;
        }
        let mv = position
            .parse_san(san)
            .or_else(|error| position.parse_uci(san).map_err(|_| error))
            .map_err(|error| LineError { word: san.to_owned(), line: line.to_owned(), error })?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_stand_before_moves_or_not() {
        for line in [
            "e4 e5 Nf3 Nc6 Bc4 Bc5 0-0",
            "1. e4 e5 2.Nf3 Nc6 3. Bc4 3... Bc5 4.0-0",
            "1e4 e5 2Nf3 Nc6 3Bc4 Bc5 4.O-O",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1",
        ] {
            let mut position = Position::default();
            assert_eq!(moves_of(&mut position, line).map(|moves| moves.len()).ok(), Some(7), "{line}");
            assert_eq!(
                position.to_fen(),
                "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"
            );
        }
        assert_eq!(moves_of(&mut Position::default(), "e4 e6 0-0").unwrap_err().word, "0-0");
    }
}
