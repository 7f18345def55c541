//! The sum of all lessons about a move.

use tabia_polyglot::Flag;
use tabia_polyglot::select::{Known, LEARNED_FLAG};

/// The sum of all lessons about a move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Learned {
    /// The mean value in centipawns of book learning.
    pub value: f64,
    /// Number of lessons averaged.
    pub count: u32,
    /// Whether it must not be played again.
    pub never_again: bool,
}

impl Learned {
    /// The value rounded.
    pub fn centipawns(&self) -> i32 {
        self.value.round() as i32
    }

    /// A book move with its learned values. The author's mark takes precedence.
    #[must_use]
    pub fn applied_to(self, mut known: Known) -> Known {
        if self.never_again {
            known.flag = known.flag.or(Some(Flag::Avoided));
        }
        known.learned = self.centipawns();
        known
    }

    /// The resulting mark.
    pub(super) fn flag(&self) -> Option<Flag> {
        match self.centipawns() {
            _ if self.never_again => Some(Flag::Avoided),
            value if value > LEARNED_FLAG => Some(Flag::Recommended),
            value if value < -LEARNED_FLAG => Some(Flag::Avoided),
            _ => None,
        }
    }
}
