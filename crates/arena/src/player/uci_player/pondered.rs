//! Engine output while pondering: stored until the opponent has moved, and bounded.

use std::collections::VecDeque;

/// The maximum number of lines; beyond that, the oldest are dropped.
const MAX_LINES: usize = 1024;

/// The maximum amount of text, in bytes; beyond that, the oldest lines are dropped.
const MAX_BYTES: usize = 1 << 20;

/// The last lines of a pondering engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Pondered {
    lines: VecDeque<String>,
    bytes: usize,
}

impl Pondered {
    /// Adds a line.
    pub(super) fn push(&mut self, line: &str) {
        self.bytes += line.len();
        self.lines.push_back(line.to_owned());
        while self.lines.len() > MAX_LINES || self.bytes > MAX_BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.len();
        }
    }

    /// Returns whether the engine has already moved.
    pub(super) fn has_move(&self) -> bool {
        self.lines.iter().any(|line| line.split_ascii_whitespace().next() == Some("bestmove"))
    }

    /// Returns the lines, oldest first.
    pub(super) fn into_lines(self) -> VecDeque<String> {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_in_number_and_in_bytes() {
        let mut pondered = Pondered::default();
        for number in 0..3000 {
            pondered.push(&format!("info string {number}"));
        }
        assert_eq!((pondered.lines.len(), pondered.has_move()), (MAX_LINES, false));
        for _ in 0..100 {
            pondered.push(&"x".repeat(65_000));
        }
        pondered.push("bestmove e2e4");
        assert!(pondered.bytes <= MAX_BYTES && pondered.has_move(), "{}", pondered.bytes);
        assert_eq!(pondered.into_lines().len(), 17);
    }
}
