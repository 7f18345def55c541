//! Splitting a line into position and operations.

use crate::characters::{is_blank, is_dash};
use crate::steps;

/// Splits the position off a line: a FEN of six fields, and the rest.
pub(super) fn split_position(line: &str) -> (String, &str) {
    let mut rest = line.trim_matches(is_blank);
    let mut next = |fits: &dyn Fn(&str) -> bool| {
        let word = &rest[..rest.find(|c: char| is_blank(c) || c == ';').unwrap_or(rest.len())];
        let is_fitting = !word.is_empty() && fits(word);
        if is_fitting {
            rest = rest[word.len()..].trim_start_matches(is_blank);
        }
        is_fitting.then_some(word)
    };
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let is_missing = |word: &str| word.chars().all(|c| is_dash(c) || c == '?');
    let is_castling = |word: &str| {
        is_missing(word) || (word.len() <= 4 && word.chars().all(|c| "KQkqABCDEFGHabcdefgh".contains(c)))
    };
    let is_square =
        |word: &str| is_missing(word) || matches!(word.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let board = next(&|_| true).unwrap_or_default();
    let turn = next(&|_| true).unwrap_or("w");
    let castling = next(&is_castling).unwrap_or("-");
    let en_passant = next(&is_square).unwrap_or("-");
    while next(&|word| word.chars().all(is_dash) && word.chars().count() == 1).is_some() {}
    let halfmove_clock = next(&is_number).unwrap_or("0");
    let fullmove_number = next(&is_number).unwrap_or("1");
    (format!("{board} {turn} {castling} {en_passant} {halfmove_clock} {fullmove_number}"), rest)
}

/// Splits at semicolons outside quotation marks. An unmatched mark is an ordinary character.
pub(super) fn segments(text: &str) -> Vec<&str> {
    let mut segments = Vec::new();
    let mut from = 0;
    let mut at = 0;
    // If one mark is unmatched, so are those after it, as each is escaped.
    let mut is_open = false;
    while let Some(c) = text[at..].chars().next() {
        if c == ';' {
            segments.push(&text[from..at]);
            from = at + 1;
        }
        at += match c {
            '"' if !is_open => {
                let end = string_end(&text[at..]);
                is_open = end.is_none();
                end.unwrap_or(1)
            }
            c => c.len_utf8(),
        };
    }
    segments.push(&text[from..]);
    segments
}

/// Length of the string at the start of a text, including both marks; `None` if unclosed.
pub(super) fn string_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        steps::count(1);
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(i + 1),
            _ => {}
        }
    }
    None
}
