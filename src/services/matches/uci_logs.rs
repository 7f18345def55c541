//! Engine traffic of a match worker for the console, taken from its log while the console watches.

use std::cell::RefCell;

use tabia_arena::output::log::Direction;

use crate::language::tr;
use crate::services::uci_log::{UciLog, is_watched};

/// Engines of one worker. The Lab saves the log itself, so this does nothing unless the console watches.
pub(super) struct MatchUciLogs {
    worker: usize,
    names: Vec<String>,
    uci_logs: RefCell<Vec<UciLog>>,
}

impl MatchUciLogs {
    /// Creates the logs for a worker number and engine names.
    pub(super) fn new(worker: usize, names: impl Iterator<Item = String>) -> Self {
        Self { worker, names: names.collect(), uci_logs: RefCell::default() }
    }

    /// Forwards lines of the log.
    pub(super) fn note(&self, log: &str) {
        if !is_watched() {
            return;
        }
        let mut uci_logs = self.uci_logs.borrow_mut();
        if uci_logs.is_empty() {
            let purpose = tr!("Match, worker {number}", number = self.worker + 1);
            uci_logs.extend(self.names.iter().map(|name| {
                let tap = UciLog::new(&purpose, None);
                tap.rename(name);
                tap
            }));
        }
        for line in log.lines() {
            let Some((player, direction, text)) = parts(line, &self.names) else { continue };
            let Some(tap) = uci_logs.get(player) else { continue };
            match direction {
                Direction::Sent => tap.sent_one(text),
                Direction::Received => tap.received_one(text),
            }
        }
    }
}

/// Splits a log line into player index, direction and text.
fn parts<'a>(line: &'a str, names: &[String]) -> Option<(usize, Direction, &'a str)> {
    let (_, rest) = line.trim_start().split_once(' ')?;
    names.iter().enumerate().find_map(|(player, name)| {
        let rest = rest.strip_prefix(name.as_str())?.strip_prefix(' ')?;
        let arrow = |direction: Direction| {
            let text = rest.strip_prefix(direction.to_string().as_str())?;
            Some((player, direction, text.strip_prefix(' ').unwrap_or(text)))
        };
        arrow(Direction::Sent).or_else(|| arrow(Direction::Received))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::output::log::log_line;

    #[test]
    fn a_line_of_the_log_is_taken_apart() {
        let names = ["Tabia".to_owned(), "Tabia 2 (new)".to_owned()];
        for (player, name) in names.iter().enumerate() {
            for direction in [Direction::Sent, Direction::Received] {
                let line = log_line(12_345.6, name, direction, "info string x -> y");
                assert_eq!(parts(&line, &names), Some((player, direction, "info string x -> y")), "{line}");
            }
        }
        assert_eq!(parts("nonsense", &names), None);
        assert_eq!(parts("1.000 Stranger <- go", &names), None);
    }
}
