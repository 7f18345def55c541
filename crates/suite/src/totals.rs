//! Totals of the attempts at a suite.

use crate::attempt::Outcome;

/// Crafty's summary of a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Attempts.
    pub attempts: usize,
    /// Of these, solved.
    pub right: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// The sum of the depths reached, in plies.
    pub depths: u64,
    /// The sum of the times taken, in milliseconds.
    pub time_ms: f64,
    /// The points of the chosen moves, and the maximum possible; both 0 if no problem gives points.
    pub points: (u64, u64),
}

impl Totals {
    /// Adds an attempt at a problem whose best move is worth `most_points` points.
    pub fn add(&mut self, outcome: &Outcome, most_points: u32) {
        self.attempts += 1;
        self.right += usize::from(outcome.is_solved);
        self.nodes += outcome.end.nodes;
        self.depths += u64::from(outcome.end.depth);
        self.time_ms += outcome.end.time_ms;
        self.points.0 += u64::from(outcome.points.unwrap_or(0));
        self.points.1 += u64::from(most_points);
    }

    /// Attempts that were not solved.
    pub fn wrong(&self) -> usize {
        self.attempts - self.right
    }

    /// Returns the share of solved attempts in percent; 0 without attempts.
    pub fn percentage(&self) -> f64 {
        100.0 * self.right as f64 / self.attempts.max(1) as f64
    }

    /// The mean depth in plies; 0 without attempts.
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / self.attempts.max(1) as f64
    }

    /// Returns the nodes per second of one engine; 0 if no time has passed.
    pub fn nps(&self) -> f64 {
        if self.time_ms > 0.0 { self.nodes as f64 * 1000.0 / self.time_ms } else { 0.0 }
    }
}

/// The limits of [`ByTime`]: the steps 1, 2 and 5, from 100 ms.
const LIMITS: usize = 27;

/// A limit in milliseconds.
fn limit_ms(place: usize) -> f64 {
    [1.0, 2.0, 5.0][place % 3] * 100.0 * 10_f64.powi(i32::try_from(place / 3).unwrap_or(0))
}

/// Solutions by time; attempts are added one at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByTime {
    /// Number of solutions found within each limit but not within the one before; the last entry counts those beyond all limits.
    counts: [usize; LIMITS + 1],
}

impl ByTime {
    /// Adds an attempt. Unsolved attempts are ignored.
    pub fn add(&mut self, outcome: &Outcome) {
        if let Some(found) = outcome.found {
            let place = (0..LIMITS).find(|&place| found.time_ms <= limit_ms(place)).unwrap_or(LIMITS);
            self.counts[place] += 1;
        }
    }

    /// Limits in milliseconds from 100 ms to the first that holds all, each with the number of problems whose solution was found by
    /// then and held to the end.
    pub fn table(&self) -> Vec<(f64, usize)> {
        let all: usize = self.counts.iter().sum();
        let mut table = Vec::new();
        let mut solved = 0;
        for (place, count) in self.counts.iter().take(LIMITS).enumerate() {
            solved += count;
            table.push((limit_ms(place), solved));
            if solved == all {
                break;
            }
        }
        table
    }
}

/// [`ByTime::table`] of attempts.
pub fn solved_by_time<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Vec<(f64, usize)> {
    let mut by_time = ByTime::default();
    outcomes.into_iter().for_each(|outcome| by_time.add(outcome));
    by_time.table()
}
