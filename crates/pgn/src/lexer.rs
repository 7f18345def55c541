//! From text to tokens, with the place of each.

use std::borrow::Cow;

use crate::{GameResult, Nag};

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A tag pair.
    Tag { name: &'a str, value: Cow<'a, str>, fault: Option<TagFault> },
    /// Text in square brackets that is no tag pair.
    Bracketed(&'a str),
    /// A comment, line breaks turned into blanks.
    Comment { text: Cow<'a, str>, fault: Option<CommentFault> },
    /// `}` outside a comment.
    StrayBrace,
    /// A move number; `periods` tells `1.` from `1`.
    MoveNumber { number: u32, periods: bool },
    /// A glyph: `$n`, `!`, `?!` ...
    Nag(Nag),
    /// `$` without a number from 0 to 255.
    BadNag(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A game terminator.
    Result(GameResult),
    /// Something between `<` and `>`, reserved by the standard.
    Reserved(&'a str),
    /// A word: a move, a symbol, or neither.
    Word(&'a str),
    /// Nothing is left.
    End,
}

/// What is wrong with a tag pair that was read nevertheless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagFault {
    /// No closing quotation mark: the value goes to the end of the line.
    Unterminated,
    /// Quotation marks inside the value without a backslash before them.
    InnerQuotes,
    /// The closing bracket is missing.
    NoBracket,
}

/// What is wrong with a comment that was read nevertheless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentFault {
    /// Braces inside braces.
    Nested,
    /// Never closed; it goes to the end of the text.
    ToEnd,
    /// Not closed before the tags of the next game; it ends there.
    ToNextGame,
}

/// How far a comment with braces inside is searched for its real end. Beyond that the first closing brace counts.
const NESTED_COMMENT_LIMIT: usize = 1 << 10;

/// Cuts a text into tokens.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Offset of the token that was read last.
    start: usize,
    /// Whether an empty line stood before the token that was read last.
    after_blank_line: bool,
    /// Whether a line break (or the beginning of the text) stood before it.
    after_line_break: bool,
    /// The last search for `}`: from where, and what it found. Without it a text with many open comments would be searched to
    /// its end for each of them.
    close_found: Option<(usize, Option<usize>)>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, start: 0, after_blank_line: false, after_line_break: true, close_found: None }
    }

    /// Offset of the token that was read last.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Offset behind the token that was read last.
    pub(crate) fn end(&self) -> usize {
        self.at
    }

    pub(crate) fn after_blank_line(&self) -> bool {
        self.after_blank_line
    }

    pub(crate) fn after_line_break(&self) -> bool {
        self.after_line_break
    }

    pub(crate) fn next_token(&mut self) -> Token<'a> {
        self.skip_blanks();
        self.start = self.at;
        let Some(&byte) = self.bytes().get(self.at) else { return Token::End };
        match byte {
            b'[' => self.bracket(),
            b'{' => self.comment(),
            b';' => self.line_comment(),
            b'}' => self.single(Token::StrayBrace),
            b'(' => self.single(Token::Open),
            b')' => self.single(Token::Close),
            b'*' => self.single(Token::Result(GameResult::Unknown)),
            b'$' => self.numeric_glyph(),
            b'!' | b'?' => self.suffix_glyph(),
            b'<' => self.reserved(),
            b'>' | b']' | b'"' => {
                self.at += 1;
                Token::Word(&self.text[self.start..self.at])
            }
            b'0'..=b'9' => self.number_or_result(),
            _ => self.word(),
        }
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Skips blanks, line breaks, escaped lines (`%` in the first column), and the punctuation that carries no meaning.
    fn skip_blanks(&mut self) {
        let bytes = self.bytes();
        let mut line_breaks = usize::from(self.at == 0);
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => {
                    self.at += line_break_len(&bytes[self.at..]);
                    line_breaks += 1;
                }
                b'%' if line_breaks > 0 && self.is_line_start() => {
                    self.at = line_end(bytes, self.at);
                }
                // NUL bytes occur in files of the Chess-EPDs kind; periods belong to move numbers.
                b' ' | b'\t' | 0x0B | 0x0C | 0 | b'.' | b',' => self.at += 1,
                0x80.. => match self.rest().chars().next() {
                    Some(c) if is_blank(c) => self.at += c.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        self.after_line_break = line_breaks > 0;
        self.after_blank_line = line_breaks > 1;
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || matches!(self.bytes()[self.at - 1], b'\n' | b'\r')
    }

    fn bracket(&mut self) -> Token<'a> {
        if let Some((tag, len)) = tag_pair(self.rest()) {
            self.at += len;
            return tag;
        }
        let bytes = self.bytes();
        let end =
            (self.at..bytes.len()).find(|&i| matches!(bytes[i], b']' | b'\n' | b'\r')).unwrap_or(bytes.len());
        self.at = if bytes.get(end) == Some(&b']') { end + 1 } else { end };
        Token::Bracketed(self.text[self.start..self.at].trim_end())
    }

    fn comment(&mut self) -> Token<'a> {
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

    /// Where the tags of the next game begin inside a comment that somebody forgot to close. When the comment is closed
    /// somewhere, only an empty line and a tag of the roster are taken for that, so that a quoted tag does not cut it.
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
            if close.is_none()
                || (is_after_blank_line && (crate::tags::SEVEN_TAG_ROSTER.contains(&name) || name == "FEN"))
            {
                return Some(at);
            }
        }
        None
    }

    /// By the standard comments do not nest, so `{a {b} c}` ends before `c` and leaves a stray brace. When counting braces finds an
    /// end close by, and no tag pair lies between, the whole is taken for one comment.
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

    fn line_comment(&mut self) -> Token<'a> {
        let end = line_end(self.bytes(), self.at);
        let text = normalize(&self.text[self.at + 1..end]);
        self.at = end;
        Token::Comment { text, fault: None }
    }

    fn numeric_glyph(&mut self) -> Token<'a> {
        let digits = self.bytes()[self.at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += 1 + digits;
        match self.text[self.start + 1..self.at].parse() {
            Ok(number) => Token::Nag(Nag(number)),
            Err(_) => Token::BadNag(&self.text[self.start..self.at]),
        }
    }

    fn suffix_glyph(&mut self) -> Token<'a> {
        let len = self.bytes()[self.at..].iter().take_while(|&&byte| matches!(byte, b'!' | b'?')).count();
        self.at += len;
        let suffix = &self.text[self.start..self.at];
        // `!!!` and `???` are read as the strongest glyph there is.
        match Nag::from_symbol(suffix).or_else(|| Nag::from_symbol(&suffix[..2])) {
            Some(nag) => Token::Nag(nag),
            None => Token::BadNag(suffix),
        }
    }

    fn reserved(&mut self) -> Token<'a> {
        let bytes = self.bytes();
        let end =
            (self.at..bytes.len()).find(|&i| matches!(bytes[i], b'>' | b'\n' | b'\r')).unwrap_or(bytes.len());
        self.at = if bytes.get(end) == Some(&b'>') { end + 1 } else { end };
        Token::Reserved(&self.text[self.start..self.at])
    }

    fn number_or_result(&mut self) -> Token<'a> {
        if let Some((result, len)) = spaced_result(self.rest()) {
            self.at += len;
            return Token::Result(result);
        }
        let word = word_prefix(self.rest());
        if word.len() > 1
            && word.bytes().any(|byte| !byte.is_ascii_digit())
            && let Some(result) = GameResult::parse(word)
        {
            self.at += word.len();
            return Token::Result(result);
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        // `0-0`, `0-0-0` and the null move `0000` begin with a digit as well.
        if (word.starts_with('0') && word[digits..].starts_with(['-', '–', '—', '−'])) || word == "0000"
        {
            return self.word();
        }
        self.at += digits;
        let number = word[..digits].parse().unwrap_or(u32::MAX);
        Token::MoveNumber { number, periods: self.bytes().get(self.at) == Some(&b'.') }
    }

    fn word(&mut self) -> Token<'a> {
        if let Some(len) =
            ["e.p.", "e.p"].iter().find(|&&mark| self.rest().starts_with(mark)).map(|mark| mark.len())
        {
            self.at += len;
            return Token::Word(&self.text[self.start..self.at]);
        }
        let mut word = word_prefix(self.rest());
        if word.is_empty() {
            // Every delimiter has been handled, so this is a control character.
            let len = self.rest().chars().next().map_or(1, char::len_utf8);
            self.at += len;
            return Token::Word(&self.text[self.start..self.at]);
        }
        if word.starts_with('½')
            && let Some(result) = GameResult::parse(word)
        {
            self.at += word.len();
            return Token::Result(result);
        }
        // A move and a symbol may be glued together: `Nf3∞`.
        let is_move_char = |c: char| c.is_ascii() || is_figurine(c) || matches!(c, '–' | '—' | '−');
        if word.starts_with(is_move_char)
            && let Some(end) = word.find(|c| !is_move_char(c))
        {
            word = &word[..end];
        }
        self.at += word.len();
        let bytes = self.bytes();
        // `e8(Q)`: the promoted piece in parentheses belongs to the move.
        if let [
            b'a'..=b'h',
            b'1' | b'8',
            b'(',
            b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n',
            b')',
            ..,
        ] = bytes[(self.at - word.len().min(2))..]
        {
            self.at += 3;
        } else if word.ends_with('e') && self.rest().starts_with(".p") {
            // `exf6e.p.`
            let mark = if self.rest().starts_with(".p.") { 3 } else { 2 };
            let end = self.at - 1;
            self.at += mark;
            return Token::Word(&self.text[self.start..end]);
        }
        Token::Word(&self.text[self.start..self.at])
    }
}

/// Reads a tag pair at the start of a text that begins with `[`; `None` when it does not look like one.
fn tag_pair(text: &str) -> Option<(Token<'_>, usize)> {
    const QUOTES: [char; 4] = ['"', '“', '”', '„'];
    let name_start = 1 + leading_blanks(&text[1..]);
    let name_len = text[name_start..]
        .find(|c: char| c.is_whitespace() || c.is_control() || QUOTES.contains(&c) || "[]{}()".contains(c))?;
    let name = &text[name_start..name_start + name_len];
    let quote = name_start + name_len + leading_blanks(&text[name_start + name_len..]);
    let opening = text[quote..].chars().next().filter(|c| QUOTES.contains(c))?;
    if name.is_empty() {
        return None;
    }
    let value_start = quote + opening.len_utf8();
    // The closing quotation mark is the first that a bracket follows, so that marks inside are not fatal. No further than that is
    // read: all tags of a file may stand on one line.
    let mut end = text.len();
    let mut last_quote = None;
    let mut is_escaped = false;
    for (i, c) in text[value_start..].char_indices() {
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

/// Resolves `\"` and `\\`; other backslashes stand for themselves. Control characters become blanks.
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

/// The text of a comment in one line: a line break and the blanks around it become one blank, tabs become blanks.
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

/// `1 - 0`, `1/2 - 1/2` and the like.
fn spaced_result(text: &str) -> Option<(GameResult, usize)> {
    let left = ["1/2", "1", "0"].into_iter().find(|left| text.starts_with(left))?;
    let gap = leading_blanks(&text[left.len()..]);
    let dash_at = left.len() + gap;
    let dash = text[dash_at..].chars().next().filter(|c| matches!(c, '-' | '–' | '—' | '−' | ':'))?;
    let right_at = dash_at + dash.len_utf8() + leading_blanks(&text[dash_at + dash.len_utf8()..]);
    if gap == 0 || right_at == dash_at + dash.len_utf8() {
        return None;
    }
    let right = ["1/2", "1", "0"].into_iter().find(|right| text[right_at..].starts_with(right))?;
    let end = right_at + right.len();
    let is_whole = word_prefix(&text[end..]).is_empty();
    GameResult::parse(&format!("{left}-{right}")).filter(|_| is_whole).map(|result| (result, end))
}

/// The characters up to the next delimiter.
fn word_prefix(text: &str) -> &str {
    let end = text.char_indices().find(|&(_, c)| {
        matches!(
            c,
            ' ' | '\t'
                | '\n'
                | '\r'
                | '{'
                | '}'
                | '('
                | ')'
                | '['
                | ']'
                | '<'
                | '>'
                | ';'
                | '$'
                | '!'
                | '?'
                | '*'
                | '.'
                | ','
                | '"'
        ) || c.is_control()
            || (!c.is_ascii() && is_blank(c))
    });
    &text[..end.map_or(text.len(), |(i, _)| i)]
}

/// Blanks that are not ASCII: spaces of all widths, marks without width, and the ellipsis of `1…`.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '…' | '\u{AD}')
}

/// Chess symbols of Unicode, U+2654 to U+265F.
pub(crate) fn is_figurine(c: char) -> bool {
    matches!(c, '♔'..='♟')
}

fn leading_blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// How many bytes the line break at the start of `bytes` has: `\r\r\n`, which a careless conversion makes of `\r\n`, is one.
fn line_break_len(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\r', b'\n', ..] => 3,
        [b'\r', b'\n', ..] => 2,
        _ => 1,
    }
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    (from..bytes.len()).find(|&i| matches!(bytes[i], b'\n' | b'\r')).unwrap_or(bytes.len())
}

fn find_byte(bytes: &[u8], from: usize, needle: u8) -> Option<usize> {
    bytes[from..].iter().position(|&byte| byte == needle).map(|i| from + i)
}

/// Turns offsets that only grow into lines and columns, reading the text once.
#[derive(Clone, Debug)]
pub(crate) struct Places<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, column: 1 }
    }

    /// Line and column (in characters) of an offset, both counted from 1.
    pub(crate) fn locate(&mut self, offset: usize) -> (usize, usize) {
        if offset < self.at {
            *self = Self::new(self.text);
        }
        let bytes = self.text.as_bytes();
        while self.at < offset.min(bytes.len()) {
            match bytes[self.at] {
                b'\n' | b'\r' => {
                    self.at += line_break_len(&bytes[self.at..]);
                    self.line += 1;
                    self.column = 1;
                }
                byte => {
                    self.at += 1;
                    // Continuation bytes of UTF-8 are no characters of their own.
                    self.column += usize::from(byte & 0xC0 != 0x80);
                }
            }
        }
        (self.line, self.column)
    }
}
