//! The classical evaluation: hand-written terms with a middlegame and an endgame score each, blended by the
//! remaining material.
//!
//! Every term is a function that returns a [`Packed`] score for one side. [`evaluate()`] adds the terms;
//! [`explain`] does the same and keeps them, so that what is shown is what is played.

mod breakdown;
mod complexity;
mod context;
mod endgame;
mod evaluate;
mod king;
mod material;
mod net;
mod packed;
mod params;
mod passed;
mod pawns;
mod pieces;
mod removal;
mod sink;
mod space;
mod threats;
mod trace;
mod weights;

pub use self::breakdown::{Breakdown, Term};
pub use self::evaluate::{evaluate, evaluate_weighed, explain, known_ending};
pub use self::net::{evaluate_with_net, net_evaluation};
pub use self::packed::Packed;
pub use self::pawns::PawnTable;
pub use self::removal::{piece_square_table, piece_values};
pub use self::sink::{Coefficient, DANGER_DIVISOR, DANGER_SQUARE_DIVISOR, Phases};
pub use self::trace::{PARAMETERS_SOURCE, Trace, parameters, trace};
pub use self::weights::Parameter;

#[cfg(test)]
mod tests {
    use tabia_chess::{Color, Position};

    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("a legal position")
    }

    const POSITIONS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "6k1/5ppp/8/8/3P4/8/5PPP/4R1K1 b - - 0 30",
        "4k3/8/4B3/4N3/4K3/8/8/8 w - - 0 1",
        "1k6/1p3q2/3n4/8/4B3/8/1P3Q2/1K6 b - - 3 44",
    ];

    /// The same position seen from the other side.
    fn mirrored(fen: &str) -> Position {
        let mut fields = fen.split(' ');
        let board = fields.next().unwrap_or_default();
        let board: Vec<String> = board
            .split('/')
            .rev()
            .map(|rank| {
                rank.chars()
                    .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
                    .collect()
            })
            .collect();
        let turn = if fields.next() == Some("w") { "b" } else { "w" };
        let castling: String = fields
            .next()
            .unwrap_or_default()
            .chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect();
        position(&format!("{} {turn} {castling} - 0 1", board.join("/")))
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for fen in POSITIONS {
            let score = evaluate(&position(fen), &mut PawnTable::new());
            assert_eq!(score, evaluate(&mirrored(fen), &mut PawnTable::new()), "{fen}");
        }
    }

    #[test]
    fn the_explanation_adds_up() {
        for fen in POSITIONS {
            let pos = position(fen);
            let breakdown = explain(&pos, None);
            let score = evaluate(&pos, &mut PawnTable::new());
            assert_eq!(breakdown.total, if pos.turn() == Color::White { score } else { -score }, "{fen}");
            if breakdown.is_known_ending {
                continue;
            }
            let sum = breakdown.terms.iter().fold(Packed::ZERO, |sum, [white, black]| sum + *white - *black);
            let endgame = (sum.endgame() + breakdown.complexity) * breakdown.scale / 64;
            let blended = (sum.middlegame() * breakdown.phase + endgame * (24 - breakdown.phase)) / 24;
            assert_eq!(blended + breakdown.tempo, breakdown.total, "{fen}");
        }
    }

    #[test]
    fn the_pawn_table_changes_nothing() {
        let mut table = PawnTable::new();
        for _ in 0..2 {
            for fen in POSITIONS {
                let pos = position(fen);
                assert_eq!(evaluate(&pos, &mut table), evaluate(&pos, &mut PawnTable::new()), "{fen}");
            }
        }
    }

    #[test]
    fn more_is_better() {
        let judge = |fen: &str| evaluate(&position(fen), &mut PawnTable::new());
        assert!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 60);
        assert!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -700);
        assert!(judge("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 1000);
        // King and two knights cannot force mate.
        assert!(judge("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1").abs() < 30);
    }
}
