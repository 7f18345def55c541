//! Logs of engine communication: one line per line sent or received, in c-chess-cli's format with a timestamp
//! in front.

use std::fmt;

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the engine.
    Sent,
    /// From the engine.
    Received,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sent => "<-",
            Self::Received => "->",
        })
    }
}

/// Formats a log line: `     1.234 name <- go depth 8`, with the time in seconds since the log started.
pub fn log_line(elapsed_ms: f64, engine: &str, direction: Direction, line: &str) -> String {
    format!("{:10.3} {engine} {direction} {line}", elapsed_ms / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_are_those_of_c_chess_cli() {
        assert_eq!(log_line(1234.4, "a b", Direction::Sent, "uci"), "     1.234 a b <- uci");
        assert_eq!(log_line(0.0, "a", Direction::Received, "uciok"), "     0.000 a -> uciok");
    }
}
