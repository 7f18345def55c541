//! What a pasted or dropped text is: a position, games, or neither.

pub mod limits;
mod link;
mod positions;

use std::borrow::Cow;

use tabia_chess::Position;
use tabia_pgn::epd::{Epd, EpdLine, EpdReader};
use tabia_pgn::{Collection, Game, Problem, position_from_fen};

use positions::{content_lines, doubt_about, looks_like_fen};
pub use positions::{game_of_line, is_list_of_positions};

/// What a text turned out to be.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A FEN, and what is doubtful about the position.
    Position(Box<Position>, Option<Problem>),
    /// One or more games, and what was wrong with the text.
    Games(Vec<Game>, Vec<Problem>),
}

/// Why a text could not be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InputError {
    /// There was nothing in it.
    #[error("the text is empty: paste a FEN or the text of a PGN file")]
    Empty,
    /// It was never text: a picture, a program.
    #[error("this is not a text file: open games (.pgn), a position (.fen) or an engine build (.wasm)")]
    Binary,
    /// The address of a page.
    #[error(
        "this is a link, and Tabia does not load anything from other sites: copy the PGN or FEN there and paste it here"
    )]
    Link,
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

/// The part of a text by which [`input_kind`] tells whether it is one, in characters.
const SAMPLE_CHARS: usize = 4096;

/// Takes off what people copy along with a position: quotation marks around it, the address of an analysis page that has it
/// in itself, and the `position` of UCI, whose moves make a game.
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

/// Whether the beginning of a text is full of characters that no text has.
fn is_binary(text: &str) -> bool {
    let (mut controls, mut all) = (0, 0);
    let mut chars = text.chars().take(SAMPLE_CHARS).peekable();
    while let Some(c) = chars.next() {
        all += 1;
        // Some files have a zero before each line's end, and DOS ended files by 0x1A.
        let is_line_end = c == '\0' && matches!(chars.peek(), None | Some('\n' | '\r'));
        controls += usize::from(c.is_control() && !c.is_whitespace() && c != '\u{1a}' && !is_line_end);
    }
    controls * 20 > all
}

/// Tells what a text is meant to be by its first lines, without reading the rest.
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
        // Something else may stand at the top.
        (Some(_), Some(_)) if is_list_of_positions(trimmed) => Ok(InputKind::Positions(trimmed)),
        (Some(first), Some(second)) if looks_like_fen(first) && !second.trim_start().starts_with('[') => {
            Err(InputError::Fen(format!("{:?} follows it in the next line", shortened(second.trim()))))
        }
        _ => Ok(InputKind::Games),
    }
}

/// Reads a text that may be a FEN or games in PGN.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_input(text: &str) -> Result<Input, InputError> {
    let text = without_wrapping(text);
    match input_kind(&text)? {
        InputKind::Position(line) => read_position(line),
        InputKind::Positions(lines) => read_positions(lines),
        InputKind::Games => read_games(&text),
    }
}

/// A FEN, or a line of EPD: the operations behind the position are not needed here.
fn read_position(line: &str) -> Result<Input, InputError> {
    match position_from_fen(line) {
        Ok((position, doubt)) => {
            Ok(Input::Position(Box::new(position), doubt.map(|doubt| doubt_about(line, 1, doubt))))
        }
        Err(reason) => match Epd::parse(line) {
            Ok(epd) if has_operations(line, &epd) => {
                let epd = EpdLine::new(1, line, epd);
                let (position, doubt) = epd.start().map_err(|error| InputError::Fen(error.to_string()))?;
                let doubt = doubt.map(|doubt| doubt_about(line, 1, doubt));
                Ok(Input::Position(Box::new(position), doubt))
            }
            _ => Err(InputError::Fen(reason.to_string())),
        },
    }
}

/// Whether what follows the position are operations of EPD. Any word can be one by its form, so that one without the semicolon
/// that ends it has to be of those that test suites use.
fn has_operations(line: &str, epd: &Epd) -> bool {
    const USUAL: [&str; 9] = ["bm", "am", "id", "dm", "ce", "pv", "sm", "fmvn", "hmvc"];
    epd.operations.first().is_some_and(|first| line.contains(';') || USUAL.contains(&first.opcode.as_str()))
}

/// A list of positions.
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

/// Reads a text that must hold games.
///
/// # Errors
/// [`InputError`] says what was wrong and where.
pub fn read_games(text: &str) -> Result<Input, InputError> {
    games_or_error(tabia_pgn::read(text))
}

pub(super) fn games_or_error(collection: Collection) -> Result<Input, InputError> {
    if !collection.games.is_empty() {
        return Ok(Input::Games(collection.games, collection.problems));
    }
    Err(no_games(&collection.problems))
}

/// Why a text with these problems and no game cannot be used.
pub(super) fn no_games(problems: &[Problem]) -> InputError {
    problems.first().map_or(InputError::Empty, |problem| InputError::Pgn(problem.to_string()))
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
