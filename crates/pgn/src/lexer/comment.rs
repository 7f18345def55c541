//! Comments, closed or not.

use std::borrow::Cow;

use super::Lexer;
use super::tag::tag_pair;
use super::token::{CommentFault, Token};
use crate::SEVEN_TAG_ROSTER;
use crate::characters::{find_byte, line_end};

/// How far past its first closing brace a comment with nested braces is searched for its real end, in bytes; beyond that, the first
/// closing brace ends it.
const NESTED_COMMENT_LIMIT: usize = 1 << 10;

impl<'a> Lexer<'a> {
    pub(super) fn comment(&mut self) -> Token<'a> {
        let bytes = self.bytes();
        let inner = self.at + 1;
        let close = self.next_close(inner);
        if let Some(next_game) = self.next_game_inside(inner, close) {
            self.at = next_game;
            let text = normalize(&self.text[inner..next_game]);
            return Token::Comment { text, fault: Some(CommentFault::ToNextGame) };
        }
        let Some(close) = close else {
            self.at = bytes.len();
            return Token::Comment { text: normalize(&self.text[inner..]), fault: Some(CommentFault::ToEnd) };
        };
        if let Some(nested) = self.nested_end(inner, close) {
            self.at = nested + 1;
            return Token::Comment {
                text: normalize(&self.text[inner..nested]),
                fault: Some(CommentFault::Nested),
            };
        }
        self.at = close + 1;
        Token::Comment { text: normalize(&self.text[inner..close]), fault: None }
    }

    fn next_close(&mut self, from: usize) -> Option<usize> {
        match self.close_found {
            Some((searched_from, found))
                if searched_from <= from && found.is_none_or(|found| found >= from) =>
            {
                found
            }
            _ => {
                let found = find_byte(self.bytes(), from, b'}');
                self.close_found = Some((from, found));
                found
            }
        }
    }

    /// Returns where the next game's tags begin inside an unclosed comment. If the comment is closed somewhere, only an empty line
    /// followed by a roster tag counts, so that a quoted tag does not split it.
    fn next_game_inside(&self, inner: usize, close: Option<usize>) -> Option<usize> {
        let bytes = self.bytes();
        let end = close.unwrap_or(bytes.len());
        let mut from = inner;
        while let Some(at) = find_byte(&bytes[..end], from, b'[') {
            from = at + 1;
            let before = self.text[inner..at].trim_end_matches([' ', '\t']);
            let is_line_start = before.ends_with(['\n', '\r']);
            if !is_line_start {
                continue;
            }
            let Some((Token::Tag { name, fault: None, .. }, _)) = tag_pair(&self.text[at..]) else {
                continue;
            };
            let without_break = before.strip_suffix('\n').unwrap_or(before).trim_end_matches('\r');
            let is_after_blank_line = without_break.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
            if close.is_none() || (is_after_blank_line && is_game_tag(name)) {
                return Some(at);
            }
        }
        None
    }

    /// End of a comment with nested braces. By the standard comments do not nest, so `{a {b} c}` ends before `c` and leaves a stray brace.
    /// If balancing the braces finds an end nearby, with no tag pair in between, the whole is one comment.
    fn nested_end(&self, inner: usize, close: usize) -> Option<usize> {
        let bytes = self.bytes();
        find_byte(&bytes[..close], inner, b'{')?;
        let limit = bytes.len().min(close.saturating_add(NESTED_COMMENT_LIMIT));
        let mut depth = 1usize;
        for (i, &byte) in bytes[..limit].iter().enumerate().skip(inner) {
            match byte {
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                b'[' if i > close && tag_pair(&self.text[i..]).is_some() => return None,
                _ => {}
            }
        }
        None
    }

    pub(super) fn line_comment(&mut self) -> Token<'a> {
        let end = line_end(self.bytes(), self.at);
        let text = normalize(&self.text[self.at + 1..end]);
        self.at = end;
        Token::Comment { text, fault: None }
    }
}

/// Whether a text begins with a tag pair with which games begin.
pub(crate) fn is_game_start(text: &str) -> bool {
    matches!(tag_pair(text), Some((Token::Tag { name, fault: None, .. }, _)) if is_game_tag(name))
}

/// Whether games begin with this tag.
fn is_game_tag(name: &str) -> bool {
    SEVEN_TAG_ROSTER.iter().chain(&["FEN"]).any(|tag| tag.eq_ignore_ascii_case(name))
}

/// The text of a comment on one line: a line break and the blanks around it become one space, as do tabs.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches(is_comment_blank);
    if !text.bytes().any(|byte| byte.is_ascii_control()) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for (i, part) in text.split(['\n', '\r']).map(|part| part.trim_matches(is_comment_blank)).enumerate() {
        if i > 0 && !part.is_empty() {
            line.push(' ');
        }
        line.extend(part.chars().filter(|&c| c != '\0').map(|c| if c.is_ascii_control() { ' ' } else { c }));
    }
    Cow::Owned(line)
}

fn is_comment_blank(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_control()
}
