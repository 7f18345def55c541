//! What a pasted or dropped text is: a position, games, or neither.

use tabia_chess::Position;
use tabia_pgn::{Game, Problem, position_from_fen};

/// What a text turned out to be.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A FEN. The sentence tells what is doubtful about the position.
    Position(Box<Position>, Option<String>),
    /// One or more games, and what was wrong with the text.
    Games(Vec<Game>, Vec<Problem>),
}

/// Why a text could not be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// There was nothing in it.
    #[error("the text is empty: paste a FEN or the text of a PGN file")]
    Empty,
    /// A FEN with a fault.
    #[error("this FEN cannot be used: {0}")]
    Fen(String),
    /// A PGN without a game.
    #[error("{0}")]
    Pgn(String),
}

/// Reads a text that may be a FEN or games in PGN.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_input(text: &str) -> Result<Input, InputError> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == '\0');
    if trimmed.is_empty() {
        return Err(InputError::Empty);
    }
    if looks_like_fen(trimmed) {
        let (position, doubt) = position_from_fen(trimmed).map_err(InputError::Fen)?;
        return Ok(Input::Position(Box::new(position), doubt));
    }
    read_games(text)
}

/// Reads a text that must hold games.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_games(text: &str) -> Result<Input, InputError> {
    games(tabia_pgn::read(text))
}

/// Reads a file that must hold games, in any encoding.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_input_bytes(bytes: &[u8]) -> Result<Input, InputError> {
    let decoded = tabia_pgn::decode(bytes);
    match read_input(&decoded.text)? {
        Input::Games(..) => games(tabia_pgn::read_bytes(bytes)),
        position @ Input::Position(..) => Ok(position),
    }
}

fn games(collection: tabia_pgn::Collection) -> Result<Input, InputError> {
    if !collection.games.is_empty() {
        return Ok(Input::Games(collection.games, collection.problems));
    }
    let message = collection
        .problems
        .first()
        .map_or_else(|| InputError::Empty, |problem| InputError::Pgn(problem.to_string()));
    Err(message)
}

/// Whether a text is meant to be a FEN: one line whose first word has the slashes of a board.
fn looks_like_fen(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else { return false };
    let board = line.split_whitespace().next().unwrap_or_default();
    let is_board_char = |c: char| c == '/' || c.is_ascii_digit() || "pnbrqkPNBRQK".contains(c);
    let slashes = board.matches('/').count();
    slashes >= 7 || (slashes >= 3 && board.chars().all(is_board_char))
}
