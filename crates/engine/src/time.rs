//! Time management: how much of the clock a move may take.
//!
//! There are two limits, as in most engines. The soft one is checked between iterations, stretched or
//! shortened by what the search has seen; the hard one stops the search at any point. All times are integer
//! milliseconds, factors are thousandths. The constants are hand values.

use crate::limits::{ClockState, TimeLimit};

/// The number of moves planned for the rest of a sudden-death game.
const HORIZON_MOVES: u64 = 24;
/// The hard limit as a multiple of the soft one, in thousandths.
const HARD_FACTOR: u64 = 4_000;
/// The maximum share of the clock above the reserve for one move, in thousandths.
const MAX_CLOCK_SHARE: u64 = 350;
/// The same for the last move before a time control.
const MAX_LAST_MOVE_SHARE: u64 = 800;
/// Time that is never planned with, in milliseconds, in addition to [`RESERVE_OVERHEADS`] overheads: a busy
/// machine suspends a program for tens of milliseconds, during its search and again before its answer is
/// read.
const RESERVE_MS: u64 = 150;
/// Number of overheads in the reserve.
const RESERVE_OVERHEADS: u64 = 3;
/// The maximum share of the reserve for one move once the clock is down to it, in thousandths.
const MAX_RESERVE_SHARE: u64 = 60;

/// The limits for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    soft_ms: u64,
    hard_ms: u64,
    is_fixed: bool,
}

impl TimeManager {
    /// Plans a move; `None` without a time limit. `overhead_ms` is lost with each move between the engine and
    /// the clock. `usage` is the share of the planned time that is used, in percent.
    pub fn new(limit: TimeLimit, overhead_ms: u64, usage: u64) -> Option<Self> {
        match limit {
            TimeLimit::None => None,
            TimeLimit::MoveTime(time_ms) => {
                let bound = time_ms.max(1);
                Some(Self { soft_ms: bound, hard_ms: bound, is_fixed: true })
            }
            TimeLimit::Clock(clock) => Some(Self::from_clock(clock, overhead_ms, usage)),
        }
    }

    fn from_clock(clock: ClockState, overhead_ms: u64, usage: u64) -> Self {
        // Large enough for every game, and small enough that no product below overflows, however wrong the
        // clock is.
        const CENTURY_MS: u64 = 3_155_760_000_000;
        let time_ms = clock.time_ms.min(CENTURY_MS);
        let increment_ms = clock.increment_ms.min(CENTURY_MS);
        let (moves, most) = match clock.moves_to_go {
            Some(1) => (1, MAX_LAST_MOVE_SHARE),
            Some(moves) if moves > 0 => (u64::from(moves).min(HORIZON_MOVES + 8), MAX_CLOCK_SHARE),
            _ => (HORIZON_MOVES, MAX_CLOCK_SHARE),
        };
        let reserve_ms = RESERVE_MS + overhead_ms * RESERVE_OVERHEADS;
        let usable_ms = time_ms.saturating_sub(reserve_ms + overhead_ms);
        // Below the reserve the engine lives on the increment.
        let scraped_ms = (time_ms * MAX_RESERVE_SHARE / 1000).min((increment_ms / 2).max(1));
        let most_ms = (usable_ms * most / 1000).max(scraped_ms).max(1);
        // Future overheads are set aside.
        let planned_ms = (usable_ms + increment_ms * (moves - 1)).saturating_sub(overhead_ms * moves);
        let soft_ms = (planned_ms / moves * usage / 100).min(most_ms).max(1);
        let hard_ms = (soft_ms * HARD_FACTOR / 1000).min(most_ms).max(1);
        Self { soft_ms, hard_ms, is_fixed: false }
    }

    /// The hard limit in milliseconds.
    pub fn hard_ms(&self) -> u64 {
        self.hard_ms
    }

    /// Whether no further iteration should be started after `elapsed_ms`.
    pub fn should_stop(&self, elapsed_ms: u64, state: &IterationStats) -> bool {
        if self.is_fixed {
            return elapsed_ms >= self.hard_ms;
        }
        let soft = self.soft_ms * state.stability_factor() / 1000 * state.effort_factor() / 1000
            * state.score_factor()
            / 1000;
        elapsed_ms >= soft.min(self.hard_ms)
    }
}

/// Stability of the choice over the iterations so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct IterationStats {
    /// For how many iterations the best move has been the same.
    pub stable_iterations: u32,
    /// The share of all nodes spent on the best move, in thousandths.
    pub best_move_effort: u64,
    /// Centipawns by which the score fell compared with earlier iterations; negative if it rose.
    pub score_drop: i32,
}

impl IterationStats {
    fn stability_factor(&self) -> u64 {
        const FACTORS: [u64; 7] = [1_600, 1_250, 1_050, 930, 850, 800, 770];
        FACTORS.get(self.stable_iterations as usize).copied().unwrap_or(750)
    }

    /// The more nodes the best move took, the fewer its rivals needed to be refuted.
    fn effort_factor(&self) -> u64 {
        (1_700 - self.best_move_effort.min(1000) * 1_150 / 1000).clamp(550, 1_500)
    }

    fn score_factor(&self) -> u64 {
        (1_000 + self.score_drop.clamp(-20, 60) * 10).max(0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> TimeManager {
        TimeManager::new(TimeLimit::Clock(ClockState { time_ms, increment_ms, moves_to_go }), 20, 100)
            .expect("a clock is a limit")
    }

    #[test]
    fn the_reserve_is_never_planned_with() {
        for time_ms in [0, 1, 10, 100, 230, 231, 300, 1_000, 60_000, u64::MAX] {
            for increment_ms in [0, 10, 1_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let TimeManager { soft_ms, hard_ms, .. } = clock(time_ms, increment_ms, moves_to_go);
                    assert!(hard_ms >= 1 && soft_ms <= hard_ms);
                    let below_reserve = (time_ms.min(1_000_000) / 16).max(1);
                    let most = (time_ms.saturating_sub(230) / 5 * 4 + 4).max(below_reserve);
                    assert!(hard_ms <= most, "{time_ms} {increment_ms} {moves_to_go:?}: {hard_ms}");
                    if time_ms > 1_000 && moves_to_go != Some(1) {
                        assert!(
                            hard_ms <= time_ms / 5 * 2,
                            "{time_ms} {increment_ms} {moves_to_go:?}: {hard_ms}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn overhead_and_usage_count() {
        let plan = |overhead, usage| {
            let clock = ClockState { time_ms: 10_000, increment_ms: 100, moves_to_go: None };
            TimeManager::new(TimeLimit::Clock(clock), overhead, usage).expect("a clock is a limit")
        };
        assert!(plan(100, 100).soft_ms + 80 < plan(0, 100).soft_ms);
        assert!(plan(5_000, 100).hard_ms <= 50, "each move loses more than the increment brings");
        assert!(plan(20, 50).soft_ms.abs_diff(plan(20, 100).soft_ms / 2) <= 1);
        assert!(plan(20, 400).hard_ms <= 10_000 / 5 * 2);
    }

    /// Games in which the program is suspended now and then for up to 60 ms, during the search and before its
    /// answer is read, as on a machine with more programs than processors.
    #[test]
    fn stalls_lose_no_game() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for (start, increment, moves) in
            [(1_000, 10, 250), (1_000, 0, 60), (10_000, 100, 250), (500, 20, 200)]
        {
            for _ in 0..300 {
                let mut left = start;
                let mut least = start;
                for _ in 0..moves {
                    let manager = clock(left, increment, None);
                    // Anything between a quick move and one that reaches the hard limit.
                    let state = IterationStats {
                        stable_iterations: random(8) as u32,
                        best_move_effort: random(1_001),
                        score_drop: random(100) as i32 - 30,
                    };
                    let mut used = 0;
                    while used < manager.hard_ms() && !manager.should_stop(used, &state) {
                        used += 1 + random(3) + if random(400) == 0 { random(61) } else { 0 };
                    }
                    let stalled = |chance| if chance == 0 { 60 } else { 0 };
                    used += stalled(random(24)) + stalled(random(24));
                    assert!(used < left, "{start}+{increment}: {left} ms left, {used} used");
                    left = left - used + increment;
                    least = least.min(left);
                }
                assert!(increment == 0 || least > 20, "{start}+{increment}: down to {least} ms");
            }
        }
    }

    #[test]
    fn unrest_takes_time() {
        let manager = clock(60_000, 0, None);
        let calm = IterationStats { stable_iterations: 9, best_move_effort: 950, score_drop: 0 };
        let unrest = IterationStats { stable_iterations: 0, best_move_effort: 200, score_drop: 40 };
        assert!(manager.should_stop(manager.soft_ms, &calm));
        assert!(!manager.should_stop(manager.soft_ms * 2, &unrest));
        assert!(manager.should_stop(manager.hard_ms, &unrest));
    }

    #[test]
    fn movetime_is_taken_whole() {
        let manager = TimeManager::new(TimeLimit::MoveTime(200), 20, 50).expect("a limit");
        assert!(
            !manager.should_stop(199, &IterationStats { stable_iterations: 20, ..IterationStats::default() })
        );
        assert_eq!(manager.hard_ms(), 200);
        assert_eq!(TimeManager::new(TimeLimit::None, 20, 100), None);
    }
}
