//! Positions with well-known perft results: <https://www.chessprogramming.org/Perft_Results>.

use crate::language::{Text, tr};

/// Position with its perft counts at depth 1, 2, …
pub struct PerftPosition {
    /// Name.
    pub name: Text,
    /// Position.
    pub fen: &'static str,
    /// Perft counts.
    pub counts: &'static [u64],
}

/// Perft positions.
pub const KNOWN: [PerftPosition; 6] = [
    PerftPosition {
        name: || tr!("Start position"),
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        counts: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    },
    PerftPosition {
        name: || tr!("Position 2 (Kiwipete)"),
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        counts: &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    },
    PerftPosition {
        name: || tr!("Position 3"),
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        counts: &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
    },
    PerftPosition {
        name: || tr!("Position 4"),
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        counts: &[6, 264, 9_467, 422_333, 15_833_292],
    },
    PerftPosition {
        name: || tr!("Position 5"),
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        counts: &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    },
    PerftPosition {
        name: || tr!("Position 6"),
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        counts: &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Setup, perft};

    #[test]
    fn the_counts_are_ours() {
        for known in &KNOWN {
            let position = known.fen.parse::<Setup>().unwrap().position().unwrap();
            for (plies, count) in known.counts.iter().enumerate().take_while(|(_, count)| **count < 500_000) {
                assert_eq!(
                    perft(&position, plies as u32 + 1),
                    *count,
                    "{}, depth {}",
                    (known.name)(),
                    plies + 1
                );
            }
        }
    }
}
