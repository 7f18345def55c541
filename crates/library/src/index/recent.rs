//! The text of the game being scanned, kept until its end is known.

use std::ops::Range;

/// A game with a longer text, in bytes, is not read again: the board accepts none above a megabyte either.
const LONGEST: u64 = 1 << 20;

/// The file's bytes from the start of the last game.
#[derive(Default, Debug)]
pub(super) struct Recent {
    /// Their offset in the file.
    base: u64,
    bytes: Vec<u8>,
    /// Line breaks before them.
    lines: u64,
}

impl Recent {
    /// Adds the bytes at an offset of the file, and drops those before `from`, where the last game begins. Bytes that overlap are
    /// replaced: after a comment that is never closed, the file is read again.
    pub(super) fn add_bytes(&mut self, offset: u64, bytes: &[u8], from: u64) {
        let from = from.min(offset);
        if offset - from > LONGEST {
            // A game that ends after this is too long to be read again.
            self.forget(self.end());
            self.base = offset;
        } else {
            self.forget(from);
        }
        match offset.checked_sub(self.base) {
            Some(known) => self.bytes.truncate(known as usize),
            // It was dropped, with its lines.
            None => self.bytes.clear(),
        }
        if self.end() != offset {
            self.base = offset;
        }
        self.bytes.extend_from_slice(bytes);
    }

    fn end(&self) -> u64 {
        self.base + self.bytes.len() as u64
    }

    fn forget(&mut self, before: u64) {
        let count = (before.saturating_sub(self.base) as usize).min(self.bytes.len());
        self.lines += line_breaks(&self.bytes[..count]);
        self.bytes.drain(..count);
        self.base += count as u64;
    }

    /// Returns the text between two offsets, and the number of its first line, from 1; `None` if it was dropped, or is too long.
    pub(super) fn text(&self, place: Range<u64>) -> Option<(&[u8], u64)> {
        let start = place.start.checked_sub(self.base)? as usize;
        let end = place.end.checked_sub(self.base)? as usize;
        let text = self.bytes.get(start..end).filter(|text| text.len() as u64 <= LONGEST)?;
        Some((text, self.lines + line_breaks(&self.bytes[..start]) + 1))
    }

    /// Returns its memory use, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.bytes.capacity()
    }
}

fn line_breaks(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_there_from_the_beginning_of_the_last_game_on() {
        let file = b"one\ntwo\nthree\nfour\n";
        for size in 1..file.len() {
            let mut recent = Recent::default();
            for (number, piece) in file.chunks(size).enumerate() {
                // The last game begins with the third line.
                let offset = number * size;
                recent.add_bytes(offset as u64, piece, if offset >= 8 { 8 } else { 0 });
            }
            assert_eq!(recent.text(8..14), Some((&b"three\n"[..], 3)), "{size}");
            assert_eq!(recent.text(14..19), Some((&b"four\n"[..], 4)), "{size}");
            assert_eq!(recent.text(14..20), None, "{size}");
            // The file is read again from within it.
            recent.add_bytes(11, &file[11..], 8);
            assert_eq!(recent.text(8..19), Some((&file[8..], 3)), "{size}");
        }
    }

    #[test]
    fn little_is_kept_of_a_text_that_is_too_long() {
        let piece = vec![b'\n'; 1 << 18];
        let mut recent = Recent::default();
        for number in 0..40 {
            recent.add_bytes(number << 18, &piece, 10);
            assert!(recent.memory() <= 4 << 20);
        }
        assert_eq!(recent.text(10..40 << 18), None);
        // The next game begins in the last piece.
        let start = (39 << 18) + 5;
        assert_eq!(recent.text(start..start + 3), Some((&b"\n\n\n"[..], start + 1)));
    }
}
