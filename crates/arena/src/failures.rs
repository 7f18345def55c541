//! Consecutive failures, and when to give up: one rule for a match's engines, its workers, and the engine of
//! an analysis.

use tabia_chess::Color;

use crate::termination::{Conclusion, Reason};

/// The number of failures since the last success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    in_a_row: u32,
}

impl Failures {
    /// Counts a failure. Returns whether to retry: fewer than `limit` in a row.
    pub const fn record(&mut self, limit: u32) -> bool {
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.in_a_row < limit
    }

    /// Resets the count after a success, or for a new attempt.
    pub const fn reset(&mut self) {
        self.in_a_row = 0;
    }

    /// Returns the number of consecutive failures.
    pub const fn in_a_row(self) -> u32 {
        self.in_a_row
    }
}

/// The failures of the engines in a match: consecutive games lost by crashing or not responding.
#[derive(Clone, Debug)]
pub struct EngineFailures {
    limit: u32,
    failures: Vec<Failures>,
    /// Whether each engine has ever played a game without failing.
    has_played: Vec<bool>,
}

impl EngineFailures {
    /// Creates counters for `engines` engines. After `limit` consecutive forfeits an engine is given up.
    pub fn new(engines: usize, limit: u32) -> Self {
        Self { limit, failures: vec![Failures::default(); engines], has_played: vec![false; engines] }
    }

    /// Counts a game that an engine played with a colour. Returns its number of consecutive forfeits if the
    /// limit is reached.
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

    /// Returns whether an engine has ever played a game without failing.
    pub fn has_played(&self, engine: usize) -> bool {
        self.has_played.get(engine).copied().unwrap_or(false)
    }

    /// Resets all failures, to retry the match.
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
