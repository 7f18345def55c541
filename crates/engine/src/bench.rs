//! The benchmark: fixed positions, searched one after the other by a cleared engine. The node count is the
//! signature of the search: it is the same on every platform.

use std::error::Error;
use std::fmt;

use tabia_chess::{FenError, Position, PositionError, Setup};

use crate::control::{Control, Report, Signal};
use crate::limits::Limits;
use crate::search::Engine;

/// The depth of a plain `bench`, in plies.
pub const DEFAULT_DEPTH: u32 = 12;

/// The positions: openings, middlegames, endgames and a few finished games, from well-known test sets
/// (Kiwipete and others of the Chess Programming Wiki's perft page, Bratko-Kopec, WAC, Fine, Réti, Lasker).
pub const POSITIONS: [&str; 44] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
    "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1",
    "3r1rk1/1p3pnp/p3pBp1/1qPpP3/1P1P2R1/P2Q3R/6PP/6K1 w - - 0 1",
    "r4rk1/1ppq1pbp/2np1np1/p3p3/2P1P3/2NPBN1P/PPQ2PP1/R3K2R w KQ - 0 11",
    "r1bq1rk1/ppp1nppp/4n3/3p3Q/3P4/1BP1B3/PP1N2PP/R4RK1 w - - 1 16",
    "4r1k1/r1q2ppp/ppp2n2/4P3/5Rb1/1N1BQ3/PPP3PP/R5K1 w - - 1 17",
    "2rqkb1r/ppp2p2/2npb1p1/1N1Nn2p/2P1PP2/8/PP2B1PP/R1BQK2R b KQ - 0 11",
    "r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
    "r1q2rk1/2p1bppp/2Pp4/p6b/Q1PNp3/4B3/PP1R1PPP/2K4R w - - 2 18",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "8/8/1P6/5pr1/8/4R3/7k/2K5 w - - 0 1",
    "8/2p4P/8/kr6/6R1/8/8/1K6 w - - 0 1",
    "8/R7/2q5/8/6k1/8/1P5p/K6R w - - 0 124",
    "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
    "5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90",
    "8/8/8/3k4/8/8/3KR3/8 w - - 0 1",
];

/// The node counts of a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// All nodes: the signature.
    pub nodes: u64,
    /// Nodes of the quiescence search among them.
    pub quiescence_nodes: u64,
    /// Positions searched.
    pub positions: usize,
}

/// A FEN that cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnplayableFen {
    /// It cannot be read.
    Fen(FenError),
    /// Its position cannot be played on.
    Position(PositionError),
}

impl fmt::Display for UnplayableFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl Error for UnplayableFen {}

/// Reads one of [`POSITIONS`], or any other FEN that can be played on, even if no game leads to it.
///
/// # Errors
/// [`UnplayableFen`] names the fault.
pub fn position(fen: &str) -> Result<Position, UnplayableFen> {
    let setup: Setup = fen.parse().map_err(UnplayableFen::Fen)?;
    setup.position_lenient().map_err(UnplayableFen::Position)
}

/// Searches every position with the same limits, starting with a cleared engine. Ends early at a stop signal.
/// `progress` receives each position's number and nodes.
pub fn run<C: Control>(
    engine: &mut Engine,
    limits: &Limits,
    control: &mut C,
    mut progress: impl FnMut(&mut C, usize, u64),
) -> BenchResult {
    let mut result = BenchResult::default();
    engine.clear();
    for (index, fen) in POSITIONS.iter().enumerate() {
        if control.signal() == Signal::Stop {
            break;
        }
        let Ok(root) = position(fen) else { continue };
        let found = engine.search(&root, &[], limits, &mut Silent(control));
        result.nodes += found.nodes;
        result.quiescence_nodes += found.quiescence_nodes;
        result.positions += 1;
        progress(control, index + 1, found.nodes);
    }
    engine.clear();
    result
}

/// Passes everything on except reports.
struct Silent<'a, C>(&'a mut C);

impl<C: Control> Control for Silent<'_, C> {
    fn now_ms(&mut self) -> f64 {
        self.0.now_ms()
    }

    fn signal(&mut self) -> Signal {
        self.0.signal()
    }

    fn report(&mut self, _: &Report<'_>) {}

    fn wait(&mut self) {
        self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal() {
        for fen in POSITIONS {
            position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        }
    }
}
