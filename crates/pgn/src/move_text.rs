//! Words of movetext: a move in one of its many spellings, a symbol, or neither.

use std::borrow::Cow;

use tabia_chess::Position;

use crate::characters::{is_dash, is_figurine};
use crate::letters::{Letters, foreign_letter, languages_of};
use crate::{Nag, Played};

/// Meaning of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// A move and the glyph attached to it (`Re1+-`).
    Played(Played, Option<Nag>),
    /// A symbol such as `+-` or `N`.
    Nag(Nag),
    /// `e.p.`, `+` or another redundant mark.
    Mark,
    /// An unplayable move and the reason.
    Unplayable(String),
    /// Something else.
    Unknown,
}

/// Symbols that may be attached to a move; longer ones first.
const GLUED_SYMBOLS: [&str; 10] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "=", "N"];

/// Reads a word in a position. Piece letters are English unless `letters` is given.
pub(crate) fn read(position: &Position, word: &str, letters: Option<&Letters>) -> Reading {
    let plain = plain_spelling(word);
    let plain = match letters.filter(|_| !is_castling(&plain)) {
        None => plain,
        Some(letters) => match letters.in_english(&plain) {
            Some(english) => Cow::Owned(english),
            None => return Reading::Unplayable(format!("its letter is not a piece in {}", letters.language)),
        },
    };
    let reason = match read_move(position, &plain) {
        Ok(played) => return Reading::Played(played, None),
        Err(reason) => reason,
    };
    if let Some(nag) = Nag::from_symbol(word) {
        return Reading::Nag(nag);
    }
    if is_mark(word) {
        return Reading::Mark;
    }
    for symbol in GLUED_SYMBOLS {
        if let Some(played) = plain.strip_suffix(symbol).and_then(|stem| read_move(position, stem).ok()) {
            return Reading::Played(played, Nag::from_symbol(symbol));
        }
    }
    if looks_like_move(word) {
        Reading::Unplayable(foreign_reason(&plain).unwrap_or(reason))
    } else {
        Reading::Unknown
    }
}

/// Why a move whose piece letter is not English cannot be read.
fn foreign_reason(plain: &str) -> Option<String> {
    let letter = foreign_letter(plain)?;
    let languages: Vec<_> = languages_of(plain).map(|letters| letters.language).collect();
    Some(if languages.is_empty() {
        format!("{letter} is not a piece (K, Q, R, B or N)")
    } else {
        format!(
            "{letter} is not a piece in English, nor can the game be read with the letters of another language ({})",
            languages.join(", ")
        )
    })
}

/// Whether a word has the shape of a move, so that it can start a game: `Nf3`, `exd5`, `e7-e8=Q+`, `O-O`. Containing a square is not
/// enough: web addresses and prose may, too.
pub(crate) fn has_move_shape(word: &str) -> bool {
    let plain = plain_spelling(word);
    if is_null_move(&plain) || is_castling(&plain) {
        return true;
    }
    let is_capital = |c: char| c.is_alphabetic() && !c.is_ascii_lowercase();
    let piece_len: usize = plain
        .chars()
        .enumerate()
        // The Russian king has two letters, `Кр`.
        .take_while(|&(at, c)| at < 2 && is_capital(c))
        .map(|(_, c)| c.len_utf8())
        .sum();
    let is_path = |c: char| matches!(c, 'a'..='h' | '1'..='8' | 'x' | ':' | '-' | '@');
    let squares = &plain[piece_len..];
    let (path, tail) = squares.split_at(squares.find(|c| !is_path(c)).unwrap_or(squares.len()));
    let path = path.trim_end_matches('-');
    // `a7a8b`: UCI promotion to a bishop.
    let path = if path.len() == 5 { path.strip_suffix('b').unwrap_or(path) } else { path };
    let marks = |c: char| is_capital(c) || "=/()+#-qrn".contains(c);
    is_path_of_move(path.as_bytes()) && tail.chars().count() <= 6 && tail.chars().all(marks)
}

/// Whether it is a target square, optionally after an origin and a capture sign.
fn is_path_of_move(path: &[u8]) -> bool {
    let Some((origin, [b'a'..=b'h', b'1'..=b'8'])) = path.split_last_chunk() else { return false };
    let without_sign = origin.strip_suffix(b"x").or_else(|| origin.strip_suffix(b":"));
    let without_sign =
        without_sign.or_else(|| origin.strip_suffix(b"-")).or_else(|| origin.strip_suffix(b"@"));
    let origin = without_sign.unwrap_or(origin);
    matches!(origin, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

/// Whether a word is meant as a move: it contains a square, castles or passes.
pub(crate) fn looks_like_move(word: &str) -> bool {
    let plain = plain_spelling(word);
    let names_square = plain.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    names_square || is_null_move(&plain) || is_castling(&plain)
}

fn read_move(position: &Position, text: &str) -> Result<Played, String> {
    if is_null_move(text) {
        // A null move in check would leave an illegal position.
        return if position.checkers().is_empty() {
            Ok(Played::Null)
        } else {
            Err("a side in check cannot pass".to_owned())
        };
    }
    match position.parse_san(text) {
        Ok(m) => Ok(Played::Move(m)),
        // From square to square, as in UCI and pgn-extract's `halg`: `e2e4`, `e2-e4`, `e5xd4`.
        Err(error) => {
            let plain: String =
                text.chars().filter(|c| !matches!(c, '-' | 'x' | ':' | '=' | '+' | '#')).collect();
            position.parse_uci(&plain).map(Played::Move).map_err(|_| error.to_string())
        }
    }
}

/// The null move as written by `ChessBase` (`--`), `ChessAssistant` (`Z0`), UCI (`0000`), xboard (`@@@@`) and others (`<>`).
fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "<>" | "Z0" | "z0" | "0000" | "@@@@")
        || ["null", "pass"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_castling(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o" | "OO" | "OOO")
}

fn is_mark(word: &str) -> bool {
    matches!(word, "e.p." | "e.p" | "ep" | "+" | "++" | "#" | "ch" | "mate" | "x" | ":")
}

/// The word in ASCII: figurines become letters (none for a pawn) and all dashes become hyphens. En-passant marks are removed; `e8(Q)` and
/// `e8/Q` become `e8=Q`.
fn plain_spelling(word: &str) -> Cow<'_, str> {
    let word = word
        .strip_suffix("ep")
        .filter(|stem| stem.ends_with(|c: char| c.is_ascii_digit()))
        .or_else(|| word.strip_suffix('e').filter(|stem| stem.ends_with(['3', '6'])))
        .unwrap_or(word);
    if word.is_ascii() && !word.contains(['(', '/']) {
        return Cow::Borrowed(word);
    }
    let mut plain = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '♔' | '♚' => plain.push('K'),
            '♕' | '♛' => plain.push('Q'),
            '♖' | '♜' => plain.push('R'),
            '♗' | '♝' => plain.push('B'),
            '♘' | '♞' => plain.push('N'),
            c if is_figurine(c) => {}
            c if is_dash(c) => plain.push('-'),
            '×' | '✕' | '✖' | '⨯' => plain.push('x'),
            '†' => plain.push('+'),
            '‡' => plain.push('#'),
            '(' | '/' => plain.push('='),
            ')' => {}
            c => plain.push(c),
        }
    }
    // Castling with the O of another alphabet.
    if plain.chars().all(|c| matches!(c, 'O' | 'o' | 'О' | 'о' | 'Ο' | 'ο' | '-' | '+' | '#')) {
        plain = plain.replace(['О', 'о', 'Ο', 'ο', 'o'], "O");
    }
    Cow::Owned(plain)
}
