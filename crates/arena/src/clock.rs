//! One player's chess clock. It is told how long a move took; it does not read the time itself.

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

    /// The remaining time in milliseconds.
    pub fn remaining_ms(&self) -> f64 {
        self.remaining_ms
    }

    /// The current increment per move in milliseconds.
    pub fn increment_ms(&self) -> u64 {
        self.control.period(self.period).increment_ms
    }

    /// Moves to the next time control; `None` in sudden death.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Subtracts the time of a move and adds the increment or the next period.
    ///
    /// # Errors
    /// If the move took longer than the remaining time and the margin allow: by how many milliseconds it
    /// exceeded the remaining time. This is decided before any time is added, even on the last move of a
    /// period.
    pub fn spend(&mut self, elapsed_ms: f64, margin_ms: f64) -> Result<(), f64> {
        let left = self.remaining_ms - elapsed_ms;
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
    fn an_overrun_on_the_last_move_of_a_period_is_one() {
        let mut clock = clock("1/1");
        assert_eq!(clock.spend(1500.0, 0.0), Err(500.0));
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
