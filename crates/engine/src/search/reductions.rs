//! Late-move reductions.

use super::node::{Candidate, Node};
use super::thread::SearchThread;
use crate::params::{
    REDUCTION_BASE, REDUCTION_CAPTURE_HISTORY, REDUCTION_CHECK, REDUCTION_CUT_NODE, REDUCTION_CUTOFFS,
    REDUCTION_DIVISOR, REDUCTION_NOT_IMPROVING, REDUCTION_PV, REDUCTION_QUIET_HISTORY, REDUCTION_REFUTATION,
    REDUCTION_TT_CAPTURE, REDUCTION_TT_PV,
};

/// The base reductions by depth and move number.
pub(super) static REDUCTIONS: Reductions = Reductions::new();

impl SearchThread<'_> {
    /// The reduction of a late move in 1024ths of a ply; negative is deeper.
    #[inline(always)]
    pub(super) fn late_move_reduction(
        &self,
        node: &Node,
        candidate: &Candidate,
        tt_capture: bool,
        is_pv: bool,
    ) -> i32 {
        let history = candidate.history;
        let mut reduction = REDUCTIONS.get(node.depth, candidate.number);
        if candidate.is_quiet {
            reduction -= history * 10 / REDUCTION_QUIET_HISTORY.get();
            if candidate.is_refutation {
                reduction -= REDUCTION_REFUTATION.get();
            }
            if tt_capture {
                reduction += REDUCTION_TT_CAPTURE.get();
            }
        } else {
            reduction = reduction / 2 - history * 10 / REDUCTION_CAPTURE_HISTORY.get();
        }
        if node.tt_pv {
            reduction -= REDUCTION_TT_PV.get();
        }
        if is_pv {
            reduction -= REDUCTION_PV.get();
        }
        if node.cut_node {
            reduction += REDUCTION_CUT_NODE.get();
        }
        if !node.improving {
            reduction += REDUCTION_NOT_IMPROVING.get();
        }
        if candidate.gives_check || node.in_check {
            reduction -= REDUCTION_CHECK.get();
        }
        if self.frame(node.ply + 1, 0).cutoffs > 3 {
            reduction += REDUCTION_CUTOFFS.get();
        }
        reduction
    }
}

/// Reductions by depth and move number, in 1024ths of a ply: `0.8 + ln(depth) * ln(number) / 2.3`, the
/// formula of most engines. Computed with integers, so that every platform has the same table.
#[cfg(not(feature = "tune"))]
pub(super) struct Reductions {
    table: [[i16; 64]; 64],
}

/// The same, computed on demand because the parameters may change.
#[cfg(feature = "tune")]
pub(super) struct Reductions {
    logarithms: [u64; 64],
}

#[cfg(not(feature = "tune"))]
impl Reductions {
    pub(super) const fn new() -> Self {
        let mut table = [[0; 64]; 64];
        let mut depth = 1;
        while depth < 64 {
            let mut number = 1;
            while number < 64 {
                let product = ln(depth as u64) * ln(number as u64) / 1024;
                table[depth][number] =
                    (REDUCTION_BASE.get() + (product as i32) * 1000 / REDUCTION_DIVISOR.get()) as i16;
                number += 1;
            }
            depth += 1;
        }
        Self { table }
    }

    /// The reduction in 1024ths of a ply.
    #[inline(always)]
    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        self.table[(depth.max(0) as usize).min(63)][number.min(63)].into()
    }
}

#[cfg(feature = "tune")]
impl Reductions {
    pub(super) const fn new() -> Self {
        let mut logarithms = [0; 64];
        let mut x = 1;
        while x < 64 {
            logarithms[x] = ln(x as u64);
            x += 1;
        }
        Self { logarithms }
    }

    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(63);
        let number = number.min(63);
        if depth == 0 || number == 0 {
            return 0;
        }
        let product = self.logarithms[depth] * self.logarithms[number] / 1024;
        REDUCTION_BASE.get() + (product as i32) * 1000 / REDUCTION_DIVISOR.get()
    }
}

/// The natural logarithm of `x >= 1` in 1024ths, by repeated squaring.
const fn ln(x: u64) -> u64 {
    // log2 with 16 fractional bits.
    let integer = x.ilog2() as u64;
    let mut mantissa = (x << 32) >> integer; // 1 <= mantissa < 2, with 32 fractional bits
    let mut log2 = integer << 16;
    let mut bit = 1 << 15;
    while bit > 0 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        if mantissa >= 1 << 33 {
            mantissa >>= 1;
            log2 += bit;
        }
        bit >>= 1;
    }
    // ln 2 = 0.693147...
    ((log2 * 693_147 / 1_000_000) * 1024) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for x in 1..1000_u64 {
            let exact = (x as f64).ln() * 1024.0;
            assert!((ln(x) as f64 - exact).abs() < 2.0, "ln {x}: {} {exact}", ln(x));
        }
    }

    #[test]
    fn reductions_grow() {
        let table = Reductions::new();
        assert_eq!(table.get(1, 1), REDUCTION_BASE.get());
        assert!(table.get(10, 10) > table.get(5, 10) && table.get(10, 10) > table.get(10, 5));
        assert_eq!(table.get(1000, 1000), table.get(63, 63));
    }
}
