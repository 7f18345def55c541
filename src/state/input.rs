//! Detects whether a pasted or dropped text is a position, games, or neither.

pub mod limits;
mod link;
mod positions;

use std::borrow::Cow;

use crate::language::tr;
use tabia_chess::{Position, PositionError};
use tabia_pgn::epd::{Epd, EpdLine, EpdReader};
use tabia_pgn::{Collection, Game, Problem, position_from_fen};

use positions::{content_lines, doubt_about, looks_like_fen};
pub use positions::{game_of_line, is_list_of_positions};

/// Parsed text.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A FEN, and any doubt about the position.
    Position(Box<Position>, Option<Problem>),
    /// One or more games, and the problems found in the text.
    Games(Vec<Game>, Vec<Problem>),
}

/// Reason why a text is unusable.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// Empty text.
    #[error("{}", tr!("the text is empty: paste a FEN or the text of a PGN file"))]
    Empty,
    /// Binary data, such as an image or a program.
    #[error("{}", tr!("this is not a text file: open games (.pgn), a position (.fen) or an engine build (.wasm)"))]
    Binary,
    /// Address of a web page.
    #[error(
        "{}",
        tr!(
            "this is a link, and Tabia loads nothing from other sites: copy the PGN or FEN there and paste it here"
        )
    )]
    Link,
    /// Invalid FEN.
    #[error("{}", tr!("invalid FEN: {error}", error = _0))]
    Fen(String),
    /// PGN without a game.
    #[error("{0}")]
    Pgn(String),
}

/// Kind of a text, before it is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind<'a> {
    /// One line that starts like a FEN.
    Position(&'a str),
    /// Several lines that start like a FEN.
    Positions(&'a str),
    /// Everything else: presumably games.
    Games,
}

/// Length of the sample that [`input_kind`] checks for binary data, in characters.
const SAMPLE_CHARS: usize = 4096;

/// Strips what people copy along with a position: surrounding quotation marks, the address of an analysis page that contains it, and UCI's
/// `position` command, whose moves make a game.
pub fn without_wrapping(text: &str) -> Cow<'_, str> {
    let line = text.trim();
    if line.lines().nth(1).is_some() {
        return Cow::Borrowed(text);
    }
    if let Some(fen) = link::fen_in_link(line) {
        return Cow::Owned(fen);
    }
    let quotes = |c: char| matches!(c, '"' | '\'' | '`' | '“' | '”' | '„');
    let bare = line.trim_matches(quotes).trim();
    if bare.len() < line.len() && looks_like_fen(bare) {
        return Cow::Borrowed(bare);
    }
    let Some(command) = bare.strip_prefix("position ") else { return Cow::Borrowed(text) };
    let (start, moves) = command.split_once(" moves").unwrap_or((command, ""));
    match start.trim().strip_prefix("fen ") {
        Some(fen) if moves.trim().is_empty() => Cow::Owned(fen.trim().to_owned()),
        Some(fen) => Cow::Owned(format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n{} *", fen.trim(), moves.trim())),
        None if start.trim() == "startpos" => Cow::Owned(format!("{} *", moves.trim())),
        None => Cow::Borrowed(text),
    }
}

/// Whether the start of a text has too many non-text characters.
fn is_binary(text: &str) -> bool {
    let (mut controls, mut all) = (0, 0);
    let mut chars = text.chars().take(SAMPLE_CHARS).peekable();
    while let Some(c) = chars.next() {
        all += 1;
        // Some files have a NUL before each line end, and DOS ended files with 0x1A.
        let is_line_end = c == '\0' && matches!(chars.peek(), None | Some('\n' | '\r'));
        controls += usize::from(c.is_control() && !c.is_whitespace() && c != '\u{1a}' && !is_line_end);
    }
    controls * 20 > all
}

/// Detects the kind of a text from its first lines, without reading the rest.
///
/// # Errors
/// [`InputError::Empty`], [`InputError::Binary`]
pub fn input_kind(text: &str) -> Result<InputKind<'_>, InputError> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == '\0');
    if trimmed.is_empty() {
        return Err(InputError::Empty);
    }
    if is_binary(trimmed) {
        return Err(InputError::Binary);
    }
    if link::is_link(trimmed) {
        return Err(InputError::Link);
    }
    let mut lines = content_lines(trimmed);
    match (lines.next(), lines.next()) {
        (Some(line), None) if looks_like_fen(line) => Ok(InputKind::Position(line)),
        (Some(first), Some(second)) if looks_like_fen(first) && looks_like_fen(second) => {
            Ok(InputKind::Positions(trimmed))
        }
        // The first line may be something else, such as a heading.
        (Some(_), Some(_)) if is_list_of_positions(trimmed) => Ok(InputKind::Positions(trimmed)),
        (Some(first), Some(second)) if looks_like_fen(first) && !second.trim_start().starts_with('[') => {
            let next = shortened(second.trim());
            Err(InputError::Fen(tr!("{text} follows it in the next line", text = format_args!("{next:?}"))))
        }
        _ => Ok(InputKind::Games),
    }
}

/// Parses a text that may be a FEN or PGN games.
///
/// # Errors
/// [`InputError`] with what is wrong and where.
pub fn read_input(text: &str) -> Result<Input, InputError> {
    let text = without_wrapping(text);
    match input_kind(&text)? {
        InputKind::Position(line) => read_position(line),
        InputKind::Positions(lines) => read_positions(lines),
        InputKind::Games => read_games(&text),
    }
}

/// Returns the position of a line and any doubt about it.
fn position_of(line: &str, (position, doubt): (Position, Option<PositionError>)) -> Input {
    Input::Position(Box::new(position), doubt.map(|doubt| doubt_about(line, 1, doubt)))
}

/// Parses a FEN.
///
/// # Errors
/// [`InputError::Fen`]
pub fn read_fen(text: &str) -> Result<Input, InputError> {
    let read = position_from_fen(text).map_err(|error| InputError::Fen(error.to_string()))?;
    Ok(position_of(text, read))
}

/// Parses a FEN or a line of EPD; EPD operations are ignored.
fn read_position(line: &str) -> Result<Input, InputError> {
    read_fen(line).or_else(|reason| match Epd::parse(line) {
        Ok(epd) if has_operations(line, &epd) => {
            let read = EpdLine::new(1, line, epd).start();
            Ok(position_of(line, read.map_err(|error| InputError::Fen(error.to_string()))?))
        }
        _ => Err(reason),
    })
}

/// Whether EPD operations follow the position. Any word has the form of an opcode, so an operation without the final semicolon must have
/// one that test suites use.
fn has_operations(line: &str, epd: &Epd) -> bool {
    const USUAL: [&str; 9] = ["bm", "am", "id", "dm", "ce", "pv", "sm", "fmvn", "hmvc"];
    epd.operations.first().is_some_and(|first| line.contains(';') || USUAL.contains(&first.opcode.as_str()))
}

/// Parses a list of positions.
fn read_positions(text: &str) -> Result<Input, InputError> {
    let mut collection = Collection::default();
    for read in EpdReader::new(text) {
        match read.and_then(|line| game_of_line(&line)) {
            Ok((game, doubt)) => {
                collection.games.push(game);
                collection.problems.extend(doubt);
            }
            Err(problem) => collection.problems.push(problem),
        }
    }
    collection.problems.sort_by_key(|problem| problem.line);
    games_or_error(collection)
}

/// Parses a text that must contain games.
///
/// # Errors
/// [`InputError`] with what is wrong and where.
pub fn read_games(text: &str) -> Result<Input, InputError> {
    games_or_error(tabia_pgn::read(text))
}

pub(super) fn games_or_error(collection: Collection) -> Result<Input, InputError> {
    if !collection.games.is_empty() {
        return Ok(Input::Games(collection.games, collection.problems));
    }
    Err(no_games(&collection.problems))
}

/// Returns the error for a text with these problems and no game.
pub(super) fn no_games(problems: &[Problem]) -> InputError {
    problems.first().map_or(InputError::Empty, |problem| InputError::Pgn(problem.to_string()))
}

/// Returns the start of a text, for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
