//! Sinks that the terms of the evaluation add to.
//!
//! In play it is a [`Packed`] score, for a tuner a [`Linear`] one that records how often each number was
//! added. The terms are written once for both, so that what is tuned is what is played.

use super::packed::{Packed, s};
use super::weights::Weight;
use crate::value::Value;

/// The sum of a term.
pub(super) trait ScoreSink: Clone + Default {
    /// A sum of plain numbers.
    type Plain: PlainSink;

    /// Adds a number `times` times.
    fn add(&mut self, weight: Weight<Packed>, times: i32);

    /// Adds half of a number `halves` times; both parts are rounded towards zero.
    fn add_halves(&mut self, weight: Weight<Packed>, halves: i32);

    /// Adds a plain number to the middlegame score `times / divisor` times, rounded towards zero.
    fn add_middlegame(&mut self, weight: Weight<Value>, times: i32, divisor: i32);

    /// Adds a plain number to the endgame score `times` times.
    fn add_endgame(&mut self, weight: Weight<Value>, times: i32);

    /// Adds another sum.
    fn add_all(&mut self, other: &Self);

    /// The middlegame score as a separate sum.
    fn middlegame(&self) -> Self::Plain;

    /// Subtracts the penalty for king danger (see [`danger_score`]).
    fn subtract_danger(&mut self, danger: &Self::Plain);
}

/// A sum of plain numbers.
pub(super) trait PlainSink: Clone + Default {
    /// Adds a number `times / divisor` times, rounded towards zero.
    fn add(&mut self, weight: Weight<Value>, times: i32, divisor: i32);

    /// Adds another sum `times / divisor` times, rounded towards zero.
    fn add_all(&mut self, other: &Self, times: i32, divisor: i32);
}

/// The middlegame penalty is the square of the danger divided by this.
pub const DANGER_SQUARE_DIVISOR: Value = 3_600;
/// The endgame penalty is the danger divided by this.
pub const DANGER_DIVISOR: Value = 14;

/// The penalty for king danger. It grows faster than its causes: two attackers are more than twice as bad as
/// one.
#[inline(always)]
fn danger_score(danger: Value) -> Packed {
    if danger > 0 {
        s(danger * danger / DANGER_SQUARE_DIVISOR, danger / DANGER_DIVISOR)
    } else {
        Packed::ZERO
    }
}

impl ScoreSink for Packed {
    type Plain = Value;

    #[inline(always)]
    fn add(&mut self, weight: Weight<Packed>, times: i32) {
        *self += weight.value * times;
    }

    #[inline(always)]
    fn add_halves(&mut self, weight: Weight<Packed>, halves: i32) {
        *self += s(weight.value.middlegame() * halves / 2, weight.value.endgame() * halves / 2);
    }

    #[inline(always)]
    fn add_middlegame(&mut self, weight: Weight<Value>, times: i32, divisor: i32) {
        *self += s(weight.value * times / divisor, 0);
    }

    #[inline(always)]
    fn add_endgame(&mut self, weight: Weight<Value>, times: i32) {
        *self += s(0, weight.value * times);
    }

    #[inline(always)]
    fn add_all(&mut self, other: &Self) {
        *self += *other;
    }

    #[inline(always)]
    fn middlegame(&self) -> Value {
        Self::middlegame(*self)
    }

    #[inline(always)]
    fn subtract_danger(&mut self, danger: &Value) {
        *self -= danger_score(*danger);
    }
}

impl PlainSink for Value {
    #[inline(always)]
    fn add(&mut self, weight: Weight<Value>, times: i32, divisor: i32) {
        *self += weight.value * times / divisor;
    }

    #[inline(always)]
    fn add_all(&mut self, other: &Self, times: i32, divisor: i32) {
        *self += other * times / divisor;
    }
}

/// Number of times a parameter counts in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// The index of the number (see [`super::Parameter::start`]).
    pub index: u16,
    /// The score it is added to.
    pub phases: Phases,
    /// Number of times.
    pub times: f32,
}

/// The score, middlegame or endgame, that a number is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phases {
    /// The middlegame part to the middlegame score, the endgame part to the endgame score.
    Both,
    /// A plain number, to the middlegame score.
    Middlegame,
    /// A plain number, to the endgame score.
    Endgame,
}

/// A score as coefficients.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub(super) coefficients: Vec<Coefficient>,
    /// The dangers that were subtracted.
    pub(super) dangers: Vec<LinearPlain>,
}

impl Linear {
    fn push(&mut self, index: u16, phases: Phases, times: f32) {
        self.coefficients.push(Coefficient { index, phases, times });
    }
}

/// A sum of plain numbers as coefficients.
#[derive(Clone, Debug, Default)]
pub(super) struct LinearPlain {
    pub(super) coefficients: Vec<(u16, f32)>,
}

impl ScoreSink for Linear {
    type Plain = LinearPlain;

    fn add(&mut self, weight: Weight<Packed>, times: i32) {
        self.push(weight.index, Phases::Both, times as f32);
    }

    fn add_halves(&mut self, weight: Weight<Packed>, halves: i32) {
        self.push(weight.index, Phases::Both, halves as f32 / 2.0);
    }

    fn add_middlegame(&mut self, weight: Weight<Value>, times: i32, divisor: i32) {
        self.push(weight.index, Phases::Middlegame, times as f32 / divisor as f32);
    }

    fn add_endgame(&mut self, weight: Weight<Value>, times: i32) {
        self.push(weight.index, Phases::Endgame, times as f32);
    }

    fn add_all(&mut self, other: &Self) {
        self.coefficients.extend_from_slice(&other.coefficients);
        self.dangers.extend_from_slice(&other.dangers);
    }

    fn middlegame(&self) -> LinearPlain {
        let coefficients = self
            .coefficients
            .iter()
            .filter(|coefficient| coefficient.phases != Phases::Endgame)
            .map(|coefficient| (coefficient.index, coefficient.times))
            .collect();
        LinearPlain { coefficients }
    }

    fn subtract_danger(&mut self, danger: &LinearPlain) {
        self.dangers.push(danger.clone());
    }
}

impl PlainSink for LinearPlain {
    fn add(&mut self, weight: Weight<Value>, times: i32, divisor: i32) {
        self.coefficients.push((weight.index, times as f32 / divisor as f32));
    }

    fn add_all(&mut self, other: &Self, times: i32, divisor: i32) {
        let factor = times as f32 / divisor as f32;
        self.coefficients.extend(other.coefficients.iter().map(|&(index, times)| (index, times * factor)));
    }
}
