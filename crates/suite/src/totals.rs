//! What the attempts at a suite add up to.

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
    /// The points of the chosen moves, and the most there were to have; both 0 where no problem gives points.
    pub points: (u64, u64),
}

impl Totals {
    /// Adds an attempt at a problem with so many points for its best move.
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

    /// The share of the solved ones in percent; 0 without attempts.
    pub fn percentage(&self) -> f64 {
        100.0 * self.right as f64 / self.attempts.max(1) as f64
    }

    /// The mean depth in plies; 0 without attempts.
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / self.attempts.max(1) as f64
    }

    /// Nodes a second of one engine; 0 if no time has passed.
    pub fn nps(&self) -> f64 {
        if self.time_ms > 0.0 { self.nodes as f64 * 1000.0 / self.time_ms } else { 0.0 }
    }
}

/// How many were solved within times: limits in milliseconds in the steps 1, 2 and 5, from 100 ms to the first that holds all, each with the
/// number of problems whose solution was found by then and held to the end.
pub fn solved_by_time<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Vec<(f64, usize)> {
    let mut moments: Vec<f64> =
        outcomes.into_iter().filter_map(|outcome| outcome.found).map(|found| found.time_ms).collect();
    moments.sort_by(f64::total_cmp);
    let mut table = Vec::new();
    for limit_ms in (0..9).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 100.0 * 10_f64.powi(power))) {
        let solved = moments.partition_point(|&moment| moment <= limit_ms);
        table.push((limit_ms, solved));
        if solved == moments.len() {
            break;
        }
    }
    table
}
