//! How much of the clock a move may take.
//!
//! Two bounds, as in most engines: the soft one is looked at between iterations and is stretched or
//! shortened by what the search has seen; the hard one cuts the search wherever it is. All in integer
//! milliseconds; factors are thousandths. The constants are our own hand values.

use crate::limits::{Clock, TimeLimit};

/// The moves that the rest of a sudden-death game is planned to have.
const HORIZON_MOVES: u64 = 24;
/// The hard bound as a multiple of the soft one, in thousandths.
const HARD_FACTOR: u64 = 4_500;
/// The largest part of the clock that one move may take, in thousandths.
const MOST_OF_CLOCK: u64 = 650;

/// The bounds for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    soft_ms: u64,
    hard_ms: u64,
    is_fixed: bool,
}

impl TimeManager {
    /// Plans a move; `None` where time is no limit. `overhead_ms` is lost between the engine and the
    /// clock's owner with each move.
    pub fn new(limit: TimeLimit, overhead_ms: u64) -> Option<Self> {
        match limit {
            TimeLimit::None => None,
            TimeLimit::MoveTime(time_ms) => {
                let bound = time_ms.max(1);
                Some(Self { soft_ms: bound, hard_ms: bound, is_fixed: true })
            }
            TimeLimit::Clock(clock) => Some(Self::from_clock(clock, overhead_ms)),
        }
    }

    fn from_clock(clock: Clock, overhead_ms: u64) -> Self {
        // Bounded so that no product below overflows, however wrong the clock.
        const CENTURY_MS: u64 = 3_155_760_000_000;
        let time_ms = clock.time_ms.min(CENTURY_MS);
        let increment_ms = clock.increment_ms.min(CENTURY_MS);
        let (moves, most) = match clock.moves_to_go {
            // With one move to go nothing need be saved but a reserve against accidents.
            Some(1) => (1, 900),
            Some(moves) if moves > 0 => (u64::from(moves).min(HORIZON_MOVES + 8), MOST_OF_CLOCK),
            _ => (HORIZON_MOVES, MOST_OF_CLOCK),
        };
        // Overheads to come are put aside, so that some clock is left when a machine is slow to answer.
        let reserve_ms = overhead_ms * (moves + 2);
        let planned_ms = (time_ms + increment_ms * (moves - 1)).saturating_sub(reserve_ms);
        let most_ms = (time_ms * most / 1000).saturating_sub(overhead_ms).max(1);
        let soft_ms = (planned_ms / moves).min(most_ms).max(1);
        let hard_ms = (soft_ms * HARD_FACTOR / 1000).min(most_ms).max(1);
        Self { soft_ms, hard_ms, is_fixed: false }
    }

    /// The time at which a search is cut, in milliseconds.
    pub fn hard_ms(&self) -> u64 {
        self.hard_ms
    }

    /// Whether no further iteration should be begun after `elapsed_ms`.
    pub fn is_enough(&self, elapsed_ms: u64, state: &Progress) -> bool {
        if self.is_fixed {
            return elapsed_ms >= self.hard_ms;
        }
        let soft = self.soft_ms * state.stability_factor() / 1000 * state.effort_factor() / 1000
            * state.score_factor()
            / 1000;
        elapsed_ms >= soft.min(self.hard_ms)
    }
}

/// What the iterations so far say about how settled the choice is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// For how many iterations the best move has been the same.
    pub stable_iterations: u32,
    /// The part of all nodes spent on the best move, in thousandths.
    pub best_move_effort: u64,
    /// By how many centipawns the score fell against the earlier iterations; negative when it rose.
    pub score_drop: i32,
}

impl Progress {
    fn stability_factor(&self) -> u64 {
        const FACTORS: [u64; 7] = [1_600, 1_250, 1_050, 930, 850, 800, 770];
        FACTORS.get(self.stable_iterations as usize).copied().unwrap_or(750)
    }

    /// The more of the nodes went into the best move, the less its rivals had to say.
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
        TimeManager::new(TimeLimit::Clock(Clock { time_ms, increment_ms, moves_to_go }), 20)
            .expect("a clock is a limit")
    }

    #[test]
    fn the_clock_is_never_overstepped() {
        for time_ms in [0, 1, 10, 100, 1_000, 60_000, u64::MAX] {
            for increment_ms in [0, 10, 1_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let manager = clock(time_ms, increment_ms, moves_to_go);
                    assert!(manager.hard_ms >= 1 && manager.soft_ms <= manager.hard_ms);
                    assert!(
                        manager.hard_ms <= (time_ms - time_ms / 10).saturating_sub(20).max(1),
                        "{time_ms} {increment_ms}"
                    );
                }
            }
        }
    }

    #[test]
    fn unrest_takes_time() {
        let manager = clock(60_000, 0, None);
        let calm = Progress { stable_iterations: 9, best_move_effort: 950, score_drop: 0 };
        let unrest = Progress { stable_iterations: 0, best_move_effort: 200, score_drop: 40 };
        assert!(manager.is_enough(manager.soft_ms, &calm));
        assert!(!manager.is_enough(manager.soft_ms * 2, &unrest));
        assert!(manager.is_enough(manager.hard_ms, &unrest));
    }

    #[test]
    fn movetime_is_taken_whole() {
        let manager = TimeManager::new(TimeLimit::MoveTime(200), 20).expect("a limit");
        assert!(!manager.is_enough(199, &Progress { stable_iterations: 20, ..Progress::default() }));
        assert_eq!(manager.hard_ms(), 200);
        assert_eq!(TimeManager::new(TimeLimit::None, 20), None);
    }
}
