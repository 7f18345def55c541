//! Syzygy tables as the search probes them.

use tabia_chess::Position;
use tabia_engine::{Tablebase, Wdl};
use tabia_tablebase::SyzygyTables;

/// Open Syzygy tables for the engine.
#[derive(Debug)]
pub struct SyzygyTablebase(pub SyzygyTables);

impl Tablebase for SyzygyTablebase {
    fn max_pieces(&self) -> u32 {
        self.0.max_pieces() as u32
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        Some(match self.0.wdl(position)? {
            tabia_tablebase::Wdl::Loss => Wdl::Loss,
            tabia_tablebase::Wdl::BlessedLoss => Wdl::BlessedLoss,
            tabia_tablebase::Wdl::Draw => Wdl::Draw,
            tabia_tablebase::Wdl::CursedWin => Wdl::CursedWin,
            tabia_tablebase::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<i32> {
        self.0.dtz(position)
    }

    fn take_fault(&self) -> Option<String> {
        self.0.take_fault()
    }
}
