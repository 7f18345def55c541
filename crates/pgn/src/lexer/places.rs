//! Lines and columns.

use crate::characters::line_break_len;
use crate::steps;

/// Converts offsets to lines and columns. For increasing offsets the text is read once; an offset before the last one rereads from the
/// start of the game ([`Places::begin_game`]), not of the text.
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

    /// Marks the start of the game whose offsets will be located next.
    pub(crate) fn begin_game(&mut self, offset: usize) {
        self.locate(offset);
        self.game = self.now;
    }

    /// Line and column (in characters) of an offset, both from 1.
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
                    // UTF-8 continuation bytes are not separate characters.
                    *column += usize::from(byte & 0xC0 != 0x80);
                }
            }
        }
        (*line, *column)
    }
}
