//! What a pasted or dropped text is: a position, games, or neither.

use tabia_chess::Position;
use tabia_pgn::epd::{Epd, EpdLine, read_epds};
use tabia_pgn::{Collection, Game, Problem, ProblemKind, needs_chess960, position_from_fen};

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

/// What a text is meant to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind<'a> {
    /// One line that begins as a FEN does.
    Position(&'a str),
    /// Lines that begin so.
    Positions(&'a str),
    /// Everything else: games, if anything.
    Games,
}

/// Tells what a text is meant to be by its first lines, without reading the rest.
///
/// # Errors
/// [`InputError::Empty`]
pub fn input_kind(text: &str) -> Result<InputKind<'_>, InputError> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == '\0');
    if trimmed.is_empty() {
        return Err(InputError::Empty);
    }
    let mut lines = trimmed.lines().filter(|line| !line.trim().is_empty());
    Ok(match (lines.next(), lines.next()) {
        (Some(line), None) if looks_like_fen(line) => InputKind::Position(line),
        (Some(first), Some(second)) if looks_like_fen(first) && looks_like_fen(second) => {
            InputKind::Positions(trimmed)
        }
        _ => InputKind::Games,
    })
}

/// Reads a text that may be a FEN or games in PGN.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_input(text: &str) -> Result<Input, InputError> {
    match input_kind(text)? {
        InputKind::Position(line) => read_position(line),
        InputKind::Positions(lines) => read_positions(lines),
        InputKind::Games => read_games(text),
    }
}

/// A FEN, or a line of EPD: the operations behind the position are not needed here.
fn read_position(line: &str) -> Result<Input, InputError> {
    match position_from_fen(line) {
        Ok((position, doubt)) => Ok(Input::Position(Box::new(position), doubt)),
        Err(reason) => match Epd::parse(line) {
            Ok(epd) if !epd.operations.is_empty() => {
                let position = epd.position().map_err(|error| InputError::Fen(error.to_string()))?;
                Ok(Input::Position(Box::new(position), None))
            }
            _ => Err(InputError::Fen(reason)),
        },
    }
}

/// A list of positions, as in test suites and opening sets: each becomes a game without moves, named by its `id`.
fn read_positions(text: &str) -> Result<Input, InputError> {
    let (lines, mut problems) = read_epds(text);
    let mut games = Vec::with_capacity(lines.len());
    for EpdLine { line, epd } in lines {
        match epd.position() {
            Ok(position) => {
                let mut game = Game::new(position, needs_chess960(&position));
                game.tags_mut().set("Event", epd.text("id").unwrap_or_else(|| format!("Line {line}")));
                games.push(game);
            }
            Err(error) => problems.push(Problem {
                game: 0,
                line,
                column: 1,
                kind: ProblemKind::StartPosition,
                message: format!("this line was left out: {error}"),
                is_loss: true,
            }),
        }
    }
    problems.sort_by_key(|problem| problem.line);
    games_or_error(Collection { games, problems })
}

/// Reads a text that must hold games.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_games(text: &str) -> Result<Input, InputError> {
    games_or_error(tabia_pgn::read(text))
}

/// Reads a file that must hold games, in any encoding.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_input_bytes(bytes: &[u8]) -> Result<Input, InputError> {
    let decoded = tabia_pgn::decode(bytes);
    match read_input(&decoded.text)? {
        Input::Games(games, mut problems) => {
            problems.extend(tabia_pgn::encoding_problem(&decoded));
            problems.sort_by_key(|problem| (problem.line, problem.column));
            Ok(Input::Games(games, problems))
        }
        position @ Input::Position(..) => Ok(position),
    }
}

pub(super) fn games_or_error(collection: Collection) -> Result<Input, InputError> {
    if !collection.games.is_empty() {
        return Ok(Input::Games(collection.games, collection.problems));
    }
    let message = collection
        .problems
        .first()
        .map_or_else(|| InputError::Empty, |problem| InputError::Pgn(problem.to_string()));
    Err(message)
}

/// Whether a line is meant to begin with a FEN: its first word has the slashes of a board.
fn looks_like_fen(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    let is_board_char = |c: char| c == '/' || c.is_ascii_digit() || "pnbrqkPNBRQK".contains(c);
    let slashes = board.matches('/').count();
    slashes >= 7 || (slashes >= 3 && board.chars().all(is_board_char))
}
