//! Lines and columns.

use crate::characters::line_break_len;
use crate::steps;

/// Turns offsets into lines and columns. While offsets grow the text is read once; for one that lies before the last it is read again, from
/// the beginning of the game ([`Places::begin_game`]) and not from that of the text.
#[derive(Clone, Debug)]
pub(crate) struct Places<'a> {
    text: &'a str,
    now: Place,
    game: Place,
}

/// An offset, with its line and column.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    line: usize,
    column: usize,
}

impl Place {
    const START: Self = Self { at: 0, line: 1, column: 1 };
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, now: Place::START, game: Place::START }
    }

    /// Notes where the game begins of which places are asked for now.
    pub(crate) fn begin_game(&mut self, offset: usize) {
        self.locate(offset);
        self.game = self.now;
    }

    /// Line and column (in characters) of an offset, both counted from 1.
    pub(crate) fn locate(&mut self, offset: usize) -> (usize, usize) {
        if offset < self.now.at {
            self.now = if offset < self.game.at { Place::START } else { self.game };
        }
        let bytes = self.text.as_bytes();
        let Place { at, line, column } = &mut self.now;
        steps::count(offset.saturating_sub(*at));
        while *at < offset.min(bytes.len()) {
            match bytes[*at] {
                b'\n' | b'\r' => {
                    *at += line_break_len(&bytes[*at..]);
                    *line += 1;
                    *column = 1;
                }
                byte => {
                    *at += 1;
                    // Continuation bytes of UTF-8 are no characters of their own.
                    *column += usize::from(byte & 0xC0 != 0x80);
                }
            }
        }
        (*line, *column)
    }
}
