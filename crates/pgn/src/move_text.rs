//! Words of movetext: a move in one of its many spellings, a symbol, or neither.

use std::borrow::Cow;

use tabia_chess::Position;

use crate::characters::{is_dash, is_figurine};
use crate::letters::{Letters, foreign_letter, languages_of};
use crate::{Nag, Played};

/// Meaning of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// A move and the glyphs attached to it (`Re1+-N`).
    Played(Played, Vec<Nag>),
    /// A symbol such as `+-` or `N`.
    Nag(Nag),
    /// `e.p.`, `+` or another redundant mark.
    Mark,
    /// An unplayable move and the reason.
    Unplayable(String),
    /// Something else.
    Unknown,
}

/// Reads a word in a position. Piece letters are English unless `letters` is given.
pub(crate) fn read(position: &Position, word: &str, letters: Option<&Letters>) -> Reading {
    let reason = match read_spelling(position, word, letters) {
        Ok(played) => return Reading::Played(played, Vec::new()),
        Err(reason) => reason,
    };
    if let Some(nag) = Nag::from_symbol(word) {
        return Reading::Nag(nag);
    }
    if is_mark(word) {
        return Reading::Mark;
    }
    if let Some((played, nags)) = read_with_glyphs(position, word, letters) {
        return Reading::Played(played, nags);
    }
    if looks_like_move(word) {
        let foreign = if letters.is_none() { foreign_reason(&plain_spelling(word)) } else { None };
        Reading::Unplayable(foreign.unwrap_or(reason))
    } else {
        Reading::Unknown
    }
}

fn read_spelling(position: &Position, word: &str, letters: Option<&Letters>) -> Result<Played, String> {
    let plain = plain_spelling(word);
    match letters.filter(|_| !is_castling(&plain)) {
        None => read_move(position, &plain),
        Some(letters) => match letters.in_english(&plain) {
            Some(english) => read_move(position, &english),
            None => Err(format!("its letter is not a piece in {}", letters.language)),
        },
    }
}

/// Reads a move with glyphs attached: `e4+/=`, `Qh5++-N`.
fn read_with_glyphs(
    position: &Position,
    word: &str,
    letters: Option<&Letters>,
) -> Option<(Played, Vec<Nag>)> {
    /// More glyphs than anybody attaches to a move: each is another attempt to read it.
    const MOST_GLYPHS: usize = 8;
    let word = with_hyphens(word);
    let (mut stem, mut nags) = (&*word, Vec::new());
    while nags.len() < MOST_GLYPHS {
        let (rest, nag) = Nag::from_suffix(stem).filter(|(rest, _)| !rest.is_empty())?;
        nags.insert(0, nag);
        if let Ok(played) = read_spelling(position, rest, letters) {
            // In `Qh5+=` the plus is that of the check.
            let has_mark = rest.ends_with(['+', '#']);
            if stem.strip_prefix(rest) == Some("+=") && !has_mark && gives_check(position, played) {
                nags[0] = Nag::EQUAL;
            }
            return Some((played, nags));
        }
        stem = rest;
    }
    None
}

fn gives_check(position: &Position, played: Played) -> bool {
    let mut after = *position;
    played.apply(&mut after);
    after.is_check()
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
    let word = with_hyphens(word);
    let plain = plain_spelling(without_glyphs(&word));
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
            let body = text.trim_end_matches(['+', '#']);
            // At the end these are not part of a move but of a glyph: `e2e4+-`.
            if body.ends_with(['-', '=']) {
                return Err(error.to_string());
            }
            let plain: String = body.chars().filter(|c| !matches!(c, '-' | 'x' | ':' | '=')).collect();
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

/// The word with hyphens for all dashes.
fn with_hyphens(word: &str) -> Cow<'_, str> {
    if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(word.replace(is_dash, "-")) }
}

/// The word without the glyphs at its end.
fn without_glyphs(word: &str) -> &str {
    let mut stem = word;
    while let Some((rest, _)) = Nag::from_suffix(stem).filter(|(rest, _)| !rest.is_empty()) {
        stem = rest;
    }
    stem
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
