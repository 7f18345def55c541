//! Filter of the console lines, run in time slices so that a flood of lines doesn't block the page.

use std::collections::VecDeque;

use regex_lite::{Regex, RegexBuilder};

use crate::services::uci_log::ring::{Direction, LogEntry, Ring};

/// Search pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Matches everything.
    Any,
    /// Case-insensitive text, in lower case.
    Text(String),
    /// Regular expression.
    Regex(Regex),
}

impl Pattern {
    /// Parses a pattern: plain text or a regular expression. An invalid expression is searched for literally.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::Any;
        }
        let is_plain = !text.contains(['\\', '^', '$', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|']);
        // A single dot usually means a literal dot.
        let regex = if is_plain {
            None
        } else {
            RegexBuilder::new(text).case_insensitive(true).size_limit(1 << 20).build().ok()
        };
        regex.map_or_else(|| Self::Text(text.to_lowercase()), Self::Regex)
    }

    /// Returns whether a line matches.
    pub fn is_in(&self, line: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Text(text) => contains(line, text),
            Self::Regex(regex) => regex.is_match(line),
        }
    }
}

/// Returns whether `line` contains `text`, which is in lower case, ignoring case.
fn contains(line: &str, text: &str) -> bool {
    if line.is_ascii() {
        let (line, text) = (line.as_bytes(), text.as_bytes());
        return line.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text));
    }
    line.to_lowercase().contains(text)
}

/// Filter of the lines.
#[derive(Clone, Debug)]
pub struct LineFilter {
    /// Only lines of this engine.
    pub engine: Option<u32>,
    /// Only lines in this direction.
    pub direction: Option<Direction>,
    /// Only lines that match.
    pub pattern: Pattern,
}

impl LineFilter {
    fn takes(&self, entry: &LogEntry) -> bool {
        self.engine.is_none_or(|engine| engine == entry.engine)
            && self.direction.is_none_or(|direction| direction == entry.direction)
            && self.pattern.is_in(&entry.text)
    }
}

/// Numbers of the lines that pass the filter.
#[derive(Clone, Debug, Default)]
pub struct ShownLines {
    numbers: VecDeque<u64>,
    /// Number of the next line to examine.
    next: u64,
}

impl ShownLines {
    /// Returns an empty list that starts at line `next`.
    pub fn from(next: u64) -> Self {
        Self { numbers: VecDeque::new(), next }
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number of the line at an index.
    pub fn number(&self, place: usize) -> Option<u64> {
        self.numbers.get(place).copied()
    }

    /// Iterates over the numbers of all lines.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.numbers.iter().copied()
    }

    /// Filters the lines not examined yet while `go_on`, polled every 64 lines, returns true. Returns whether it reached the end.
    pub fn look(&mut self, ring: &Ring, filter: &LineFilter, mut go_on: impl FnMut() -> bool) -> bool {
        let first = ring.first_number();
        while self.numbers.front().is_some_and(|number| *number < first) {
            self.numbers.pop_front();
        }
        for (count, entry) in ring.since(self.next).enumerate() {
            if count % 64 == 63 && !go_on() {
                return false;
            }
            self.next = entry.number + 1;
            if filter.takes(entry) {
                self.numbers.push_back(entry.number);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pattern: &str) -> LineFilter {
        LineFilter { engine: None, direction: None, pattern: Pattern::of(pattern) }
    }

    #[test]
    fn texts_and_expressions_are_found_and_what_is_neither_is_taken_as_it_stands() {
        for (pattern, line, is_in) in [
            ("", "anything", true),
            ("BESTMOVE", "bestmove e2e4", true),
            ("1.5", "score 1x5", false),
            ("^info .*depth 1\\d ", "info depth 12 nodes 3", true),
            ("^depth", "info depth 12", false),
            ("(e2e4", "bestmove (e2e4", true),
            ("[", "a [ bracket", true),
            ("(a+)+$", &"a".repeat(5000), true),
            ("(a+)+b", &"a".repeat(5000), false),
            ("é", "É", true),
        ] {
            assert_eq!(Pattern::of(pattern).is_in(line), is_in, "{pattern} in {line:.20}");
        }
    }

    #[test]
    fn lines_are_filtered_in_slices_and_old_ones_leave() {
        let mut ring = Ring::new(100 * 80);
        for number in 0..50_u32 {
            ring.push(
                0.0,
                number % 2,
                if number % 3 == 0 { Direction::Sent } else { Direction::Received },
                &format!("line {number}"),
            );
        }
        let filter = LineFilter { engine: Some(0), direction: Some(Direction::Sent), pattern: Pattern::Any };
        let mut shown = ShownLines::default();
        assert!(shown.look(&ring, &filter, || true));
        assert_eq!(shown.numbers().collect::<Vec<_>>(), [0, 6, 12, 18, 24, 30, 36, 42, 48]);
        let mut every = ShownLines::default();
        for number in 50..1000 {
            ring.push(0.0, 0, Direction::Received, &format!("line {number}"));
        }
        let mut slices = 1;
        while !every.look(&ring, &all(""), || false) {
            slices += 1;
        }
        assert!(slices > 1, "it asks whether it may go on");
        assert_eq!(every.number(0), Some(ring.first_number()));
        shown.look(&ring, &filter, || true);
        assert_eq!(shown.len(), 0, "what the ring forgot is not shown");
        assert_eq!(ShownLines::from(990).number(0), None);
    }
}
