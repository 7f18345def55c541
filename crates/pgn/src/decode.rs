//! From bytes to text: files are in UTF-8, UTF-16, the standard's ISO 8859-1, or mixtures of them.

use std::borrow::Cow;

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
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => decode_bytes(rest),
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, Encoding::Utf16Le),
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, Encoding::Utf16Be),
        _ => match guess_utf16(bytes) {
            Some(encoding) => decode_utf16(bytes, encoding),
            None => decode_bytes(bytes),
        },
    }
}

/// UTF-16 without a byte order mark: in Latin text, nearly every second byte is zero.
fn guess_utf16(bytes: &[u8]) -> Option<Encoding> {
    let sample = &bytes[..bytes.len().min(512) & !1];
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
