//! From text to tokens, with their positions.

mod comment;
mod places;
mod tag;
mod token;

use tag::{spaced_tag_pair, tag_pair};

use crate::characters::{is_blank, is_dash, is_figurine, leading_blanks, line_break_len, line_end};
use crate::{GameResult, Nag, steps};

pub(crate) use comment::{is_game_start, normalize};
pub(crate) use places::Places;
pub(crate) use token::{CommentFault, TagFault, Token};

/// Length in bytes above which a word is not split into a move and symbols.
const LONGEST_WITH_SYMBOLS: usize = 255;

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Offset of the last token.
    start: usize,
    /// Whether an empty line came before the last token.
    after_blank_line: bool,
    /// Whether a line break (or the start of the text) came before it.
    after_line_break: bool,
    /// The last search for `}`: where it began and what it found. Avoids a search to the end of the text for every unclosed comment.
    close_found: Option<(usize, Option<usize>)>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, start: 0, after_blank_line: false, after_line_break: true, close_found: None }
    }

    /// Offset of the last token.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// End offset of the last token.
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
        let from = self.at;
        let token = self.token();
        steps::count(self.at - from);
        token
    }

    fn token(&mut self) -> Token<'a> {
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
            b'"' => self.quotation_mark(),
            b'>' | b']' => {
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

    /// Skips blanks, line breaks, escaped lines (`%` in the first column), and insignificant punctuation.
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
                // NUL bytes occur in Chess-EPDs files; periods belong to move numbers.
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
        let spaced = || spaced_tag_pair(self.rest(), self.after_line_break);
        if let Some((tag, len)) = tag_pair(self.rest()).or_else(spaced) {
            self.at += len;
            return tag;
        }
        // Diagram mark, as exported by ChessBase.
        if self.rest().starts_with("[#]") {
            self.at += 3;
            return Token::Nag(Nag::DIAGRAM);
        }
        let bytes = self.bytes();
        let end =
            (self.at..bytes.len()).find(|&i| matches!(bytes[i], b']' | b'\n' | b'\r')).unwrap_or(bytes.len());
        self.at = if bytes.get(end) == Some(&b']') { end + 1 } else { end };
        Token::Bracketed(self.text[self.start..self.at].trim_end())
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
        // `!!!` and `???` are read as `!!` and `??`.
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
        match &self.text[self.start..self.at] {
            null_move @ "<>" => Token::Word(null_move),
            text => Token::Reserved(text),
        }
    }

    /// A quotation mark, or a result in quotation marks.
    fn quotation_mark(&mut self) -> Token<'a> {
        let quoted = word_prefix(&self.rest()[1..]);
        let end = self.at + 1 + quoted.len();
        self.at += 1;
        if let Some(result) = GameResult::parse(quoted).filter(|_| self.bytes().get(end) == Some(&b'"')) {
            self.at = end + 1;
            return Token::Result(result);
        }
        Token::Word(&self.text[self.start..self.at])
    }

    fn number_or_result(&mut self) -> Token<'a> {
        if let Some((result, len)) = spaced_result(self.rest()) {
            self.at += len;
            return Token::Result(result);
        }
        let word = word_prefix(self.rest());
        if word.len() > 1
            && word.bytes().any(|byte| !byte.is_ascii_digit())
            && let Some(result) = GameResult::parse(word).or_else(|| result_with_letters(word))
        {
            self.at += word.len();
            return Token::Result(result);
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        // `0-0`, `0-0-0` and the null move `0000` also begin with a digit.
        if (word.starts_with('0') && word[digits..].starts_with(is_dash)) || word == "0000" {
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
            // All delimiters are handled above, so this is a control character.
            let len = self.rest().chars().next().map_or(1, char::len_utf8);
            self.at += len;
            return Token::Word(&self.text[self.start..self.at]);
        }
        if word.starts_with('½')
            && let Some((result, len)) = spaced_result(self.rest())
        {
            self.at += len;
            return Token::Result(result);
        }
        // `½-½`, `O-1`, and a result after stray punctuation.
        if word.starts_with(|c: char| !c.is_ascii_alphanumeric() || matches!(c, 'O' | 'o'))
            && let Some(result) = GameResult::parse(word).or_else(|| result_with_letters(word))
        {
            self.at += word.len();
            return Token::Result(result);
        }
        // Splitting off one symbol after the other would take quadratic time in a long word.
        if word.len() > LONGEST_WITH_SYMBOLS {
            self.at += word.len();
            return Token::Word(word);
        }
        if let Some((nag, len)) = Nag::from_prefix(word) {
            self.at += len;
            return if len == word.len() { Token::Word(word) } else { Token::Nag(nag) };
        }
        // A move with a symbol attached: `Nf3∞`, `Nf3=∞`.
        let is_move_char = |c: char| {
            c.is_ascii() || c.is_alphabetic() || is_figurine(c) || is_dash(c) || "×✕✖⨯†‡".contains(c)
        };
        if word.starts_with(is_move_char)
            && let Some(end) = word.find(|c| !is_move_char(c))
        {
            let begins_symbol =
                |at: &usize| Nag::from_prefix(&word[*at..]).is_some_and(|(_, len)| at + len > end);
            let places = word[..end].char_indices().map(|(at, _)| at).skip(1);
            word = &word[..places.into_iter().find(begins_symbol).unwrap_or(end)];
        }
        self.at += word.len();
        let bytes = self.bytes();
        // `e8(Q)`: the promotion piece in parentheses belongs to the move. Its letter may be from another language.
        if let [b'a'..=b'h', b'1' | b'8', b'(', b'A'..=b'Z' | b'q' | b'r' | b'b' | b'n', b')', ..] =
            bytes[(self.at - word.len().min(2))..]
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

/// `1 - 0`, `1/2 - 1/2` and the like.
fn spaced_result(text: &str) -> Option<(GameResult, usize)> {
    const POINTS: [&str; 4] = ["1/2", "½", "1", "0"];
    let left = POINTS.into_iter().find(|left| text.starts_with(left))?;
    let gap = leading_blanks(&text[left.len()..]);
    let dash_at = left.len() + gap;
    let dash = text[dash_at..].chars().next().filter(|&c| is_dash(c) || c == ':')?;
    let right_at = dash_at + dash.len_utf8() + leading_blanks(&text[dash_at + dash.len_utf8()..]);
    if gap == 0 || right_at == dash_at + dash.len_utf8() {
        return None;
    }
    let right = POINTS.into_iter().find(|right| text[right_at..].starts_with(right))?;
    let end = right_at + right.len();
    let stray = word_prefix(&text[end..]);
    let is_whole = !stray.contains(|c: char| c.is_alphanumeric() || is_dash(c) || c == '/');
    let result = GameResult::parse(&format!("{left}-{right}")).filter(|_| is_whole)?;
    Some((result, end + stray.len()))
}

/// A result with stray letters behind it, such as `1/2-1/2a`.
fn result_with_letters(word: &str) -> Option<GameResult> {
    let letters = &word[word.find(char::is_alphabetic)?..];
    GameResult::before_words(word).filter(|_| !letters.contains(|c: char| c.is_ascii_digit()))
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
