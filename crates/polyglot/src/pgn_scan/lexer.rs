//! From bytes that come in pieces to tokens.

use std::ops::Range;

use super::ProblemKind;

/// The longest word and, for Polyglot, the longest text in quotation marks.
const WORD_LIMIT: usize = 255;
/// The longest text in quotation marks when reading is not strict.
const STRING_LIMIT: usize = 1 << 16;

/// A token. Ranges are places in the buffer, valid until more bytes come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// One of `.[]()<>`, or NUL; never expected.
    Sign(u8),
    /// Letters and digits, and what may follow them.
    Symbol(Range<usize>),
    /// Digits only.
    Integer,
    /// A quoted text, without the quotation marks and with raw escapes.
    String(Range<usize>),
    /// `$1` or `!?`.
    Glyph,
    /// A game terminator.
    Result(Range<usize>),
    /// Nothing is left.
    End,
}

/// Reason for which there is no token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The bytes so far end inside a token.
    NeedMore,
    /// Nothing Polyglot reads begins at the start of the token.
    Bad(ProblemKind),
}

/// Part that is being skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Skip {
    Nothing,
    /// To the closing brace.
    Comment,
    /// To the end of the line.
    Line,
}

const BLANK: u8 = 1;
const SIGN: u8 = 2;
const SYMBOL_START: u8 = 4;
const SYMBOL_NEXT: u8 = 8;
const DIGIT: u8 = 16;

/// Classes of bytes, as in Polyglot's reader. NUL is a sign and may continue a symbol: C's `strchr`
/// finds it at the end of every string.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b' ' | b'\t'..=b'\r' => BLANK,
            0 => SIGN | SYMBOL_NEXT,
            b'.' | b'[' | b']' | b'(' | b')' | b'<' | b'>' => SIGN,
            b'0'..=b'9' => SYMBOL_START | SYMBOL_NEXT | DIGIT,
            b'A'..=b'Z' | b'a'..=b'z' => SYMBOL_START | SYMBOL_NEXT,
            b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' => SYMBOL_NEXT,
            _ => 0,
        };
        byte += 1;
    }
    class
};

/// Byte order mark of UTF-8, written by some programs.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[inline(always)]
fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// Cuts bytes into tokens, keeping only those not yet read.
#[derive(Clone, Debug)]
pub(super) struct Lexer {
    buffer: Vec<u8>,
    at: usize,
    /// Offset in the whole text of the buffer's first byte.
    base: u64,
    /// The byte before it; a line break at the beginning of the text.
    before: u8,
    ended: bool,
    strict: bool,
    /// Whether it is known that no comment from here on is closed.
    no_close: bool,
    skip: Skip,
    /// Start of the token read last; for a comment that does not end, of the comment.
    start: usize,
    /// Place in the whole text of the comment being skipped, its line and its column.
    comment: (u64, u64, u64),
    /// Start of the first comment since [`Lexer::lead_from_here`] that does not begin on that line.
    lead: Option<u64>,
    lead_line: u64,
    /// Line breaks before `counted`, and the offset in the whole text at which the line begins.
    lines: u64,
    line_start: u64,
    counted: usize,
}

impl Lexer {
    pub(super) fn new(strict: bool) -> Self {
        Self {
            buffer: Vec::new(),
            at: 0,
            base: 0,
            before: b'\n',
            ended: false,
            strict,
            no_close: false,
            skip: Skip::Nothing,
            start: 0,
            comment: (0, 0, 0),
            lead: None,
            lead_line: 0,
            lines: 0,
            line_start: 0,
            counted: 0,
        }
    }

    /// Adds bytes. Ranges of tokens read before are no longer valid.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.count_lines(self.at);
        self.before =
            self.at.checked_sub(1).and_then(|last| self.buffer.get(last)).copied().unwrap_or(self.before);
        self.buffer.drain(..self.at);
        self.base += self.at as u64;
        self.counted = 0;
        self.at = 0;
        self.start = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Skips a byte order mark; `false` if there is none here. They occur at the beginning of a text, and where texts were concatenated.
    #[cold]
    fn skip_mark(&mut self) -> Result<bool, Stop> {
        let rest = self.buffer.get(self.at..).unwrap_or(&[]);
        if self.strict {
            return Ok(false);
        }
        if rest.starts_with(BYTE_ORDER_MARK) {
            self.at += BYTE_ORDER_MARK.len();
            return Ok(true);
        }
        // It may come in pieces of a byte or two.
        if !self.ended && BYTE_ORDER_MARK.starts_with(rest) { Err(Stop::NeedMore) } else { Ok(false) }
    }

    /// Says that no more bytes come.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Puts the token read last back.
    pub(super) fn unread(&mut self) {
        self.at = self.start;
    }

    /// A lexer that begins where the comment begins that does not end.
    pub(super) fn resumed(&self) -> Self {
        let (offset, line, column) = self.comment;
        Self {
            no_close: true,
            base: offset,
            before: if column == 1 { b'\n' } else { b' ' },
            lines: line.saturating_sub(1),
            line_start: (offset + 1).saturating_sub(column),
            ..Self::new(self.strict)
        }
    }

    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.buffer.get(range).unwrap_or(&[])
    }

    /// Offset in the whole text of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// Offset in the whole text of the token read last; for a comment that does not end, of the comment.
    pub(super) fn token_offset(&self) -> u64 {
        if self.skip == Skip::Comment { self.comment.0 } else { self.base + self.start as u64 }
    }

    /// Line and column, from 1, of the token read last.
    pub(super) fn place(&mut self) -> (u64, u64) {
        if self.skip == Skip::Comment {
            return (self.comment.1, self.comment.2);
        }
        let start = self.start;
        self.count_lines(start);
        (self.lines + 1, self.base + start as u64 - self.line_start + 1)
    }

    /// Start in the whole text of the comment that does not end.
    pub(super) fn swallowed_from(&self) -> Option<u64> {
        (!self.no_close).then_some(self.comment.0)
    }

    fn count_lines(&mut self, to: usize) {
        let Some(bytes) = self.buffer.get(self.counted..to) else { return };
        let count = bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        if count > 0 {
            self.lines += count;
            let last = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
            self.line_start = self.base + (self.counted + last) as u64 + 1;
        }
        self.counted = to;
    }

    fn at_line_start(&self) -> bool {
        let before =
            self.at.checked_sub(1).and_then(|before| self.buffer.get(before)).unwrap_or(&self.before);
        // Between CR and LF no line begins.
        self.ends_line(*before) && (*before == b'\n' || self.buffer.get(self.at) != Some(&b'\n'))
    }

    /// The next token.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Token, Stop> {
        self.skip_blanks()?;
        self.start = self.at;
        let Some(&byte) = self.buffer.get(self.at) else {
            return if self.ended { Ok(Token::End) } else { Err(Stop::NeedMore) };
        };
        if is(byte, SYMBOL_START) {
            return self.symbol();
        }
        if is(byte, SIGN) {
            self.at += 1;
            return Ok(Token::Sign(byte));
        }
        match byte {
            b'*' => {
                self.at += 1;
                Ok(Token::Result(self.start..self.at))
            }
            b'!' | b'?' => {
                match self.buffer.get(self.at + 1) {
                    Some(b'!' | b'?') => self.at += 2,
                    None if !self.ended => return Err(Stop::NeedMore),
                    _ => self.at += 1,
                }
                Ok(Token::Glyph)
            }
            b'$' => self.glyph(),
            b'"' => self.string(),
            other => {
                self.at += 1;
                Err(Stop::Bad(ProblemKind::StrayByte(other)))
            }
        }
    }

    fn skip_blanks(&mut self) -> Result<(), Stop> {
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or(&[]);
            let found = match self.skip {
                Skip::Nothing => match rest.iter().position(|&byte| !is(byte, BLANK)) {
                    None => {
                        self.at = self.buffer.len();
                        return Ok(());
                    }
                    Some(count) => {
                        let byte = rest[count];
                        self.at += count;
                        match byte {
                            b'{' => {
                                self.start = self.at;
                                if self.no_close {
                                    self.at += 1;
                                    return Err(Stop::Bad(ProblemKind::OpenComment));
                                }
                                let (line, column) = self.place();
                                self.comment = (self.offset(), line, column);
                                self.note_lead(line);
                                self.skip = Skip::Comment;
                            }
                            b';' => {
                                if self.lead.is_none() {
                                    self.start = self.at;
                                    let (line, _) = self.place();
                                    self.note_lead(line);
                                }
                                self.skip = Skip::Line;
                            }
                            b'%' if self.at_line_start() => self.skip = Skip::Line,
                            0xef if self.skip_mark()? => continue,
                            _ => return Ok(()),
                        }
                        self.at += 1;
                        continue;
                    }
                },
                Skip::Comment => self.skip_past(b'}'),
                Skip::Line => self.skip_line(),
            };
            if found {
                self.skip = Skip::Nothing;
            } else if !self.ended {
                return Err(Stop::NeedMore);
            } else if self.skip == Skip::Comment || self.strict {
                return Err(Stop::Bad(ProblemKind::OpenComment));
            } else {
                self.skip = Skip::Nothing;
                return Ok(());
            }
        }
    }

    fn note_lead(&mut self, line: u64) {
        if self.lead.is_none() && line > self.lead_line {
            self.lead = Some(self.offset());
        }
    }

    /// A game ends here: comments on later lines belong to the next.
    pub(super) fn lead_from_here(&mut self) {
        (self.lead_line, _) = self.place();
        self.lead = None;
    }

    /// Offset in the whole text at which the game begins whose first token was read last: that of the comments in front of it.
    pub(super) fn game_offset(&self) -> u64 {
        self.lead.unwrap_or_else(|| self.token_offset())
    }

    /// Goes past the next such byte, or to the end of what there is and says so.
    fn skip_past(&mut self, byte: u8) -> bool {
        let rest = self.buffer.get(self.at..).unwrap_or(&[]);
        let found = rest.iter().position(|&other| other == byte);
        self.at += found.map_or(rest.len(), |count| count + 1);
        found.is_some()
    }

    /// Goes past the end of the line, or to the end of what there is and says so.
    fn skip_line(&mut self) -> bool {
        let rest = self.buffer.get(self.at..).unwrap_or(&[]);
        let found = rest.iter().position(|&byte| self.ends_line(byte));
        self.at += found.map_or(rest.len(), |count| count + 1);
        found.is_some()
    }

    /// Whether a byte ends a line. Lines may end in CR alone, which Polyglot does not know.
    const fn ends_line(&self, byte: u8) -> bool {
        byte == b'\n' || byte == b'\r' && !self.strict
    }

    #[inline]
    fn symbol(&mut self) -> Result<Token, Stop> {
        let rest = self.buffer.get(self.at..).unwrap_or(&[]);
        let mut common = DIGIT;
        let mut length = 0;
        for &byte in rest {
            let class = CLASS[usize::from(byte)];
            if class & SYMBOL_NEXT == 0 {
                break;
            }
            common &= class;
            length += 1;
        }
        if length == rest.len() && length <= WORD_LIMIT {
            if !self.ended {
                return Err(Stop::NeedMore);
            }
            if self.strict {
                // Polyglot takes the end of the file for a part of the word, again and again.
                self.at += length;
                return Err(Stop::Bad(ProblemKind::LongWord));
            }
        }
        let range = self.at..self.at + length;
        self.at += length;
        if length > WORD_LIMIT {
            return Err(Stop::Bad(ProblemKind::LongWord));
        }
        if common != 0 {
            return Ok(Token::Integer);
        }
        Ok(match self.bytes(range.clone()) {
            b"1-0" | b"0-1" | b"1/2-1/2" => Token::Result(range),
            // Polyglot compares up to the first NUL.
            word if word.contains(&0) && matches!(until_nul(word), b"1-0" | b"0-1" | b"1/2-1/2") => {
                Token::Result(range)
            }
            _ => Token::Symbol(range),
        })
    }

    fn glyph(&mut self) -> Result<Token, Stop> {
        let rest = self.buffer.get(self.at + 1..).unwrap_or(&[]);
        let digits = rest.iter().take(4).take_while(|&&byte| is(byte, DIGIT)).count();
        if digits == rest.len() && !self.ended {
            return Err(Stop::NeedMore);
        }
        self.at += 1 + digits;
        if (1..=3).contains(&digits) { Ok(Token::Glyph) } else { Err(Stop::Bad(ProblemKind::MalformedGlyph)) }
    }

    fn string(&mut self) -> Result<Token, Stop> {
        let rest = self.buffer.get(self.at + 1..).unwrap_or(&[]);
        let limit = if self.strict { WORD_LIMIT } else { STRING_LIMIT };
        let (mut index, mut length) = (0, 0);
        loop {
            if length > limit {
                self.at += 1;
                return Err(Stop::Bad(ProblemKind::LongString));
            }
            match (rest.get(index), rest.get(index + 1)) {
                (Some(b'"'), _) => break,
                (Some(b'\\'), Some(b'"' | b'\\')) => {
                    index += 2;
                    length += 1;
                }
                (Some(b'\\'), Some(_)) => {
                    // The backslash of an unknown escape stays.
                    index += 2;
                    length += 2;
                }
                (Some(b'\\'), None) | (None, _) => {
                    if !self.ended {
                        return Err(Stop::NeedMore);
                    }
                    self.at += 1;
                    return Err(Stop::Bad(ProblemKind::LongString));
                }
                (Some(_), _) => {
                    index += 1;
                    length += 1;
                }
            }
        }
        let range = self.at + 1..self.at + 1 + index;
        self.at = range.end + 1;
        Ok(Token::String(range))
    }

    /// Skips to the next line that begins with `[` and a letter; `false` if more bytes are needed.
    ///
    /// Ignores comments: the text after an error may be inside one that never ends.
    pub(super) fn skip_to_tags(&mut self) -> bool {
        self.skip = Skip::Nothing;
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or(&[]);
            if self.at_line_start() {
                let marked = rest.strip_prefix(BYTE_ORDER_MARK).filter(|_| !self.strict);
                match *marked.unwrap_or(rest) {
                    [b'[', letter, ..] if letter.is_ascii_alphabetic() => {
                        self.at += rest.len() - marked.unwrap_or(rest).len();
                        return true;
                    }
                    [] | [b'[' | 0xef] | [0xef, 0xbb] if !self.ended => return false,
                    _ => {}
                }
            }
            if !self.skip_line() {
                return self.ended;
            }
        }
    }

    /// Skips to the next line that does not begin with `[`; `false` if more bytes are needed.
    pub(super) fn skip_tags(&mut self) -> bool {
        self.skip = Skip::Nothing;
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or(&[]);
            if self.at_line_start() {
                match rest.first() {
                    Some(b'[') => {}
                    None if !self.ended => return false,
                    _ => return true,
                }
            }
            if !self.skip_line() {
                return self.ended;
            }
        }
    }
}

/// A string up to its first NUL, as C sees it.
pub(super) fn until_nul(word: &[u8]) -> &[u8] {
    word.iter().position(|&byte| byte == 0).map_or(word, |end| &word[..end])
}
