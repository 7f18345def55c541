//! Character classes and byte offsets.

pub(crate) use tabia_chess::fen::is_dash;

use crate::steps;

/// Whitespace including non-ASCII: spaces of all widths, zero-width marks, and the ellipsis of `1…`.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '…' | '\u{AD}')
}

/// Unicode chess symbols, U+2654 to U+265F.
pub(crate) fn is_figurine(c: char) -> bool {
    matches!(c, '♔'..='♟')
}

/// Number of bytes of spaces and tabs at the start of a text.
pub(crate) fn leading_blanks(text: &str) -> usize {
    let is_inline = |c: &char| matches!(c, ' ' | '\t') || (!c.is_ascii() && is_blank(*c));
    text.chars().take_while(is_inline).map(char::len_utf8).sum()
}

/// Length in bytes of the line break at the start of `bytes`: `\r\r\n`, the result of a careless conversion of `\r\n`, is one.
pub(crate) fn line_break_len(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\r', b'\n', ..] => 3,
        [b'\r', b'\n', ..] => 2,
        _ => 1,
    }
}

/// End of the line that contains `from`.
pub(crate) fn line_end(bytes: &[u8], from: usize) -> usize {
    let end = (from..bytes.len()).find(|&i| matches!(bytes[i], b'\n' | b'\r')).unwrap_or(bytes.len());
    steps::count(end - from);
    end
}

/// Offset of the first such byte at or after `from`.
pub(crate) fn find_byte(bytes: &[u8], from: usize, needle: u8) -> Option<usize> {
    let found = bytes[from..].iter().position(|&byte| byte == needle).map(|i| from + i);
    steps::count(found.unwrap_or(bytes.len()) - from);
    found
}
