//! Tag pairs.

use std::borrow::Cow;

use super::token::{TagFault, Token};
use crate::characters::leading_blanks;
use crate::steps;
use crate::tags::is_standard_name;

/// Quotation marks around tag values.
const QUOTES: [char; 4] = ['"', '“', '”', '„'];

/// Reads a tag pair at the start of a text that begins with `[`; `None` if it does not look like one.
pub(super) fn tag_pair(text: &str) -> Option<(Token<'_>, usize)> {
    let name_start = 1 + leading_blanks(&text[1..]);
    let name_len = text[name_start..]
        .find(|c: char| c.is_whitespace() || c.is_control() || QUOTES.contains(&c) || "[]{}()".contains(c))?;
    let name = &text[name_start..name_start + name_len];
    pair(text, name, name_start + name_len)
}

/// Reads a tag pair with spaces in its name, such as `[White Team "x"]`. Unless the name without them is a standard one, in any case, it
/// must begin with a capital letter and be alone on its line: elsewhere it may be bracketed text.
pub(super) fn spaced_tag_pair(text: &str, is_line_start: bool) -> Option<(Token<'_>, usize)> {
    const MOST_WORDS: usize = 4;
    const LONGEST_NAME: usize = 80;
    let is_of_name =
        |c: char| c.is_ascii_alphanumeric() || c == '_' || (c.is_whitespace() && !matches!(c, '\n' | '\r'));
    let name_end = 1 + text[1..]
        .chars()
        .take(LONGEST_NAME)
        .take_while(|&c| is_of_name(c))
        .map(char::len_utf8)
        .sum::<usize>();
    let name = text[1..name_end].trim();
    let is_standard = is_standard_name(name);
    let is_apart = is_line_start && name.starts_with(|c: char| c.is_ascii_uppercase());
    if name.split_whitespace().count() > MOST_WORDS || !(is_standard || is_apart) {
        return None;
    }
    match pair(text, name, name_end)? {
        (Token::Tag { name, value, fault: None }, len) => {
            let is_alone =
                || text[len..].split(['\n', '\r']).next().is_none_or(|rest| rest.trim().is_empty());
            let tag = Token::Tag { name, value, fault: Some(TagFault::SpacedName) };
            (is_standard || is_alone()).then_some((tag, len))
        }
        tag => is_standard.then_some(tag),
    }
}

/// Reads the rest of the tag pair with this name, which ends at `name_end`.
fn pair<'a>(text: &'a str, name: &'a str, name_end: usize) -> Option<(Token<'a>, usize)> {
    let quote = name_end + leading_blanks(&text[name_end..]);
    let opening = text[quote..].chars().next().filter(|c| QUOTES.contains(c))?;
    if name.is_empty() {
        return None;
    }
    let value_start = quote + opening.len_utf8();
    // The closing quotation mark is the first one followed by a bracket, so that inner marks are not fatal. Reading stops there, because
    // all tags of a file may be on one line.
    let mut end = text.len();
    let mut last_quote = None;
    let mut is_escaped = false;
    for (i, c) in text[value_start..].char_indices() {
        steps::count(1);
        if matches!(c, '\n' | '\r') {
            end = value_start + i;
            break;
        }
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if c == '"' || (opening != '"' && QUOTES.contains(&c)) {
            let behind = value_start + i + c.len_utf8();
            let close = behind + leading_blanks(&text[behind..]);
            if text[close..].starts_with(']') {
                let value = unescape(&text[value_start..value_start + i]);
                let fault = last_quote.map(|_| TagFault::InnerQuotes);
                return Some((Token::Tag { name, value, fault }, close + 1));
            }
            last_quote = Some(value_start + i);
        }
    }
    let line = &text[..end];
    let (value, fault) = if let Some(end) = last_quote {
        (&line[value_start..end], TagFault::NoBracket)
    } else {
        let value = line[value_start..].trim_end();
        let value = value.strip_suffix(']').unwrap_or(value).trim_end();
        (value.strip_suffix('"').unwrap_or(value), TagFault::Unterminated)
    };
    Some((Token::Tag { name, value: unescape(value), fault: Some(fault) }, line.len()))
}

/// Resolves `\"` and `\\`; other backslashes are literal. Control characters become spaces.
fn unescape(value: &str) -> Cow<'_, str> {
    if !value.bytes().any(|byte| byte == b'\\' || byte.is_ascii_control()) {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                chars.next();
            }
            ('\0', _) => {}
            (c, _) => text.push(if c.is_ascii_control() { ' ' } else { c }),
        }
    }
    Cow::Owned(text)
}
