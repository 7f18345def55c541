//! Values of the pieces of a position, and the piece-square tables.

use tabia_chess::{Color, Position, Role, Setup, Square};

use super::evaluate::explain;
use super::material::piece_square;
use super::packed::Packed;
use crate::personality::TermWeights;
use crate::value::Value;

/// Value of every piece but the kings on its square, in centipawns for the side that owns it: the
/// evaluation with it minus the one without it, the bonus for the side to move left out.
///
/// Other programs show the same number (`eval` of Stockfish 14 and later). A piece that is in its own side's
/// way can be worth less than nothing. Squares come in the order of [`Square`]; a piece without which no
/// position is left (both kings would be attacked) is left out.
pub fn piece_values(pos: &Position, weights: Option<&TermWeights>) -> Vec<(Square, Value)> {
    values_by_removal(pos, |pos| without_tempo(pos, weights))
}

/// The same by any evaluation from White's side.
pub(super) fn values_by_removal(pos: &Position, judge: impl Fn(&Position) -> Value) -> Vec<(Square, Value)> {
    let with = judge(pos);
    let setup = Setup::from(pos);
    let mut values = Vec::new();
    for (square, piece) in setup.board.iter().filter(|(_, piece)| piece.role != Role::King) {
        if let Some(rest) = removed(&setup, square) {
            let gained = with - judge(&rest);
            values.push((square, if piece.color == Color::White { gained } else { -gained }));
        }
    }
    values.sort_unstable_by_key(|&(square, _)| square);
    values
}

/// The position without the piece on `square`. If that leaves the king of the side that has moved attacked, the
/// other side is to move.
fn removed(setup: &Setup, square: Square) -> Option<Position> {
    let mut rest = Setup { ep_square: None, ..*setup };
    rest.board.set(square, None);
    rest.castling_rooks = rest.castling_rooks.without(square);
    let turned = Setup { turn: !rest.turn, ..rest };
    rest.position_lenient().or_else(|_| turned.position_lenient()).ok()
}

/// The evaluation from White's side without the bonus for the side to move.
fn without_tempo(pos: &Position, weights: Option<&TermWeights>) -> Value {
    let breakdown = explain(pos, weights);
    breakdown.total - breakdown.tempo
}

/// The piece-square table of `role` for White, from a1 to h8; Black's is its mirror image.
pub fn piece_square_table(role: Role) -> [Packed; 64] {
    std::array::from_fn(|index| {
        Square::ALL.get(index).map_or(Packed::ZERO, |&square| piece_square(Color::White, role, square).value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::PawnTable;

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().expect("a FEN").position().expect("a legal position")
    }

    fn value(fen: &str, square: Square) -> Option<Value> {
        piece_values(&position(fen), None).into_iter().find(|&(at, _)| at == square).map(|(_, value)| value)
    }

    #[test]
    fn a_piece_is_worth_the_difference_that_it_makes() {
        let with = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let without = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let judge = |pos: &Position| super::super::evaluate(pos, &mut PawnTable::new());
        let knight = value("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", Square::F3);
        assert_eq!(knight, Some(judge(&with) - judge(&without)));
        assert!(knight.is_some_and(|value| value > 200));
    }

    #[test]
    fn every_piece_but_the_kings_has_a_value_on_both_sides() {
        let values =
            piece_values(&position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
        assert_eq!(values.len(), 30);
        assert!(values.is_sorted_by_key(|&(square, _)| square));
        let of = |square| values.iter().find(|&&(at, _)| at == square).map(|&(_, value)| value);
        for (white, black) in [(Square::A1, Square::A8), (Square::D1, Square::D8), (Square::E2, Square::E7)] {
            assert_eq!(of(white), of(black), "{white}");
            assert!(of(white).is_some_and(|value| value > 0), "{white}");
        }
        assert_eq!(of(Square::E1), None);
    }

    #[test]
    fn a_piece_that_stands_between_is_measured_too() {
        // Without the knight on e6 the king of the side that has moved is attacked.
        let shield = value("r3k2r/pppq1ppp/4n3/8/8/8/PPPQ1PPP/4RRK1 w kq - 0 1", Square::E6);
        assert!(shield.is_some_and(|value| value > 100), "{shield:?}");
    }

    #[test]
    fn the_tables_are_symmetric_and_those_of_the_evaluation() {
        for role in Role::ALL {
            let table = piece_square_table(role);
            for square in Square::ALL {
                let mirrored = table[square.index() ^ 7];
                assert_eq!(table[square.index()], mirrored, "{role:?} on {square}");
            }
        }
        assert_ne!(piece_square_table(Role::Knight), [Packed::ZERO; 64]);
    }
}
