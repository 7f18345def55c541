//! A word of movetext: a move in one of its many spellings, a symbol, or neither.

use std::borrow::Cow;

use tabia_chess::Position;

use crate::lexer::is_figurine;
use crate::{Nag, Played};

/// What a word means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// A move, with the glyph that was glued to it (`Re1+-`).
    Played(Played, Option<Nag>),
    /// A symbol such as `+-` or `N`.
    Nag(Nag),
    /// `e.p.`, `+` or another mark that says nothing new.
    Mark,
    /// A move that cannot be played, with the reason.
    Unplayable(String),
    /// Something else.
    Unknown,
}

/// Symbols that may be glued to a move; longer ones first.
const GLUED_SYMBOLS: [&str; 9] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "="];

/// Reads a word in a position.
pub(crate) fn read(position: &Position, word: &str) -> Reading {
    let plain = plain_spelling(word);
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
    if looks_like_move(word) { Reading::Unplayable(reason) } else { Reading::Unknown }
}

/// Whether a word is meant to be a move: it names a square, castles or passes.
pub(crate) fn looks_like_move(word: &str) -> bool {
    let plain = plain_spelling(word);
    let names_square = plain.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    names_square || is_null_move(&plain) || is_castling(&plain)
}

fn read_move(position: &Position, text: &str) -> Result<Played, String> {
    if is_null_move(text) {
        // Passing while in check would leave a position that cannot occur.
        return if position.checkers().is_empty() {
            Ok(Played::Null)
        } else {
            Err("a side in check cannot pass".to_owned())
        };
    }
    match position.parse_san(text) {
        Ok(m) => Ok(Played::Move(m)),
        // From square to square, as UCI and as pgn-extract's `halg` write it: `e2e4`, `e2-e4`, `e5xd4`.
        Err(error) => {
            let plain: String =
                text.chars().filter(|c| !matches!(c, '-' | 'x' | ':' | '=' | '+' | '#')).collect();
            position.parse_uci(&plain).map(Played::Move).map_err(|_| error.to_string())
        }
    }
}

/// The null move as `ChessBase` (`--`), `ChessAssistant` (`Z0`), UCI (`0000`), python-chess (`@@@@`) and others write it.
fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "z0" | "0000" | "@@@@" | "null" | "pass" | "NULL" | "Null")
}

fn is_castling(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o" | "OO" | "OOO")
}

fn is_mark(word: &str) -> bool {
    matches!(word, "e.p." | "e.p" | "ep" | "+" | "++" | "#" | "ch" | "mate" | "x" | ":")
}

/// The word in ASCII: figurines become letters (that of a pawn nothing), dashes of every length hyphens; the mark of a capture en passant is
/// taken off and `e8(Q)` and `e8/Q` become `e8=Q`.
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
            '–' | '—' | '−' => plain.push('-'),
            '(' | '/' => plain.push('='),
            ')' => {}
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}
