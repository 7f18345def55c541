//! Ring buffer of the latest lines between the page and its engines, limited in bytes.

use std::collections::VecDeque;
use std::rc::Rc;

/// Direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the engine.
    Sent,
    /// From the engine.
    Received,
    /// Remark of the page about the engine, such as its start or end.
    Remark,
}

/// Line with its timestamp.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Sequence number among all lines of the page, from 0.
    pub number: u64,
    /// Milliseconds since the page was opened.
    pub at_ms: f64,
    /// Number of the engine.
    pub engine: u32,
    /// Direction of the line.
    pub direction: Direction,
    /// Text without the line ending.
    pub text: Rc<str>,
}

/// Overhead of an entry besides its text, in bytes.
const OVERHEAD: usize = 64;
/// Maximum length of a line in bytes; longer ones are cut.
const LONGEST: usize = 16 * 1024;

/// Ring buffer of lines; new lines evict the oldest.
#[derive(Debug)]
pub struct Ring {
    entries: VecDeque<LogEntry>,
    bytes: usize,
    limit: usize,
    next: u64,
}

impl Ring {
    /// Creates a ring buffer of `limit` bytes that holds at least one line.
    pub const fn new(limit: usize) -> Self {
        Self { entries: VecDeque::new(), bytes: 0, limit, next: 0 }
    }

    /// Adds a line.
    pub fn push(&mut self, at_ms: f64, engine: u32, direction: Direction, line: &str) {
        let mut end = line.len().min(LONGEST);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let text: Rc<str> =
            if end < line.len() { format!("{}…", &line[..end]).into() } else { line.into() };
        self.bytes += text.len() + OVERHEAD;
        self.entries.push_back(LogEntry { number: self.next, at_ms, engine, direction, text });
        self.next += 1;
        while self.bytes > self.limit && self.entries.len() > 1 {
            if let Some(oldest) = self.entries.pop_front() {
                self.bytes -= oldest.text.len() + OVERHEAD;
            }
        }
    }

    /// Returns the number of the next line.
    pub const fn next_number(&self) -> u64 {
        self.next
    }

    /// Returns the number of the oldest line still present; the next number if empty.
    pub fn first_number(&self) -> u64 {
        self.entries.front().map_or(self.next, |entry| entry.number)
    }

    /// Returns the lines from `number` on, oldest first.
    pub fn since(&self, number: u64) -> impl Iterator<Item = &LogEntry> {
        // Numbers have no gaps.
        let skipped = number.saturating_sub(self.first_number());
        self.entries.iter().skip(usize::try_from(skipped).unwrap_or(usize::MAX))
    }

    /// Returns the line with this number, if still present.
    pub fn get(&self, number: u64) -> Option<&LogEntry> {
        let place = number.checked_sub(self.first_number())?;
        self.entries.get(usize::try_from(place).ok()?)
    }

    /// Removes all lines; numbering continues.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_are_kept_within_the_limit() {
        let mut ring = Ring::new(10 * (OVERHEAD + 8));
        for number in 0..65_000 {
            ring.push(f64::from(number), 1, Direction::Received, &format!("{number:>8}"));
        }
        assert_eq!((ring.first_number(), ring.next_number()), (64_990, 65_000));
        assert_eq!(ring.since(0).count(), 10);
        let texts: Vec<&str> = ring.since(64_998).map(|entry| entry.text.trim()).collect();
        assert_eq!(texts, ["64998", "64999"]);
        assert_eq!(ring.get(64_989), None);
        assert_eq!(ring.get(64_990).map(|entry| entry.text.trim().to_owned()).as_deref(), Some("64990"));
        assert_eq!(ring.since(70_000).count(), 0);
        ring.clear();
        assert_eq!((ring.first_number(), ring.since(0).count()), (65_000, 0));
        ring.push(0.0, 1, Direction::Sent, "uci");
        assert_eq!(ring.get(65_000).map(|entry| &*entry.text), Some("uci"));
    }

    #[test]
    fn a_line_without_end_is_cut_and_kept() {
        let mut ring = Ring::new(1000);
        ring.push(0.0, 1, Direction::Received, "short");
        ring.push(0.0, 1, Direction::Received, &"é".repeat(LONGEST));
        assert_eq!(ring.since(0).count(), 1, "the newest stays, however long");
        let kept = ring.since(0).next().map(|entry| entry.text.chars().count());
        assert_eq!(kept, Some(LONGEST / 2 + 1));
    }
}
