//! Totals of engines and workers over all their games.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use crate::stored_game::StoredGame;
use crate::termination::Reason;
use tabia_stats::{PairCounts, WdlCounts};

/// The totals of an engine over all its games. Sums of integers, so the order of the games does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineTotals {
    /// Games played.
    pub games: u64,
    /// Games lost on time.
    pub timeouts: u64,
    /// Games lost because the engine disconnected or did not respond.
    pub crashes: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Searches that returned a move: plies after the opening that did not come from a book.
    pub moves: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The sum of the depths of all searches, in plies.
    pub depths: u64,
    /// Time by the referee's clock in microseconds.
    pub time_us: u64,
    /// Warnings about its output.
    pub warnings: u64,
}

impl EngineTotals {
    /// Returns the totals of one game, for the engine with this colour.
    pub fn of(game: &StoredGame, color: Color) -> Self {
        let searches: Vec<usize> = game.searches_of(color).collect();
        let sum = |value: &dyn Fn(usize) -> Option<u64>| {
            searches.iter().filter_map(|&index| value(index)).fold(0_u64, u64::saturating_add)
        };
        let loses = game.conclusion.winner == Some(!color);
        let lost_by = |is_it: fn(&Reason) -> bool| u64::from(loses && is_it(&game.conclusion.reason));
        let letter = if color.is_white() { 'w' } else { 'b' };
        Self {
            games: 1,
            timeouts: lost_by(|reason| matches!(reason, Reason::TimeForfeit(_))),
            crashes: lost_by(|reason| matches!(reason, Reason::Disconnect | Reason::Stall)),
            illegal_moves: lost_by(|reason| matches!(reason, Reason::IllegalMove)),
            moves: searches.len() as u64,
            nodes: sum(&|index| game.nodes.get(index).copied().flatten()),
            depths: sum(&|index| game.depths.get(index).copied().flatten().map(u64::from)),
            time_us: sum(&|index| game.times_us.get(index).copied()),
            warnings: game.warnings.iter().filter(|(_, color, _)| *color == letter).count() as u64,
        }
    }

    /// Returns the nodes per second; `None` if no time was measured.
    pub fn nps(&self) -> Option<f64> {
        (self.time_us > 0).then(|| self.nodes as f64 * 1e6 / self.time_us as f64)
    }

    /// Returns the mean time of a move in milliseconds; `None` without moves.
    pub fn ms_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time_us as f64 / 1000.0 / self.moves as f64)
    }

    /// Returns the mean depth of a move in plies; `None` without moves.
    pub fn depth_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depths as f64 / self.moves as f64)
    }
}

impl AddAssign for EngineTotals {
    fn add_assign(&mut self, other: Self) {
        for (sum, value) in [
            (&mut self.games, other.games),
            (&mut self.timeouts, other.timeouts),
            (&mut self.crashes, other.crashes),
            (&mut self.illegal_moves, other.illegal_moves),
            (&mut self.moves, other.moves),
            (&mut self.nodes, other.nodes),
            (&mut self.depths, other.depths),
            (&mut self.time_us, other.time_us),
            (&mut self.warnings, other.warnings),
        ] {
            *sum = sum.saturating_add(value);
        }
    }
}

impl WorkerTotals {
    /// Returns the numbers of lost, level and won results: of pairs if there are any, otherwise of games.
    pub fn thirds(&self) -> [u64; 3] {
        let [ll, ld, even, wd, ww] = self.pairs.ptnml();
        let WdlCounts { wins, losses, draws } = self.wdl;
        if self.pairs.pairs() > 0 { [ll + ld, even, wd + ww] } else { [losses, draws, wins] }
    }
}

/// The results of the units that one worker played, from the first engine's point of view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerTotals {
    /// The browser or computer.
    pub host: String,
    /// The host's worker or thread, from 0.
    pub worker: u16,
    /// Units played.
    pub units: u64,
    /// Games by result.
    pub wdl: WdlCounts,
    /// Pairs by result, if the match is counted by pairs.
    pub pairs: PairCounts,
}

/// A sample of times per move, comparing the speed of two engines. It consists of pairs (units), because
/// games with the same opening are alike.
///
/// Sums of integers, so the order of the units does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpeedSample {
    units: u64,
    /// Microseconds and moves of the first engine, microseconds and moves of the second.
    sums: [u64; 4],
    /// The products of each two of these, summed over the units; only the upper triangle is used.
    products: [[u128; 4]; 4],
}

/// The difference in speed shown by a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedGain {
    /// Speed advantage of the first engine over the second, in percent.
    pub percent: f64,
    /// Half of the 95 % interval, in percent; `None` with fewer than two units.
    pub error: Option<f64>,
}

impl SpeedSample {
    /// Adds a unit, by the totals of each engine in it.
    pub fn add(&mut self, [first, second]: [EngineTotals; 2]) {
        let values = [first.time_us, first.moves, second.time_us, second.moves];
        self.units += 1;
        for (row, (&value, sum)) in values.iter().zip(&mut self.sums).enumerate() {
            *sum = sum.saturating_add(value);
            for (product, &other) in self.products[row].iter_mut().zip(&values).skip(row) {
                *product = product.saturating_add(u128::from(value) * u128::from(other));
            }
        }
    }

    /// Returns the gain of the first engine: the ratio of the mean times per move. Its error is the
    /// first-order error of a ratio of sums (Cochran, Sampling Techniques, 6.3): each unit's share of the
    /// four sums is compared with its share if all units were alike. `None` until both engines have timed
    /// moves.
    pub fn gain(&self) -> Option<SpeedGain> {
        if self.sums.contains(&0) {
            return None;
        }
        let [t1, m1, t2, m2] = self.sums.map(|sum| sum as f64);
        let ratio = (t2 / m2) / (t1 / m1);
        // A unit changes the logarithm of the ratio by m1/M1 - t1/T1 + t2/T2 - m2/M2; the mean of that is 0.
        let weights = [-1.0 / t1, 1.0 / m1, 1.0 / t2, -1.0 / m2];
        let mut squares = 0.0;
        for (row, weight) in weights.iter().enumerate() {
            for (column, other) in weights.iter().enumerate().skip(row) {
                let twice = if row == column { 1.0 } else { 2.0 };
                squares += twice * weight * other * self.products[row][column] as f64;
            }
        }
        let units = self.units as f64;
        let error =
            (self.units > 1).then(|| 196.0 * ratio * (squares.max(0.0) * units / (units - 1.0)).sqrt());
        Some(SpeedGain { percent: 100.0 * (ratio - 1.0), error })
    }
}
