//! Random openings.

use tabia_chess::{Move, Position};
use tabia_engine::see;
use tabia_rng::Rng;

/// The position after this many random moves from `start`; `None` if the moves led to the end of a game, or
/// to a position in which every move loses material.
///
/// Every move that does not lose material on its target square (static exchange evaluation) is equally
/// likely, so neither side simply gives a piece away. Pieces that remain attacked are left to a search.
pub fn random_opening(rng: &mut Rng, start: &Position, plies: u32) -> Option<Position> {
    let mut position = *start;
    for _ in 0..plies {
        let moves: Vec<Move> =
            position.legal_moves().iter().copied().filter(|&mv| see(&position, mv, 0)).collect();
        position.play_unchecked(*moves.get(rng.below(moves.len() as u64) as usize)?);
    }
    position.outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Setup;

    #[test]
    fn openings_are_many_and_of_the_length_asked_for() {
        let mut rng = Rng::new(1);
        let mut fens: Vec<String> = (0..500)
            .filter_map(|_| random_opening(&mut rng, &Position::default(), 8))
            .map(|position| {
                assert!(
                    position.turn().is_white() && position.fullmove_number() == 5,
                    "{}",
                    position.to_fen()
                );
                position.to_fen()
            })
            .collect();
        assert!(fens.len() > 490, "{}", fens.len());
        fens.sort_unstable();
        fens.dedup();
        assert!(fens.len() > 450, "{}", fens.len());
    }

    #[test]
    fn nothing_is_given_away_where_it_goes_to() {
        // The queen has one square that no pawn attacks; the king has two moves.
        let position: Setup = "7k/8/8/8/1p1p4/4p3/8/K1Q5 w - - 0 1".parse().expect("a FEN");
        let position = position.position().expect("legal");
        for seed in 0..200 {
            let after = random_opening(&mut Rng::new(seed), &position, 1).expect("there are moves");
            let wins = after.legal_moves().iter().any(|&mv| mv.is_capture() && see(&after, mv, 300));
            assert!(!wins, "{}", after.to_fen());
        }
    }

    #[test]
    fn ended_games_are_no_openings() {
        let mated: Setup = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a FEN");
        assert!(random_opening(&mut Rng::new(1), &mated.position().expect("legal"), 0).is_none());
        assert!(random_opening(&mut Rng::new(1), &mated.position().expect("legal"), 3).is_none());
    }
}
