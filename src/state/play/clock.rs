//! The clocks of a game.
//!
//! The caller supplies the time, in milliseconds of any monotonic clock; the clocks read none themselves. The side
//! to move is charged for the time between two calls; time that the caller leaves out (a pause, a closed page) is
//! free.

use tabia_arena::{Clock, ClockState, TimeControl};
use tabia_chess::Color;

/// State of both clocks, White's first; `None` for a side without a clock.
pub type ClockStates = [Option<ClockState>; 2];

/// Clocks of both sides, at most one of which runs.
#[derive(Clone, Debug, PartialEq)]
pub struct GameClocks {
    sides: [Option<Clock>; 2],
    running: Option<RunningClock>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct RunningClock {
    color: Color,
    since_ms: f64,
    /// Time spent on this turn before `since_ms`.
    spent_ms: f64,
}

/// Displayed clock state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockReading {
    /// Remaining time in milliseconds, 0 or more.
    pub remaining_ms: f64,
    /// Whether it runs.
    pub is_running: bool,
    /// Moves to the next period, if the period counts moves.
    pub moves_to_go: Option<u32>,
    /// Whether the time is up.
    pub is_up: bool,
}

impl GameClocks {
    /// Creates the clocks before the first move; neither runs.
    pub fn new(controls: &[Option<TimeControl>; 2]) -> Self {
        Self { sides: controls.clone().map(|control| control.map(Clock::new)), running: None }
    }

    /// Whether any side has a clock.
    pub fn is_any(&self) -> bool {
        self.sides.iter().any(Option::is_some)
    }

    /// Whether a side has a clock.
    pub fn has(&self, color: Color) -> bool {
        self.sides[color.index()].is_some()
    }

    /// Returns the clock of a side as of the start of its turn.
    pub fn side(&self, color: Color) -> Option<&Clock> {
        self.sides[color.index()].as_ref()
    }

    /// Starts the clock of a side and stops the other one. `spent_ms` is the time spent on the turn so far.
    pub fn start(&mut self, color: Color, spent_ms: f64, now_ms: f64) {
        self.running = Some(RunningClock { color, since_ms: now_ms, spent_ms });
    }

    /// Stops both clocks and returns the time spent on the turn so far.
    pub fn stop(&mut self, now_ms: f64) -> f64 {
        let spent = self.spent_ms(now_ms);
        self.running = None;
        spent
    }

    /// Returns the side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|running| running.color)
    }

    /// Returns the time spent on the turn so far, in milliseconds; 0 if no clock runs.
    pub fn spent_ms(&self, now_ms: f64) -> f64 {
        self.running.map_or(0.0, |running| running.spent_ms + (now_ms - running.since_ms).max(0.0))
    }

    /// Excludes a time from the turn, such as when the browser slept.
    pub fn forgive(&mut self, ms: f64, now_ms: f64) {
        if let Some(running) = &mut self.running {
            running.since_ms = (running.since_ms + ms.max(0.0)).min(now_ms);
        }
    }

    /// Returns the reading of a side's clock; `None` if it has none.
    pub fn reading(&self, color: Color, now_ms: f64) -> Option<ClockReading> {
        let clock = self.side(color)?;
        let is_running = self.running() == Some(color);
        let spent = if is_running { self.spent_ms(now_ms) } else { 0.0 };
        let left = clock.remaining_ms() - spent;
        Some(ClockReading {
            remaining_ms: left.max(0.0),
            is_running,
            moves_to_go: clock.moves_to_go(),
            is_up: left <= 0.0,
        })
    }

    /// Returns the time when the running clock runs out; `None` if no clock runs.
    pub fn up_at_ms(&self) -> Option<f64> {
        let running = self.running?;
        let clock = self.side(running.color)?;
        Some(running.since_ms + clock.remaining_ms() - running.spent_ms)
    }

    /// Ends the turn of a side after `elapsed_ms`: subtracts them, and adds the increment or the next period. An
    /// expired clock continues from zero; the caller has already decided whether that loses.
    pub fn spend(&mut self, color: Color, elapsed_ms: f64) {
        if let Some(clock) = &mut self.sides[color.index()] {
            // Never more than the remaining time, so this can't fail.
            let _ = clock.spend(elapsed_ms.clamp(0.0, clock.remaining_ms()), 0.0);
        }
        self.running = None;
    }

    /// Subtracts a time from a side's clock, down to zero: the time spent on the last turn when the game ends.
    pub fn take_off(&mut self, color: Color, ms: f64) {
        if let Some(clock) = &mut self.sides[color.index()] {
            clock.set_remaining_ms(clock.remaining_ms() - ms.max(0.0));
        }
    }

    /// Returns the state of both clocks, without the time spent on the current turn.
    pub fn states(&self) -> ClockStates {
        [Color::White, Color::Black].map(|color| self.side(color).map(Clock::state))
    }

    /// Restores both clocks to an earlier state; neither runs.
    pub fn restore(&mut self, states: &ClockStates) {
        for (side, state) in self.sides.iter_mut().zip(states) {
            if let (Some(clock), Some(state)) = (side.as_mut(), state) {
                *clock = Clock::restored(clock.control().clone(), *state);
            }
        }
        self.running = None;
    }

    /// Sets the remaining time of a side, in milliseconds. A running clock continues from there; a side without a
    /// clock gets none.
    pub fn set_remaining(&mut self, color: Color, remaining_ms: f64, now_ms: f64) {
        if let Some(clock) = &mut self.sides[color.index()] {
            clock.set_remaining_ms(remaining_ms);
            if self.running() == Some(color) {
                self.start(color, 0.0, now_ms);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole milliseconds are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clocks(white: &str, black: &str) -> GameClocks {
        let control = |text: &str| (!text.is_empty()).then(|| text.parse().unwrap());
        GameClocks::new(&[control(white), control(black)])
    }

    #[test]
    fn the_side_to_move_pays_and_gets_its_increment() {
        let mut clocks = clocks("60+2", "30");
        clocks.start(Color::White, 0.0, 1000.0);
        let reading = clocks.reading(Color::White, 6000.0).unwrap();
        assert_eq!((reading.remaining_ms, reading.is_running, reading.is_up), (57_000.0, true, false));
        assert_eq!(clocks.reading(Color::Black, 6000.0).unwrap().remaining_ms, 30_000.0);
        assert_eq!(clocks.up_at_ms(), Some(63_000.0));
        clocks.spend(Color::White, 5000.0);
        assert_eq!(clocks.reading(Color::White, 6000.0).unwrap().remaining_ms, 59_000.0);
        assert_eq!(clocks.running(), None);
    }

    #[test]
    fn a_pause_costs_nothing_and_what_was_spent_before_counts() {
        let mut clocks = clocks("60", "60");
        clocks.start(Color::White, 0.0, 0.0);
        let spent = clocks.stop(4000.0);
        assert_eq!(clocks.reading(Color::White, 99_000.0).unwrap().remaining_ms, 60_000.0);
        clocks.start(Color::White, spent, 100_000.0);
        assert_eq!(clocks.reading(Color::White, 101_000.0).unwrap().remaining_ms, 55_000.0);
        assert_eq!(clocks.up_at_ms(), Some(156_000.0));
    }

    #[test]
    fn a_clock_without_a_flag_stands_at_zero() {
        let mut clocks = clocks("5+2", "5");
        clocks.start(Color::White, 0.0, 0.0);
        let reading = clocks.reading(Color::White, 20_000.0).unwrap();
        assert_eq!((reading.remaining_ms, reading.is_up), (0.0, true));
        clocks.spend(Color::White, 20_000.0);
        assert_eq!(clocks.reading(Color::White, 20_000.0).unwrap().remaining_ms, 2000.0);
    }

    #[test]
    fn a_side_may_have_no_clock() {
        let mut clocks = clocks("", "60");
        clocks.start(Color::White, 0.0, 0.0);
        assert_eq!((clocks.up_at_ms(), clocks.reading(Color::White, 9.0)), (None, None));
        clocks.spend(Color::White, 9000.0);
        clocks.set_remaining(Color::White, 5000.0, 0.0);
        assert_eq!(clocks.reading(Color::White, 9.0), None);
    }

    #[test]
    fn time_that_the_browser_slept_can_be_left_out() {
        let mut clocks = clocks("60", "60");
        clocks.start(Color::Black, 0.0, 0.0);
        clocks.forgive(9000.0, 10_000.0);
        assert_eq!(clocks.spent_ms(10_000.0), 1000.0);
        clocks.forgive(90_000.0, 10_000.0);
        assert_eq!(clocks.spent_ms(10_000.0), 0.0, "never more than there was");
    }

    #[test]
    fn a_clock_is_set_while_it_runs() {
        let mut clocks = clocks("60", "60");
        clocks.start(Color::White, 0.0, 0.0);
        clocks.set_remaining(Color::White, 10_000.0, 5000.0);
        clocks.set_remaining(Color::Black, 20_000.0, 5000.0);
        assert_eq!(clocks.reading(Color::White, 6000.0).unwrap().remaining_ms, 9000.0);
        assert_eq!(clocks.reading(Color::Black, 6000.0).unwrap().remaining_ms, 20_000.0);
    }

    proptest! {
        /// The clocks match the arena's for the same moves, regardless of pauses.
        #[test]
        fn clocks_agree_with_those_of_matches(
            moves in proptest::collection::vec((0u32..4000, 0u32..100_000), 1..60),
        ) {
            let control: TimeControl = "10/30+1,5/20,15+2".parse().unwrap();
            let mut ours = GameClocks::new(&[Some(control.clone()), Some(control.clone())]);
            let mut theirs = [Clock::new(control.clone()), Clock::new(control)];
            let mut now = 0.0;
            for (place, (thought, paused)) in moves.into_iter().enumerate() {
                let color = if place % 2 == 0 { Color::White } else { Color::Black };
                ours.start(color, 0.0, now);
                now += f64::from(thought) / 2.0;
                let spent = ours.stop(now);
                now += f64::from(paused);
                ours.start(color, spent, now);
                now += f64::from(thought) / 2.0;
                let elapsed = ours.spent_ms(now);
                prop_assert!((elapsed - f64::from(thought)).abs() < 1e-6);
                let is_up = ours.reading(color, now).unwrap().is_up;
                let result = theirs[color.index()].spend(f64::from(thought), 0.0);
                prop_assert_eq!(is_up && ours.side(color).unwrap().remaining_ms() < elapsed, result.is_err());
                if result.is_err() {
                    break;
                }
                ours.spend(color, elapsed);
                let shown = ours.reading(color, now).unwrap();
                prop_assert!((shown.remaining_ms - theirs[color.index()].remaining_ms()).abs() < 1e-6);
                prop_assert_eq!(shown.moves_to_go, theirs[color.index()].moves_to_go());
            }
        }

        /// Saved clocks show the same time again.
        #[test]
        fn clocks_are_restored(times in proptest::collection::vec(0u32..3000, 0..40)) {
            let control: TimeControl = "3/20,15+2".parse().unwrap();
            let mut clocks = GameClocks::new(&[Some(control.clone()), Some(control.clone())]);
            for (place, time) in times.into_iter().enumerate() {
                clocks.spend(if place % 2 == 0 { Color::White } else { Color::Black }, f64::from(time));
            }
            let text = serde_json::to_string(&clocks.states()).unwrap();
            let mut restored = GameClocks::new(&[Some(control.clone()), Some(control)]);
            restored.restore(&serde_json::from_str(&text).unwrap());
            prop_assert_eq!(restored, clocks);
        }
    }
}
