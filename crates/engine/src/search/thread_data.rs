//! State of a search thread that survives a search.

use tabia_nnue::AccumulatorStack;

use super::frame::{FRAMES, Frame};
use super::pv::PvTable;
use crate::correction_history::CorrectionHistory;
use crate::eval::PawnTable;
use crate::history::Histories;
use crate::movepick::MoveStack;

/// State of a search thread besides the transposition table. Allocated once: a search does not allocate.
pub(super) struct ThreadData {
    pub(super) histories: Histories,
    pub(super) correction_history: CorrectionHistory,
    pub(super) pawns: PawnTable,
    pub(super) moves: MoveStack,
    pub(super) frames: Vec<Frame>,
    pub(super) pv: PvTable,
    pub(super) keys: Vec<u64>,
    /// The sums of the net's first layer; empty without a net.
    pub(super) sums: AccumulatorStack,
}

impl ThreadData {
    pub(super) fn new() -> Self {
        Self {
            histories: Histories::new(),
            correction_history: CorrectionHistory::new(),
            pawns: PawnTable::new(),
            moves: MoveStack::new(),
            frames: vec![Frame::default(); FRAMES],
            pv: PvTable::new(),
            keys: Vec::with_capacity(1024),
            sums: AccumulatorStack::new(),
        }
    }

    /// Clears everything learned.
    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.correction_history.clear();
        self.pawns.clear();
    }
}
