//! Failures in a row, and when they are too many to go on: one rule for the engines of a match, the workers
//! that play it, and the engine of an analysis.

use tabia_chess::Color;

use crate::termination::{Conclusion, Reason};

/// Failures of something since it last succeeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    in_a_row: u32,
}

impl Failures {
    /// Counts a failure. Returns whether another start is worth while: fewer than `limit` came in a row.
    pub const fn record(&mut self, limit: u32) -> bool {
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.in_a_row < limit
    }

    /// Forgets the failures: something succeeded, or is to be tried again.
    pub const fn reset(&mut self) {
        self.in_a_row = 0;
    }

    /// How many there were.
    pub const fn in_a_row(self) -> u32 {
        self.in_a_row
    }
}

/// The failures of the engines of a match: games in a row that each lost by crashing or not answering.
#[derive(Clone, Debug)]
pub struct EngineFailures {
    limit: u32,
    failures: Vec<Failures>,
    /// Whether an engine was ever seen to play a game without failing.
    has_played: Vec<bool>,
}

impl EngineFailures {
    /// No failures yet of so many engines. After `limit` forfeits in a row an engine is given up.
    pub fn new(engines: usize, limit: u32) -> Self {
        Self { limit, failures: vec![Failures::default(); engines], has_played: vec![false; engines] }
    }

    /// Takes a game that an engine has played with a colour. Returns the number of its forfeits in a row if
    /// they are too many.
    pub fn record(&mut self, engine: usize, color: Color, conclusion: &Conclusion) -> Option<u32> {
        let is_forfeit = conclusion.winner == Some(!color)
            && matches!(conclusion.reason, Reason::Disconnect | Reason::Stall);
        let failures = self.failures.get_mut(engine)?;
        if is_forfeit {
            return (!failures.record(self.limit)).then_some(failures.in_a_row);
        }
        failures.reset();
        if let Some(has_played) = self.has_played.get_mut(engine) {
            *has_played = true;
        }
        None
    }

    /// Whether an engine has ever played a game without failing.
    pub fn has_played(&self, engine: usize) -> bool {
        self.has_played.get(engine).copied().unwrap_or(false)
    }

    /// Forgets all failures: the match is to be tried again.
    pub fn reset(&mut self) {
        self.failures.fill(Failures::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forfeits_in_a_row_are_counted_by_engine() {
        let mut engines = EngineFailures::new(2, 3);
        let crash = Conclusion::win(Color::Black, Reason::Disconnect);
        let stall = Conclusion::win(Color::White, Reason::Stall);
        assert_eq!(engines.record(0, Color::White, &crash), None);
        assert_eq!(engines.record(1, Color::Black, &crash), None, "the other one won");
        assert!(engines.has_played(1) && !engines.has_played(0));
        assert_eq!(engines.record(0, Color::Black, &stall), None);
        assert_eq!(engines.record(0, Color::White, &crash), Some(3));
        engines.reset();
        assert_eq!(engines.record(0, Color::White, &crash), None);
        let late = Conclusion::win(Color::Black, Reason::TimeForfeit(None));
        assert_eq!(engines.record(0, Color::White, &late), None, "time is no failure");
        assert!(engines.has_played(0));
        assert_eq!(engines.record(0, Color::White, &crash), None);
        assert_eq!(engines.record(7, Color::White, &crash), None, "no such engine");
    }
}
