//! Legal moves with their tablebase results, for display.

use std::cmp::Reverse;

use tabia_chess::{Move, Position};

use crate::tablebase::{Tablebase, Wdl};

/// The tablebase result of a move with regard to the halfmove clock, from the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TablebaseResult {
    /// Loses.
    Loss,
    /// Loses, or is saved by the fifty-move rule: the tables round by a ply, or distances are missing.
    MaybeLoss,
    /// Would lose without the fifty-move rule.
    BlessedLoss,
    /// Draws.
    Draw,
    /// Would win without the fifty-move rule.
    CursedWin,
    /// Wins, unless the fifty-move rule prevents it: the tables round by a ply, or distances are missing.
    MaybeWin,
    /// Wins.
    Win,
}

impl TablebaseResult {
    /// The name in the output of `tablebase`, as in lichess's API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::MaybeLoss => "maybe-loss",
            Self::BlessedLoss => "blessed-loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed-win",
            Self::MaybeWin => "maybe-win",
            Self::Win => "win",
        }
    }
}

/// A legal move as the tablebases see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseMove {
    /// The move.
    pub mv: Move,
    /// Its result; `None` if a table is missing or damaged.
    pub result: Option<TablebaseResult>,
    /// The distance to zeroing after the move in plies, possibly rounded by one; `None` for draws, captures, pawn
    /// moves and checkmates, and if a table is missing or damaged.
    pub dtz: Option<u32>,
}

/// Returns the legal moves of a position without castling rights, best first.
pub(crate) fn probe_moves(tables: &dyn Tablebase, position: &Position) -> Vec<TablebaseMove> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|&mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            let (result, dtz) = probe_child(tables, &child);
            (order(result, dtz, &child), TablebaseMove { mv, result, dtz })
        })
        .collect();
    moves.sort_by_key(|&(order, _)| order);
    moves.into_iter().map(|(_, found)| found).collect()
}

/// Returns result and distance to zeroing of the move that led to `child`.
fn probe_child(tables: &dyn Tablebase, child: &Position) -> (Option<TablebaseResult>, Option<u32>) {
    use TablebaseResult::{BlessedLoss, CursedWin, Draw, Loss, MaybeLoss, MaybeWin, Win};
    if !child.has_legal_moves() {
        return (Some(if child.is_check() { Win } else { Draw }), None);
    }
    let wdl = tables.wdl(child);
    let clock = child.halfmove_clock();
    let dtz = if clock == 0 { None } else { tables.dtz(child) };
    let at_zeroing = dtz.map(|dtz| dtz.unsigned_abs() + clock);
    let result = wdl.map(|wdl| match (wdl, at_zeroing) {
        (Wdl::Draw, _) => Draw,
        // Directly after a capture or pawn move the tables are exact. Elsewhere the distance decides.
        (Wdl::Loss, None) if clock == 0 => Win,
        (Wdl::Win, None) if clock == 0 => Loss,
        (Wdl::Loss, Some(..100)) => Win,
        (Wdl::Win, Some(..100)) => Loss,
        (Wdl::Loss, Some(100) | None) => MaybeWin,
        (Wdl::Win, Some(100) | None) => MaybeLoss,
        (Wdl::Loss | Wdl::BlessedLoss, _) => CursedWin,
        (Wdl::Win | Wdl::CursedWin, _) => BlessedLoss,
    });
    let dtz = dtz.filter(|_| result.is_some_and(|result| result != Draw)).map(i32::unsigned_abs);
    (result, dtz)
}

/// Order in the list: by result, unknown ones last. Winning moves: checkmates first, then captures and pawn moves,
/// then by distance; losing moves: the greatest distance first, captures and pawn moves last.
fn order(
    result: Option<TablebaseResult>,
    dtz: Option<u32>,
    child: &Position,
) -> (bool, Reverse<Option<TablebaseResult>>, bool, i64) {
    let dtz = i64::from(dtz.unwrap_or(0));
    let distance = if result > Some(TablebaseResult::Draw) { dtz } else { -dtz };
    (result.is_none(), Reverse(result), !child.is_checkmate(), distance)
}

#[cfg(test)]
mod tests {
    use tabia_chess::Setup;

    use super::*;

    /// Tables that return the same for every position.
    struct Fixed(Option<Wdl>, Option<i32>);

    impl Tablebase for Fixed {
        fn max_pieces(&self) -> u32 {
            5
        }

        fn wdl(&self, _: &Position) -> Option<Wdl> {
            self.0
        }

        fn dtz(&self, _: &Position) -> Option<i32> {
            self.1
        }
    }

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().expect("a FEN").position().expect("legal")
    }

    fn first(wdl: Wdl, dtz: Option<i32>, clock: u32) -> (Option<TablebaseResult>, Option<u32>) {
        let position = position(&format!("8/8/8/3k4/8/8/8/K1B2N2 w - - {clock} 60"));
        let moves = probe_moves(&Fixed(Some(wdl), dtz), &position);
        (moves[0].result, moves[0].dtz)
    }

    #[test]
    fn the_clock_decides_between_wins_and_draws_by_the_fifty_move_rule() {
        use TablebaseResult::{BlessedLoss, CursedWin, Draw, Loss, MaybeLoss, MaybeWin, Win};
        let win = |dtz: i32, clock| first(Wdl::Loss, Some(dtz), clock).0;
        assert_eq!(win(-40, 0), Some(Win));
        assert_eq!(win(-40, 58), Some(Win), "99 with the move itself");
        assert_eq!(win(-40, 59), Some(MaybeWin), "the tables round by a ply");
        assert_eq!(win(-40, 60), Some(CursedWin));
        assert_eq!(first(Wdl::Win, Some(40), 60), (Some(BlessedLoss), Some(40)));
        assert_eq!(first(Wdl::Win, Some(40), 59), (Some(MaybeLoss), Some(40)));
        assert_eq!(first(Wdl::Win, Some(39), 0), (Some(Loss), Some(39)));
        assert_eq!(first(Wdl::BlessedLoss, Some(-120), 0), (Some(CursedWin), Some(120)));
        assert_eq!(first(Wdl::Draw, Some(0), 0), (Some(Draw), None));
        // Without distances, only captures and pawn moves are certain.
        assert_eq!(first(Wdl::Loss, None, 0), (Some(MaybeWin), None));
        let pawn = position("8/8/8/3k4/8/8/4P3/K7 w - - 90 1");
        let moves = probe_moves(&Fixed(Some(Wdl::Loss), None), &pawn);
        let push = moves.iter().find(|found| pawn.uci(found.mv) == "e2e4").expect("e4");
        assert_eq!((push.result, push.dtz), (Some(Win), None));
    }

    #[test]
    fn checkmate_comes_first_and_unknown_results_last() {
        let position = position("k7/8/1K6/8/8/8/8/7R w - - 0 1");
        let moves = probe_moves(&Fixed(None, None), &position);
        assert_eq!(moves.len(), position.legal_moves().len());
        assert_eq!(
            (position.uci(moves[0].mv).as_str(), moves[0].result),
            ("h1h8", Some(TablebaseResult::Win))
        );
        assert!(moves[1..].iter().all(|found| found.result.is_none()));
        let won = probe_moves(&Fixed(Some(Wdl::Loss), Some(-3)), &position);
        assert_eq!(won[0].dtz, None, "checkmate needs no distance");
        assert_eq!(won[1].dtz, Some(3));
    }

    #[test]
    fn stalemate_is_a_draw() {
        let position = position("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
        let moves = probe_moves(&Fixed(Some(Wdl::Loss), Some(-3)), &position);
        let stalemate = moves.iter().find(|found| position.uci(found.mv) == "c1c7").expect("Qc7");
        assert_eq!(stalemate.result, Some(TablebaseResult::Draw));
    }
}
