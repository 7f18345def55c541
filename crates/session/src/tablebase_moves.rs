//! `tablebase`: the legal moves with their tablebase results.

use std::fmt::Write as _;

use crate::host::{Host, say};
use crate::session::Session;

impl Session {
    /// Prints a line for each legal move, best first, as in docs/uci.md.
    pub(crate) fn print_tablebase_moves(&mut self, host: &mut impl Host) {
        // Builds without tablebases leave the rest out.
        if host.tablebase_source().is_none() {
            return say(host, "tablebase: this build reads no tablebases");
        }
        let (position, chess960) = (self.position, self.options.chess960);
        let engine = self.engine(host);
        let Some(moves) = engine.tablebase_moves(&position) else {
            return say(
                host,
                "tablebase: not a tablebase position: set SyzygyPath, and have no more pieces than the tables and no \
                 castling rights",
            );
        };
        let fault = engine.take_tablebase_fault();
        for found in moves {
            let result = found.result.map_or("unknown", tabia_engine::TablebaseResult::name);
            let mut line = format!("tablebase {} {result}", position.uci_with(found.mv, chess960));
            if let Some(dtz) = found.dtz {
                let _ = write!(line, " dtz {dtz}");
            }
            host.print(&line);
        }
        if let Some(fault) = fault {
            say(host, format!("SyzygyPath: {fault}"));
        }
    }
}
