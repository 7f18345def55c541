//! Moves as the command line writes them.

use tabia_chess::{Move, Position, SanError};
use thiserror::Error;

/// A move that cannot be played.
#[derive(Debug, Error)]
#[error("{word:?} in {line:?}: {error}")]
pub(crate) struct LineError {
    word: String,
    line: String,
    error: SanError,
}

/// Reads a line of moves, in standard algebraic or UCI notation, with or without numbers, and plays them on the position.
pub(crate) fn moves_of(position: &mut Position, line: &str) -> Result<Vec<Move>, LineError> {
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        // "1." and "1..." stand alone or before the move.
        let san = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let san = if word.starts_with("0-0") { word } else { san };
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
