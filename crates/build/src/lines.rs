//! The buffer to which the host writes commands.

use std::fmt;

/// The maximum length of a line in bytes.
pub const MAX_LINE_LENGTH: usize = 65_536;

/// A buffer for one line, written by the host between two calls.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
}

/// Why a line was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRefused {
    /// Longer than the buffer requested by `line_buffer`, or than [`MAX_LINE_LENGTH`].
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The length of the buffer.
        room: usize,
    },
    /// Not UTF-8.
    NotUtf8,
}

impl fmt::Display for LineRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, room } => {
                write!(f, "line refused: {length} bytes, but line_buffer made room for {room}")
            }
            Self::NotUtf8 => f.write_str("line refused: not UTF-8"),
        }
    }
}

impl LineBuffer {
    /// Reserves a buffer of `length` bytes; `None` for a length of 0 or above [`MAX_LINE_LENGTH`].
    pub fn reserve(&mut self, length: usize) -> Option<&mut [u8]> {
        self.bytes.clear();
        if length == 0 || length > MAX_LINE_LENGTH {
            return None;
        }
        self.bytes.resize(length, 0);
        Some(&mut self.bytes)
    }

    /// Takes the line that was written and frees the buffer.
    ///
    /// # Errors
    /// If the line is longer than the buffer, or not UTF-8.
    pub fn take(&mut self, length: usize) -> Result<String, LineRefused> {
        let mut bytes = std::mem::take(&mut self.bytes);
        if length > bytes.len() {
            return Err(LineRefused::TooLong { length, room: bytes.len() });
        }
        bytes.truncate(length);
        String::from_utf8(bytes).map_err(|_| LineRefused::NotUtf8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(buffer: &mut LineBuffer, line: &[u8]) {
        buffer.reserve(line.len()).expect("a length in range").copy_from_slice(line);
    }

    #[test]
    fn a_line_comes_back_once() {
        let mut buffer = LineBuffer::default();
        write(&mut buffer, b"go depth 3");
        assert_eq!(buffer.take(10), Ok("go depth 3".to_owned()));
        assert_eq!(buffer.take(10), Err(LineRefused::TooLong { length: 10, room: 0 }));
        write(&mut buffer, b"go depth 3");
        assert_eq!(buffer.take(2), Ok("go".to_owned()));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut buffer = LineBuffer::default();
        assert!(buffer.reserve(0).is_none());
        assert!(buffer.reserve(MAX_LINE_LENGTH + 1).is_none());
        assert!(buffer.reserve(usize::MAX).is_none());
        assert_eq!(buffer.reserve(MAX_LINE_LENGTH).map(|room| room.len()), Some(MAX_LINE_LENGTH));
        write(&mut buffer, b"uci");
        assert_eq!(buffer.take(4), Err(LineRefused::TooLong { length: 4, room: 3 }));
        write(&mut buffer, b"\xff\xfe");
        assert_eq!(buffer.take(2), Err(LineRefused::NotUtf8));
    }
}
