//! Moves as the command line writes them.

use tabia_chess::{Move, Position};

use super::error::BookFailure;

/// Reads a line of moves, in standard algebraic or UCI notation, with or without numbers, and plays them on the position.
pub(super) fn moves_of(position: &mut Position, line: &str) -> Result<Vec<Move>, BookFailure> {
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
            .map_err(|error| BookFailure::Usage(format!("{san:?} in {line:?}: {error}")))?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}
