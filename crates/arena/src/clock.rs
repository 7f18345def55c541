//! One player's chess clock. Its caller measures the time of each move.

use serde::{Deserialize, Serialize};

use crate::time_control::TimeControl;

/// A chess clock, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    control: TimeControl,
    period: usize,
    /// Moves to the end of the period, if it has a number of moves.
    moves_to_go: Option<u32>,
    remaining_ms: f64,
}

/// The state of a clock without its time control, for saving a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClockState {
    /// The remaining time in milliseconds.
    pub remaining_ms: f64,
    /// The period, from 0.
    pub period: usize,
    /// Moves to the end of the period, if it has a number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Creates a clock before the first move. As in cutechess and fastchess, it starts with the time plus one
    /// increment.
    pub fn new(control: TimeControl) -> Self {
        let first = control.period(0);
        Self {
            period: 0,
            moves_to_go: first.moves,
            remaining_ms: (first.time_ms + first.increment_ms) as f64,
            control,
        }
    }

    /// Restores a clock. Invalid values (a move count that the period does not allow, a negative time) are
    /// replaced by the nearest valid ones.
    pub fn restored(control: TimeControl, state: ClockState) -> Self {
        let moves = control.period(state.period).moves;
        let moves_to_go = moves.map(|moves| state.moves_to_go.unwrap_or(moves).clamp(1, moves));
        let mut clock = Self { control, period: state.period, moves_to_go, remaining_ms: 0.0 };
        clock.set_remaining_ms(state.remaining_ms);
        clock
    }

    /// Returns the state for saving.
    pub const fn state(&self) -> ClockState {
        ClockState { remaining_ms: self.remaining_ms, period: self.period, moves_to_go: self.moves_to_go }
    }

    /// Returns the time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the remaining time in milliseconds.
    pub fn remaining_ms(&self) -> f64 {
        self.remaining_ms
    }

    /// Sets the remaining time in milliseconds; negative, infinite and NaN times count as 0.
    pub fn set_remaining_ms(&mut self, remaining_ms: f64) {
        self.remaining_ms = if remaining_ms.is_finite() { remaining_ms.max(0.0) } else { 0.0 };
    }

    /// Returns the current increment per move in milliseconds.
    pub fn increment_ms(&self) -> u64 {
        self.control.period(self.period).increment_ms
    }

    /// Returns the number of moves to the next time control; `None` in sudden death.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Subtracts the time of a move in milliseconds (negative counts as 0), and adds the increment or the
    /// next period.
    ///
    /// # Errors
    /// The number of milliseconds by which the move exceeded the remaining time, if that is more than the
    /// margin. This is checked before any time is added, even on the last move of a period.
    pub fn spend(&mut self, elapsed_ms: f64, margin_ms: f64) -> Result<(), f64> {
        let left = self.remaining_ms - elapsed_ms.max(0.0);
        if left < -margin_ms {
            return Err(-left);
        }
        self.remaining_ms = left.max(0.0) + self.increment_ms() as f64;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.period += 1;
                let next = self.control.period(self.period);
                self.moves_to_go = next.moves;
                self.remaining_ms += next.time_ms as f64;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole milliseconds are exact")]
mod tests {
    use super::*;

    fn clock(control: &str) -> Clock {
        Clock::new(control.parse().unwrap())
    }

    #[test]
    fn an_increment_is_there_from_the_start_and_after_each_move() {
        let mut clock = clock("8+0.08");
        assert_eq!(clock.remaining_ms(), 8080.0);
        clock.spend(1000.0, 0.0).unwrap();
        assert_eq!(clock.remaining_ms(), 7160.0);
        assert_eq!(clock.moves_to_go(), None);
    }

    #[test]
    fn periods_follow_each_other_and_the_last_repeats() {
        let mut clock = clock("2/10,1/5+1");
        assert_eq!((clock.remaining_ms(), clock.moves_to_go()), (10_000.0, Some(2)));
        clock.spend(4000.0, 0.0).unwrap();
        assert_eq!((clock.remaining_ms(), clock.moves_to_go()), (6000.0, Some(1)));
        clock.spend(4000.0, 0.0).unwrap();
        assert_eq!(
            (clock.remaining_ms(), clock.moves_to_go(), clock.increment_ms()),
            (7000.0, Some(1), 1000)
        );
        clock.spend(1000.0, 0.0).unwrap();
        assert_eq!((clock.remaining_ms(), clock.moves_to_go()), (12_000.0, Some(1)));
    }

    #[test]
    fn what_it_shows_is_kept_and_restored() {
        let mut clock = clock("2/10,1/5+1");
        clock.spend(4000.0, 0.0).unwrap();
        assert_eq!(Clock::restored(clock.control().clone(), clock.state()), clock);
        clock.set_remaining_ms(-1.0);
        assert_eq!(clock.remaining_ms(), 0.0);
        let odd = ClockState { remaining_ms: f64::NAN, period: 7, moves_to_go: Some(9) };
        let mut restored = Clock::restored(clock.control().clone(), odd);
        assert_eq!((restored.remaining_ms(), restored.moves_to_go()), (0.0, Some(1)));
        restored.spend(0.0, 0.0).unwrap();
        assert_eq!(restored.remaining_ms(), 6000.0);
    }

    #[test]
    fn an_overrun_on_the_last_move_of_a_period_is_one() {
        let mut clock = clock("1/1");
        assert_eq!(clock.spend(1500.0, 0.0), Err(500.0));
    }

    #[test]
    fn a_clock_without_increment_never_rises() {
        let mut clock = clock("5");
        clock.spend(-400.0, 0.0).unwrap();
        assert_eq!(clock.remaining_ms(), 5000.0);
    }

    #[test]
    fn a_margin_forgives_but_gives_nothing() {
        let mut clock = clock("1");
        assert_eq!(clock.spend(1000.0, 0.0), Ok(()));
        assert_eq!(clock.remaining_ms(), 0.0);
        assert_eq!(clock.spend(50.0, 50.0), Ok(()));
        assert_eq!(clock.remaining_ms(), 0.0);
        assert_eq!(clock.spend(50.5, 50.0), Err(50.5));
    }
}
