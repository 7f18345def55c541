//! From bytes to text: files are in UTF-8, UTF-16, the standard's ISO 8859-1, or mixtures of them.

use std::borrow::Cow;

use crate::{Problem, ProblemKind};

/// Encoding of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// UTF-8, ASCII included.
    Utf8,
    /// UTF-8 with single bytes of Windows-1252 (a superset of ISO 8859-1) in between.
    Windows1252,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
}

/// A decoded text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Encoding of the bytes.
    pub encoding: Encoding,
    /// Number of bytes or code units invalid in that encoding that were replaced or read as Windows-1252.
    pub replaced: usize,
}

/// Bytes 0x80 to 0x9F of Windows-1252 (WHATWG Encoding Standard); all others are equal to their code points.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes bytes as text. Never fails: anything that is not UTF-8 or UTF-16 is read as Windows-1252, byte by byte, so that files merged
/// from several sources can be read as well.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (encoding, mark_len) = encoding_of(bytes);
    let bytes = &bytes[mark_len..];
    match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => decode_utf16(bytes, encoding),
        Encoding::Utf8 | Encoding::Windows1252 => decode_bytes(bytes),
    }
}

/// The encoding of a text by its first bytes, and the length of its byte order mark. Windows-1252 counts as UTF-8.
fn encoding_of(bytes: &[u8]) -> (Encoding, usize) {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => (Encoding::Utf8, 3),
        [0xFF, 0xFE, ..] => (Encoding::Utf16Le, 2),
        [0xFE, 0xFF, ..] => (Encoding::Utf16Be, 2),
        _ => (guess_utf16(bytes).unwrap_or(Encoding::Utf8), 0),
    }
}

/// UTF-16 without a byte order mark: in Latin text, nearly every second byte is zero.
fn guess_utf16(bytes: &[u8]) -> Option<Encoding> {
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    if sample.len() < 8 {
        return None;
    }
    let zeros = |offset: usize| sample.iter().skip(offset).step_by(2).filter(|&&byte| byte == 0).count();
    let (high_first, low_first, half) = (zeros(0), zeros(1), sample.len() / 2);
    if low_first * 10 >= half * 8 && high_first * 10 <= half {
        Some(Encoding::Utf16Le)
    } else if high_first * 10 >= half * 8 && low_first * 10 <= half {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

fn decode_utf16(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let units = bytes.chunks(2).map(|pair| match (pair, encoding) {
        (&[low, high], Encoding::Utf16Le) | (&[high, low], _) => u16::from_le_bytes([low, high]),
        // A file cut in the middle of a code unit.
        _ => 0xFFFD,
    });
    let mut replaced = 0;
    let text = char::decode_utf16(units)
        .map(|unit| {
            unit.unwrap_or_else(|_| {
                replaced += 1;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect::<String>();
    Decoded { text: Cow::Owned(text), encoding, replaced }
}

fn decode_bytes(bytes: &[u8]) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), encoding: Encoding::Utf8, replaced: 0 };
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut replaced = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for &byte in chunk.invalid() {
            replaced += 1;
            text.push(match byte {
                0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
                _ => char::from(byte),
            });
        }
    }
    Decoded { text: Cow::Owned(text), encoding: Encoding::Windows1252, replaced }
}

/// Describes bytes that were invalid in their encoding; `None` if there were none.
pub fn encoding_problem(decoded: &Decoded<'_>) -> Option<Problem> {
    let message = match (decoded.replaced, decoded.encoding) {
        (0, _) => return None,
        (count, Encoding::Utf16Le | Encoding::Utf16Be) => format!("{count} characters are damaged UTF-16"),
        (count, _) => format!("the text is not UTF-8: {count} bytes were read as Windows-1252 (Latin-1)"),
    };
    Some(Problem { game: 0, line: 1, column: 1, kind: ProblemKind::Encoding, message, is_loss: false })
}

/// Decodes a text in pieces, with the same result as [`decode`].
#[derive(Debug, Default)]
pub(crate) struct StreamDecoder {
    /// Known once there are enough bytes to guess it.
    encoding: Option<Encoding>,
    /// Bytes not decoded yet: the beginning of a text, or of a character.
    held: Vec<u8>,
    replaced: usize,
}

/// Number of bytes from which the encoding is guessed.
const SAMPLE: usize = 512;

impl StreamDecoder {
    /// Appends the text of the next bytes; none are the end.
    pub(crate) fn decode(&mut self, bytes: &[u8], text: &mut String) {
        let is_end = bytes.is_empty();
        self.held.extend_from_slice(bytes);
        if self.encoding.is_none() {
            if self.held.len() < SAMPLE && !is_end {
                return;
            }
            let (encoding, mark_len) = encoding_of(&self.held);
            self.encoding = Some(encoding);
            self.held.drain(..mark_len);
        }
        let encoding = self.encoding.unwrap_or(Encoding::Utf8);
        let end = if is_end { self.held.len() } else { whole_characters(&self.held, encoding) };
        let decoded = match encoding {
            Encoding::Utf16Le | Encoding::Utf16Be => decode_utf16(&self.held[..end], encoding),
            Encoding::Utf8 | Encoding::Windows1252 => decode_bytes(&self.held[..end]),
        };
        text.push_str(&decoded.text);
        self.replaced += decoded.replaced;
        self.held.drain(..end);
    }

    /// Describes the bytes that were invalid in their encoding so far.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let encoding = self.encoding.unwrap_or(Encoding::Utf8);
        encoding_problem(&Decoded { text: Cow::Borrowed(""), encoding, replaced: self.replaced })
    }
}

/// Length of the bytes without a character at their end that may be incomplete.
fn whole_characters(bytes: &[u8], encoding: Encoding) -> usize {
    let len = bytes.len();
    match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => {
            let even = len & !1;
            let high_byte = |offset: usize| even.checked_sub(2).map(|unit| bytes[unit + offset]);
            let high = if encoding == Encoding::Utf16Le { high_byte(1) } else { high_byte(0) };
            // The first half of a surrogate pair.
            if high.is_some_and(|high| high & 0xFC == 0xD8) { even - 2 } else { even }
        }
        Encoding::Utf8 | Encoding::Windows1252 => {
            let tail = bytes.iter().rev().take(3).position(|&byte| byte & 0xC0 != 0x80);
            tail.map_or(len, |continuations| match bytes[len - 1 - continuations] {
                0xC0..=0xDF if continuations < 1 => len - 1 - continuations,
                0xE0..=0xEF if continuations < 2 => len - 1 - continuations,
                0xF0..=0xFF if continuations < 3 => len - 1 - continuations,
                _ => len,
            })
        }
    }
}
