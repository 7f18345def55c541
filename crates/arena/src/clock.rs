//! One player's chess clock. It is told how long a move took; it does not read the time itself.

use serde::{Deserialize, Serialize};

use crate::time_control::TimeControl;

/// The remaining thinking time, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    control: TimeControl,
    period: usize,
    /// Moves to the end of the period, if it counts moves.
    moves_to_go: Option<u32>,
    remaining_ms: f64,
}

/// What a clock shows, without its time control: what is kept of a game that goes on later.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClockState {
    /// The remaining time in milliseconds.
    pub remaining_ms: f64,
    /// The period, from 0.
    pub period: usize,
    /// Moves to the end of the period, if it counts moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock before the first move. As in cutechess and fastchess it shows the time plus one increment.
    pub fn new(control: TimeControl) -> Self {
        let first = control.period(0);
        Self {
            period: 0,
            moves_to_go: first.moves,
            remaining_ms: (first.time_ms + first.increment_ms) as f64,
            control,
        }
    }

    /// A clock that shows what another one showed. What cannot be (a count of moves that the period does not
    /// have, a negative time) is replaced by the nearest that can.
    pub fn restored(control: TimeControl, state: ClockState) -> Self {
        let moves = control.period(state.period).moves;
        let moves_to_go = moves.map(|moves| state.moves_to_go.unwrap_or(moves).clamp(1, moves));
        let mut clock = Self { control, period: state.period, moves_to_go, remaining_ms: 0.0 };
        clock.set_remaining_ms(state.remaining_ms);
        clock
    }

    /// What it shows.
    pub const fn state(&self) -> ClockState {
        ClockState { remaining_ms: self.remaining_ms, period: self.period, moves_to_go: self.moves_to_go }
    }

    /// The time control that it follows.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The remaining time in milliseconds.
    pub fn remaining_ms(&self) -> f64 {
        self.remaining_ms
    }

    /// Sets the remaining time in milliseconds; negative times and those that are no number count as 0.
    pub fn set_remaining_ms(&mut self, remaining_ms: f64) {
        self.remaining_ms = if remaining_ms.is_finite() { remaining_ms.max(0.0) } else { 0.0 };
    }

    /// The current increment per move in milliseconds.
    pub fn increment_ms(&self) -> u64 {
        self.control.period(self.period).increment_ms
    }

    /// Moves to the next time control; `None` in sudden death.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Subtracts the time of a move in milliseconds, negative ones counting as 0, and adds the increment or the
    /// next period.
    ///
    /// # Errors
    /// If the move took longer than the remaining time and the margin allow: by how many milliseconds it
    /// exceeded the remaining time. This is decided before any time is added, even on the last move of a
    /// period.
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
