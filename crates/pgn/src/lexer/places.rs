//! Lines and columns.

use crate::characters::line_break_len;

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
