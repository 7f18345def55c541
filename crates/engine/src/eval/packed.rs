//! Middlegame and endgame scores in one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::value::Value;

/// A middlegame and an endgame score in centipawns, added and subtracted together: the endgame score in the
/// upper sixteen bits, as in engines since Glaurung.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Packed(i32);

/// A packed score of middlegame and endgame.
pub const fn s(middlegame: Value, endgame: Value) -> Packed {
    Packed((endgame << 16).wrapping_add(middlegame))
}

impl Packed {
    /// Zero for both phases.
    pub const ZERO: Self = Self(0);

    /// The middlegame score.
    #[inline(always)]
    pub const fn middlegame(self) -> Value {
        self.0 as i16 as Value
    }

    /// The endgame score.
    #[inline(always)]
    pub const fn endgame(self) -> Value {
        // Rounds a borrow from the lower half away.
        ((self.0.wrapping_add(0x8000)) >> 16) as Value
    }

    /// Scales both scores by a percentage, which must be small enough for both halves to stay in 16 bits.
    pub(crate) const fn percent(self, percent: i32) -> Self {
        s(self.middlegame() * percent / 100, self.endgame() * percent / 100)
    }
}

impl Add for Packed {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Packed {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Packed {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Packed {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Packed {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Packed {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_disturb_each_other() {
        for (mg, eg) in [(0, 0), (1, -1), (-1, 1), (-300, -300), (1200, -1500), (-32, 7)] {
            let packed = s(mg, eg);
            assert_eq!((packed.middlegame(), packed.endgame()), (mg, eg));
            let sum = packed + s(-5, 9) - s(2, -3);
            assert_eq!((sum.middlegame(), sum.endgame()), (mg - 7, eg + 12));
            let product = packed * -3;
            assert_eq!((product.middlegame(), product.endgame()), (mg * -3, eg * -3));
            assert_eq!((-packed).endgame(), -eg);
        }
    }
}
